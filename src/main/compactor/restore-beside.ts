import type { Restoration } from '../../shared/compact/event.ts'
import type { ThreadContext } from './in-place/thread-context.ts'
import type { NarrationSource } from './narration-source.ts'

/** What is put back from disk beside a checkpoint in the thread, as it stands there now. */
export function restoreBeside(context: ThreadContext, source: NarrationSource): Promise<Restoration> {
  const { restoration } = context.policy
  const { tokens: windowTokens } = context.ports.model().window
  const byWindow = windowTokens === null ? Infinity : Math.floor(windowTokens * restoration.windowRatio)
  return context.ports.restore(source, {
    maxFiles: restoration.maxFiles,
    perFileTokens: restoration.perFileTokens,
    totalTokens: Math.min(restoration.totalTokens, byWindow),
    family: context.family,
  })
}
