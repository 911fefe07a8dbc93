import { foldText } from './fold.ts'
import { isSign, setApart } from './set-apart.ts'

const WORD = /[\p{L}\p{N}\p{Co}]+/gu

/** A word of a text as the index has it. */
export interface Word {
  /** Lower case, without accents. */
  readonly text: string
  /** One sign of Chinese, Japanese or Korean. */
  readonly isSign: boolean
}

/** The words of a short text in their order, as the index divides it. */
export function wordsOf(text: string): readonly Word[] {
  const words = setApart(foldText(text)).match(WORD) ?? []
  return words.map((word) => ({ text: word, isSign: isSign(word) }))
}
