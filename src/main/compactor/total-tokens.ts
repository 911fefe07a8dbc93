import { firstSentIndex } from '../compaction/boundary/open-turns.ts'
import type { ThreadFile } from '../threads/thread-file.ts'

/**
 * System prompt, tools and all messages that are sent, by the one estimator: not what another tool's checkpoint
 * stands for. Reads what is not in the index yet.
 */
export function totalTokens({ tokens, layout, headTokens }: ThreadFile): number {
  const first = firstSentIndex(layout)
  const meta = layout.metaPromptIndex
  let sum = headTokens.system + headTokens.tools
  if (meta !== null && meta < first) sum += tokens[meta] ?? 0
  for (let index = first; index < tokens.length; index += 1) sum += tokens[index] ?? 0
  return sum
}
