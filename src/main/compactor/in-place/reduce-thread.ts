import { triggerTokensOf } from '../../compaction/policy/thresholds.ts'
import { reduceInOrder, withoutUnwritten } from '../../compaction/reduce/cascade.ts'
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
  const decided = reduceInOrder(before, context.policy.reductions, {
    nowMs: options.nowMs,
    lastActivityMs: null,
    threadStem: context.ports.stem,
    pressureTokens: tokensBefore,
    triggerTokens: triggerTokensOf(context.policy, context.ports.model().window.tokens),
    isForced: options.isForced,
    settled: context.settled,
  })
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

/** Paths that could not be written. */
export async function writeOutputs(
  context: ThreadContext,
  files: readonly OutputFile[],
): Promise<ReadonlySet<string>> {
  const unwritten = new Set<string>()
  for (const file of files) if (!(await context.ports.writeOutput(file))) unwritten.add(file.filePath)
  return unwritten
}
