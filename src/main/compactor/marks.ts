import { firstSentIndex } from '../compaction/boundary/open-turns.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { totalTokens } from './total-tokens.ts'

/** Places of the messages that a person pinned or left unsent. */
export interface Marks {
  readonly pins: ReadonlySet<number>
  readonly excluded: ReadonlySet<number>
}

/** Of a thread that knows no marks: a transcript, or a file of the command line. */
export const NO_MARKS: Marks = { pins: new Set(), excluded: new Set() }

/** Size of a thread without what a person left unsent. */
export function sentTokens(file: ThreadFile, { excluded }: Marks): number {
  const first = firstSentIndex(file.layout)
  let sum = totalTokens(file)
  for (const index of excluded)
    if (index >= first || index === file.layout.metaPromptIndex) sum -= file.tokens[index] ?? 0
  return sum
}
