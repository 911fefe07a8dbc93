import { foldText } from './fold.ts'
import type { QueryTerm } from './query.ts'
import { wordsOf } from './words.ts'

/** Signs that may stand between two words of a term, at most. */
const BETWEEN = '[^\\p{L}\\p{N}]{0,6}'
const NO_WORD_BEFORE = '(?<![\\p{L}\\p{N}])'
const NO_WORD_AFTER = '(?![\\p{L}\\p{N}])'

/** Shorter words are found only whole: as parts they stand everywhere. */
export const SHORTEST_PART = 3

/**
 * What a term looks like in a folded text, as the index finds it: a phrase by whole words, a word also inside of longer
 * ones from three letters on. A term without letters and digits is found as it stands.
 */
export function termPattern({ kind, text }: Pick<QueryTerm, 'kind' | 'text'>): RegExp {
  const words = wordsOf(text)
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return new RegExp(literal(foldText(text)), 'gu')
  const joined = words.map((word) => literal(word.text)).join(BETWEEN)
  const isOne = words.length === 1
  const isWholeAtStart = !first.isSign && (kind === 'phrase' || (isOne && first.text.length < SHORTEST_PART))
  const isWholeAtEnd = !last.isSign && (kind === 'phrase' || last.text.length < SHORTEST_PART)
  return new RegExp(
    `${isWholeAtStart ? NO_WORD_BEFORE : ''}${joined}${isWholeAtEnd ? NO_WORD_AFTER : ''}`,
    'gu',
  )
}

/** An escaped dash would be no pattern: Unicode ones take escapes of signs with a meaning alone. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
