import type { ThreadFile } from '../threads/thread-file.ts'

/** System prompt, tools and all messages, by the one estimator. Reads what is not in the index yet. */
export function totalTokens(file: ThreadFile): number {
  const messages = file.tokens.reduce((sum, tokens) => sum + tokens, 0)
  return file.headTokens.system + file.headTokens.tools + messages
}
