import type { Override } from '../../compaction/projection/override.ts'
import type { OutputFile } from '../../compaction/reduce/reduction.ts'
import type { ThreadContext } from './thread-context.ts'

/** What a pass of the reductions came to. */
export interface Reduced {
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/**
 * Stores decisions of the reductions. Complete outputs are written first; a decision whose file could not be
 * written is not used (B-74, C-06). Null = there was nothing to decide.
 */
export async function keepDecisions(
  context: ThreadContext,
  decided: { readonly overrides: readonly Override[]; readonly files: readonly OutputFile[] },
): Promise<Reduced | null> {
  if (decided.overrides.length === 0) return null
  const lost = new Set<string>()
  for (const file of decided.files)
    if (!(await context.ports.writeOutput(file))) lost.add(`${file.index}:${file.call}`)
  const kept = decided.overrides.filter(
    ({ index, call, filePath }) => filePath === null || !lost.has(`${index}:${call}`),
  )
  if (kept.length === 0) return null
  const tokensBefore = context.pressure.tokens
  context.ports.store.addOverrides(kept)
  context.changed()
  return { tokensBefore, tokensAfter: context.pressure.tokens }
}
