import type { WizardReduction } from '../../shared/compact/plan.ts'
import { onlyByHand } from '../compaction/checkpoint/by-hand.ts'
import { summaryMessage } from '../compaction/projection/summary-message.ts'
import { estimateMessageTokens } from '../compaction/tokens/estimate-message.ts'
import { projectChosen } from './chosen-reductions.ts'
import { draftEvent } from './in-place/draft-event.ts'
import type { ThreadContext } from './in-place/thread-context.ts'
import { restoreBeside } from './restore-beside.ts'
import type { CompactionSource } from './source.ts'

/**
 * The source of a checkpoint in the thread itself. Where one holds already it is updated: its sections are folded
 * in, and only what came after it is summarized (S-134); a boundary before its own begins anew from the messages, and
 * so does a range from a message on, before which everything stays as it is (S-037): of the former checkpoint only what
 * a person wrote into it goes on.
 * What a person left unsent goes into no summary. Sizes are those of the next request.
 */
export async function inThreadSource(
  source: CompactionSource,
  context: ThreadContext,
  choice: ChosenBeside,
): Promise<CompactionSource> {
  context.sync()
  const { event, marks } = context
  const { cut, firstIndex } = source
  const isSegment = cut.head !== null
  const isUpdated = !isSegment && event !== null && event.segment === null && event.cutoffIndex < cut.index
  const from = isUpdated ? Math.max(event.cutoffIndex, firstIndex) : firstIndex
  const isAged = (index = -1) => index >= from && !marks.excluded.has(index)
  const inThread = {
    ...source,
    aged: source.aged.filter((_, at) => isAged(source.agedIndexes[at])),
    agedIndexes: source.agedIndexes.filter(isAged),
    firstIndex: from,
    previous: isUpdated
      ? event.summaryMessage.sections
      : [...source.previous, ...onlyByHand(event?.summaryMessage.sections ?? [])],
    eventId: event?.id ?? null,
    previousNumber: isUpdated ? event.number : null,
    checkpointId: isUpdated ? event.id : source.checkpointId,
    tokensBefore: context.pressure.tokens,
  }
  const restored = { ...inThread, restoration: await restoreBeside(context, inThread) }
  return { ...restored, restTokens: tokensBesides(context, restored, choice) }
}

/** What was chosen to go with a checkpoint. */
export interface ChosenBeside {
  readonly reductions: readonly WizardReduction[]
  readonly nowMs: number
}

/**
 * Size of the next request without the checkpoint's own text: with what is put back beside it, the pointer to the
 * history file and the chosen reductions, as Apply will measure it.
 */
export function tokensBesides(
  context: ThreadContext,
  { cut, restoration }: Pick<CompactionSource, 'cut' | 'restoration'>,
  { reductions, nowMs }: ChosenBeside,
): number {
  const empty = draftEvent(context, {
    id: 'measured',
    kind: 'wizard',
    cutIndex: cut.index,
    segmentFrom: cut.head === null ? null : cut.summarized.from,
    strategy: 'partial',
    focus: '',
    restoration,
    createdMs: 0,
    isEdited: false,
    summary: {
      text: '',
      sections: [],
      summarizer: '',
      costUsd: null,
      requestStyle: { kind: 'built-in', reason: 'measured' },
    },
  })
  // The file has no name before Apply; one of the same kind is as long.
  const pointing = { ...empty, filePath: `.palimpsest/history/${context.ports.stem}.md` }
  const projection = projectChosen(context, context.projectWith(pointing), reductions, nowMs)
  const frame = estimateMessageTokens(summaryMessage(empty, context.policy.summaryForm), context.family)
  return context.measure(projection).tokens - frame
}
