import type { TextBody } from '../../../shared/thread/row.ts'

/** Most that a row holds of one text, in UTF-16 units and lines. */
export const BODY_CHARS = 32_768
export const BODY_LINES = 200

/** Largest index up to `index` that does not lie inside a surrogate pair. */
export function safeEnd(text: string, index: number): number {
  if (index <= 0 || index >= text.length) return Math.max(0, Math.min(index, text.length))
  const before = text.charCodeAt(index - 1)
  const after = text.charCodeAt(index)
  const isInside = before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
  return isInside ? index - 1 : index
}

/** Index of the line feed that ends line `lines`; the length when there are fewer. */
function endOfLine(text: string, lines: number, within: number): number {
  let at = -1
  for (let line = 0; line < lines; line += 1) {
    at = text.indexOf('\n', at + 1)
    if (at < 0 || at >= within) return text.length
  }
  return at
}

/** The start of a text for the view: at most 200 lines and `maxChars` units, never half a character. */
export function cutBody(text: string, maxChars = BODY_CHARS): TextBody {
  const end = safeEnd(text, Math.min(endOfLine(text, BODY_LINES, maxChars), maxChars))
  return { text: text.slice(0, end), totalChars: text.length, isCut: end < text.length }
}

/** A slice of a long text. Both ends move to the start of the character they fall into. */
export function sliceText(text: string, offset: number, limit: number): { text: string; totalChars: number } {
  const from = safeEnd(text, offset)
  const end = safeEnd(text, offset + limit)
  // A limit of one unit at a pair would give nothing for ever: hand out the whole pair then.
  const to = end <= from && from < text.length ? Math.min(from + 2, text.length) : end
  return { text: text.slice(from, to), totalChars: text.length }
}
