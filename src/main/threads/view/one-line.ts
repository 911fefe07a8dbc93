import { safeEnd } from './text-body.ts'

/** Longest summary of a card, in UTF-16 units. */
export const LINE_CHARS = 120

/** The text on one line: white space folded, control characters gone, at most `limit` units with `…`. */
export function oneLine(text: string, limit = LINE_CHARS): string {
  // Four times the limit is enough even when much of it is white space; the rest need not be walked.
  const start = text.slice(0, safeEnd(text, limit * 4))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const folded = start.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  const isShort = folded.length <= limit && start.length === text.length
  return isShort ? folded : `${folded.slice(0, safeEnd(folded, limit - 1)).trimEnd()}…`
}
