import { firstSentIndex } from '../compaction/boundary/open-turns.ts'
import { type ClearedResults, clearResults } from '../compaction/projection/clear-results.ts'
import { estimateMessageTokens } from '../compaction/tokens/estimate-message.ts'
import type { TokenFamily } from '../compaction/tokens/token-family.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { totalTokens } from './total-tokens.ts'

/** Places of the messages that a person pinned or left unsent, and of the results left out. */
export interface Marks {
  readonly pins: ReadonlySet<number>
  readonly excluded: ReadonlySet<number>
  readonly cleared: ClearedResults
}

/** Of a thread that knows no marks: a transcript, or a file of the command line. */
export const NO_MARKS: Marks = { pins: new Set(), excluded: new Set(), cleared: new Map() }

/** Size of a thread without what a person left unsent. */
export function sentTokens(file: ThreadFile, marks: Marks, family: TokenFamily): number {
  const first = firstSentIndex(file.layout)
  const sizes = sentSizes(file, marks, family)
  const tokens = file.tokensIn(family)
  let sum = totalTokens(file, family)
  for (const index of new Set([...marks.excluded, ...marks.cleared.keys()]))
    if (index >= first || index === file.layout.metaPromptIndex)
      sum -= (tokens[index] ?? 0) - (sizes[index] ?? 0)
  return sum
}

/** Tokens of each message as it is sent: none of what is left unsent, and without the results left out. */
export function sentSizes(file: ThreadFile, { excluded, cleared }: Marks, family: TokenFamily): Uint32Array {
  const tokens = file.tokensIn(family)
  if (excluded.size + cleared.size === 0) return tokens
  const sizes = tokens.slice()
  for (const [index, calls] of cleared)
    if (index < sizes.length)
      sizes[index] = estimateMessageTokens(clearResults(file.readMessage(index), calls), family)
  for (const index of excluded) if (index < sizes.length) sizes[index] = 0
  return sizes
}
