/** Longest result of a tool, in characters. Some 8,000 tokens of code. */
export const MAX_RESULT_CHARS = 30_000

/** Cuts without leaving half of a surrogate pair at either end. */
function slice(text: string, from: number, to: number): string {
  const startsInside = from > 0 && isLow(text.charCodeAt(from)) && isHigh(text.charCodeAt(from - 1))
  const endsInside = to < text.length && isHigh(text.charCodeAt(to - 1)) && isLow(text.charCodeAt(to))
  return text.slice(startsInside ? from + 1 : from, endsInside ? to - 1 : to)
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

/**
 * Head and tail of a long text with a line between that says how long it was. `totalChars` when the text is
 * already only a part. Never holds half of a character (B-70).
 */
export function boundText(text: string, maxChars: number = MAX_RESULT_CHARS): string {
  if (text.length <= maxChars) return text.toWellFormed()
  const head = slice(text, 0, Math.floor(maxChars * 0.6))
  const tail = slice(text, text.length - Math.floor(maxChars * 0.4), text.length)
  const left = text.length - head.length - tail.length
  return `${head}\n[... ${left} of ${text.length} characters left out ...]\n${tail}`.toWellFormed()
}

/** One line of at most `maxChars`, for a question or a label. */
export function oneLine(text: string, maxChars: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= maxChars ? line : `${slice(line, 0, maxChars - 1)}…`
}
