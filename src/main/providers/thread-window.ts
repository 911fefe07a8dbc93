import type { ThreadHead } from '../../shared/thread/message.ts'
import { findModelProfile } from './model-profiles.ts'

/** Provider names that thread files use, and the host whose model names they mean. */
const HOSTS: ReadonlyMap<string, string> = new Map([
  ['openai', 'api.openai.com'],
  ['anthropic', 'api.anthropic.com'],
  ['openrouter', 'openrouter.ai'],
])

/** Window of the model that a thread names, in tokens; null = not a model this program knows (B-28). */
export function threadWindow(head: Pick<ThreadHead, 'model'>): number | null {
  const host = head.model === null ? undefined : HOSTS.get(head.model.provider)
  if (head.model === null || host === undefined) return null
  return findModelProfile(host, head.model.id)?.windowTokens ?? null
}
