import { triggerTokensOf } from '../../compaction/policy/thresholds.ts'
import type { Projection } from '../../compaction/projection/projected-message.ts'
import { type Cascade, reduceInOrder, withoutUnwritten } from '../../compaction/reduce/cascade.ts'
import type { OutputFile } from '../../compaction/reduce/reduction.ts'
import type { ThreadContext } from './thread-context.ts'

/** What a pass of the reductions changed. */
export interface Reduced {
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly decisions: number
}

/**
 * Runs the reductions and stores what they decide (S-013, S-014). Complete outputs are written first; a decision
 * whose file could not be written is not used (B-74, C-06). Null = there was nothing to decide.
 */
export async function reduceThread(
  context: ThreadContext,
  options: { readonly nowMs: number; readonly isForced: boolean },
): Promise<Reduced | null> {
  const before = context.projection
  const tokensBefore = context.pressure.tokens
  const decided = decideReductions(context, options)
  const written = await writeOutputs(context, decided.files)
  const { projection, overrides, settled } = withoutUnwritten(before, decided, written, context.settled)
  if (overrides.length > 0) {
    context.ports.store.addOverrides(overrides)
    context.decided(projection, overrides)
  }
  context.settled = settled
  if (overrides.length === 0) return null
  return { tokensBefore, tokensAfter: context.pressure.tokens, decisions: overrides.length }
}

/**
 * The list as the next request will hold it: with what the reductions before that request will decide, such as the
 * results that are cleared after a pause. Nothing is stored and no output is written. The same object as the
 * context's list when there is nothing to decide.
 */
export function nextProjection(context: ThreadContext, nowMs: number): Projection {
  return decideReductions(context, { nowMs, isForced: false }).projection
}

function decideReductions(
  context: ThreadContext,
  { nowMs, isForced }: { readonly nowMs: number; readonly isForced: boolean },
): Cascade {
  return reduceInOrder(context.projection, context.policy.reductions, {
    nowMs,
    lastActivityMs: null,
    threadStem: context.ports.stem,
    pressureTokens: context.pressure.tokens,
    triggerTokens: triggerTokensOf(context.policy, context.ports.model().window.tokens),
    isForced,
    settled: context.settled,
  })
}

/** Paths that could not be written. */
export async function writeOutputs(
  context: ThreadContext,
  files: readonly OutputFile[],
): Promise<ReadonlySet<string>> {
  const unwritten = new Set<string>()
  for (const file of files) if (!(await context.ports.writeOutput(file))) unwritten.add(file.filePath)
  return unwritten
}
