import { firstSentIndex } from '../compaction/boundary/open-turns.ts'
import type { TokenFamily } from '../compaction/tokens/token-family.ts'
import type { ThreadFile } from '../threads/thread-file.ts'

/**
 * System prompt, tools and all messages that are sent, by the one estimator: not what another tool's checkpoint
 * stands for. In the tokens of the model that the file names, unless another family is asked for. Reads what is not in
 * the index yet.
 */
export function totalTokens(file: ThreadFile, family: TokenFamily = file.family): number {
  const { layout } = file
  const tokens = file.tokensIn(family)
  const { system, tools } = file.headTokens[family]
  const first = firstSentIndex(layout)
  const meta = layout.metaPromptIndex
  let sum = system + tools
  if (meta !== null && meta < first) sum += tokens[meta] ?? 0
  for (let index = first; index < tokens.length; index += 1) sum += tokens[index] ?? 0
  return sum
}
