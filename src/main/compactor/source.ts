import type { TemplateProblem } from '../../shared/compact/plan.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import { type CutPoint, cutByTurns } from '../compaction/boundary/cut-point.ts'
import { openTurns } from '../compaction/boundary/open-turns.ts'
import { renderThread } from '../prompts/render-thread.ts'
import { inSlices } from '../threads/in-slices.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { earlierSections } from './earlier-sections.ts'
import type { NarrationSource } from './narration-source.ts'
import type { CompactorPorts } from './ports.ts'
import { totalTokens } from './total-tokens.ts'

/** A cut that summarizes something. */
export type Cut = Extract<CutPoint, { kind: 'cut' }>

/** A source thread divided at its cut, with prompt templates rendered. Nothing here is ever written back. */
export interface CompactionSource extends NarrationSource {
  readonly file: ThreadFile
  /** Place in the thread of each aged message. */
  readonly agedIndexes: readonly number[]
  readonly cut: Cut
  /** Active event of the thread when it was read; null = none, or a copy is made. */
  readonly eventId: string | null
  /** Id of the checkpoint to reuse (S-192); null = first compaction. */
  readonly checkpointId: string | null
  readonly problems: readonly TemplateProblem[]
  readonly tokensBefore: number
  /** Of what comes to be, without the checkpoint itself. */
  readonly restTokens: number
}

/** Reads and divides a thread. Rejects with `nothing-to-compact` when no turn would age out (S-160, S-179). */
export async function readSource(
  file: ThreadFile,
  keepTurns: number,
  ports: Pick<CompactorPorts, 'now' | 'timeZone' | 'readInclude' | 'skills'>,
  signal?: AbortSignal,
): Promise<CompactionSource> {
  const cut = cutByTurns(file.layout, file.count, keepTurns)
  if (cut.kind === 'nothing') {
    const turns = openTurns(file.layout).length
    const message =
      cut.reason === 'too-few-turns'
        ? `Nothing to summarize: a thread needs two turns or more, and this one has ${turns}.`
        : `Nothing to summarize: all ${turns} turns are kept.`
    throw new AppError('nothing-to-compact', message, { params: { turns, reason: cut.reason } })
  }
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
  const checkpoint = layout.checkpointIndex === null ? undefined : rendered.messages[layout.checkpointIndex]
  return {
    file,
    cut,
    aged: rendered.messages.slice(cut.summarized.from, cut.summarized.to),
    agedIndexes: Array.from(
      { length: cut.summarized.to - cut.summarized.from },
      (_, at) => cut.summarized.from + at,
    ),
    kept: rendered.messages.slice(cut.index),
    firstIndex: cut.summarized.from,
    previous: earlierSections({
      layout,
      readMessage: (index) => rendered.messages[index] ?? file.readMessage(index),
    }),
    eventId: null,
    checkpointId: checkpoint?.id ?? null,
    problems: rendered.problems,
    tokensBefore: totalTokens(file),
    restTokens: totalTokens(file) - replacedTokens(file, cut),
  }
}

function replacedTokens({ tokens, layout }: ThreadFile, cut: Cut): number {
  const { from, to } = cut.summarized
  const aged = tokens.slice(from, to).reduce((sum, count) => sum + count, 0)
  return aged + (layout.checkpointIndex === null ? 0 : (tokens[layout.checkpointIndex] ?? 0))
}
