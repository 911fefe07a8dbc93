import type { Restoration } from '../../shared/compact/event.ts'
import type { TemplateProblem } from '../../shared/compact/plan.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Message } from '../../shared/thread/message.ts'
import { type CutPoint, cutByTurns } from '../compaction/boundary/cut-point.ts'
import { openTurns } from '../compaction/boundary/open-turns.ts'
import { clearResults } from '../compaction/projection/clear-results.ts'
import type { TokenFamily } from '../compaction/tokens/token-family.ts'
import { renderThread } from '../prompts/render-thread.ts'
import { inSlices } from '../threads/in-slices.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { carriedPins } from './carried-pins.ts'
import { earlierSections } from './earlier-sections.ts'
import { type AgedMessage, foldCheckpoints } from './fold-checkpoints.ts'
import { type Marks, sentSizes, sentTokens } from './marks.ts'
import type { NarrationSource } from './narration-source.ts'
import type { CompactorPorts } from './ports.ts'

/** A cut that summarizes something. */
export type Cut = Extract<CutPoint, { kind: 'cut' }>

/** A source thread divided at its cut, with prompt templates rendered. Nothing here is ever written back. */
export interface CompactionSource extends NarrationSource {
  readonly file: ThreadFile
  /** Whose tokens the sizes are: of who answers in the thread, else of the model that the file names. */
  readonly family: TokenFamily
  /** Place in the thread of each aged message. */
  readonly agedIndexes: readonly number[]
  readonly cut: Cut
  /** Messages that stay before the checkpoint, from the cut's `head` on; none when it stands for all before it. */
  readonly headMessages: readonly Message[]
  /** Messages of the summarized part that stay word for word behind the checkpoint, in their order. */
  readonly pinned: readonly AgedMessage[]
  /** Messages of the summarized part that the former checkpoint tells of: they may stay, and are nothing new. */
  readonly carried: readonly AgedMessage[]
  /** Active event of the thread when it was read; null = none, or a copy is made. */
  readonly eventId: string | null
  /** Number of the event that is updated; null = none, or the checkpoint stands in the file. */
  readonly previousNumber: number | null
  /** Id of the checkpoint to reuse (S-192); null = first compaction. */
  readonly checkpointId: string | null
  readonly problems: readonly TemplateProblem[]
  readonly tokensBefore: number
  /** What a checkpoint in the thread puts back beside itself; nothing in a copy. */
  readonly restoration: Restoration
  /** Of what comes to be, without the checkpoint itself. */
  readonly restTokens: number
}

/** What a person asked to be summarized. */
export interface SourceRange {
  readonly keepTurns: number
  /** First message to summarize; null = from the start. */
  readonly fromIndex: number | null
}

/** Reads and divides a thread. Rejects with `nothing-to-compact` when no turn would age out (S-160, S-179). */
export async function readSource(
  file: ThreadFile,
  { keepTurns, fromIndex }: SourceRange,
  { marks, family }: { readonly marks: Marks; readonly family: TokenFamily },
  ports: Pick<CompactorPorts, 'now' | 'timeZone' | 'readInclude' | 'skills'>,
  signal?: AbortSignal,
): Promise<CompactionSource> {
  const cut = cutByTurns(file.layout, file.count, keepTurns, fromIndex)
  if (cut.kind === 'nothing') throw nothingAges(file, cut.reason, { keepTurns, fromIndex })
  await inSlices(file.indexSteps(), signal)
  const rendered = await renderThread({
    head: file.head,
    messages: await inSlices(file.readSteps(), signal),
    now: ports.now(),
    timeZone: ports.timeZone,
    workingDirectory: '',
    readInclude: ports.readInclude,
    skills: await ports.skills(),
  })
  const { layout } = file
  const { summarized, head } = cut
  const checkpoint =
    layout.checkpointIndex === null || head !== null ? undefined : rendered.messages[layout.checkpointIndex]
  const placed = rendered.messages
    .slice(summarized.from, summarized.to)
    .map((message, at): AgedMessage => ({ index: summarized.from + at, message }))
    // What a person left unsent or cleared goes into no summary.
    .filter(({ index }) => !marks.excluded.has(index))
    .map(({ index, message }) => ({ index, message: clearResults(message, marks.cleared.get(index)) }))
  const earlier =
    head === null
      ? earlierSections({
          layout,
          readMessage: (index) => rendered.messages[index] ?? file.readMessage(index),
          origin: file.origin,
        })
      : []
  const carriedPlaces = carriedPins(file)
  const carried = placed.filter(({ index }) => carriedPlaces.has(index))
  const told = placed.filter(({ index }) => !carriedPlaces.has(index))
  if (told.length === 0 && carried.length > 0 && carried.every(({ index }) => marks.pins.has(index)))
    throw nothingAges(file, 'all-kept', { keepTurns, fromIndex: null })
  const { aged, previous, id } = foldCheckpoints(told, earlier, file.origin?.byHand)
  const tokensBefore = sentTokens(file, marks, family)
  return {
    file,
    family,
    cut,
    aged: aged.map(({ message }) => message),
    agedIndexes: aged.map(({ index }) => index),
    headMessages: head === null ? [] : rendered.messages.slice(head.from, head.to),
    pinned: [...carried, ...aged]
      .filter(({ index }) => marks.pins.has(index))
      .toSorted((one, other) => one.index - other.index),
    carried,
    kept: rendered.messages.slice(cut.index),
    firstIndex: summarized.from,
    previous,
    eventId: null,
    previousNumber: null,
    checkpointId: checkpoint?.id ?? id,
    problems: rendered.problems,
    tokensBefore,
    restoration: { files: [], plan: null },
    restTokens: tokensBefore - replacedTokens(file, cut, marks, family),
  }
}

function nothingAges(
  { layout, count }: ThreadFile,
  reason: 'too-few-turns' | 'all-kept',
  { keepTurns, fromIndex }: SourceRange,
): AppError {
  const turns = openTurns(layout).length
  const whole = cutByTurns(layout, count, keepTurns)
  const message =
    whole.kind === 'cut' && fromIndex !== null
      ? `Nothing to summarize from message ${fromIndex + 1} on: with ${counted(whole.keptTurns)} kept, a summary begins at one of the messages ${whole.summarized.from + 1} to ${whole.summarized.to}.`
      : reason === 'too-few-turns'
        ? `Nothing to summarize: a thread needs two turns or more, and this one has ${turns}.`
        : `Nothing to summarize: all ${turns} turns are kept.`
  return new AppError('nothing-to-compact', message, { params: { turns, reason } })
}

function counted(turns: number): string {
  return turns === 1 ? '1 turn' : `${turns} turns`
}

/** Of what the checkpoint stands for from now on. */
function replacedTokens(
  file: ThreadFile,
  { summarized, head }: Cut,
  marks: Marks,
  family: TokenFamily,
): number {
  const { layout } = file
  const tokens = file.tokensIn(family)
  const sizes = sentSizes(file, marks, family)
  let sum = layout.checkpointIndex === null || head !== null ? 0 : (tokens[layout.checkpointIndex] ?? 0)
  for (let index = summarized.from; index < summarized.to; index += 1)
    if (!marks.pins.has(index)) sum += sizes[index] ?? 0
  return sum
}
