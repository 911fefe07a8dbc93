import { onlyByHand } from '../compaction/checkpoint/by-hand.ts'
import { draftEvent } from './in-place/draft-event.ts'
import type { ThreadContext } from './in-place/thread-context.ts'
import type { CompactionSource } from './source.ts'

/**
 * The source of a checkpoint in the thread itself. Where one holds already it is updated: its sections are folded
 * in, and only what came after it is summarized (S-134); a boundary before its own begins anew from the messages, and
 * so does a range from a message on, before which everything stays as it is (S-037): of the former checkpoint only what
 * a person wrote into it goes on.
 * What a person left unsent goes into no summary. Sizes are those of the next request.
 */
export function inThreadSource(source: CompactionSource, context: ThreadContext): CompactionSource {
  context.sync()
  const { event, marks } = context
  const { cut, firstIndex } = source
  const isSegment = cut.head !== null
  const isUpdated = !isSegment && event !== null && event.segment === null && event.cutoffIndex < cut.index
  const from = isUpdated ? Math.max(event.cutoffIndex, firstIndex) : firstIndex
  const isAged = (index = -1) => index >= from && !marks.excluded.has(index)
  return {
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
    restTokens: tokensBesides(context, cut.index, isSegment ? cut.summarized.from : null),
  }
}

/** Size of the next request with an empty checkpoint at the cut. */
export function tokensBesides(context: ThreadContext, cutIndex: number, segmentFrom: number | null): number {
  const empty = draftEvent(context, {
    id: 'measured',
    kind: 'wizard',
    cutIndex,
    segmentFrom,
    strategy: 'partial',
    focus: '',
    restoration: { files: [], plan: null },
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
  const projection = context.projectWith(empty)
  const summary = projection.find(({ provenance }) => provenance === 'checkpoint')
  return context.measure(projection).tokens - (summary?.tokens ?? 0)
}
