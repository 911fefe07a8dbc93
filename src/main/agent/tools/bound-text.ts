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

/** How much a text is; `lines` counts an unfinished last one too. */
export interface TextSize {
  readonly chars: number
  readonly lines: number
  readonly bytes: number
}

export function sizeOfText(text: string): TextSize {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return { chars: text.length, lines, bytes: Buffer.byteLength(text) }
}

/**
 * Head and tail of a text that is in its file whole, with a line between that tells its full size and that file.
 * `head` begins and `tail` ends as the text does. Null = the file could not be written.
 */
export function boundEnds(head: string, tail: string, size: TextSize, filePath: string | null): string {
  const first = slice(head, 0, Math.min(head.length, Math.floor(MAX_RESULT_CHARS * 0.6)))
  const last = slice(tail, Math.max(0, tail.length - Math.floor(MAX_RESULT_CHARS * 0.4)), tail.length)
  const left = size.chars - first.length - last.length
  const total = `${size.chars} characters, ${size.lines} lines, ${size.bytes} bytes`
  return `${first}\n[... ${left} characters left out of ${total}. ${placeText(filePath)}]\n${last}`.toWellFormed()
}

/** Lines of a long list, and whether there is more than was taken. */
export interface FirstLines {
  readonly lines: readonly string[]
  readonly isCut: boolean
}

/** The first lines of a list: at most `maxLines`, together at most as long as a result may be. */
export function firstLines(all: readonly string[], maxLines: number): FirstLines {
  let chars = 0
  const end = all.findIndex((line, at) => {
    chars += line.length + 1
    return at >= maxLines || chars > MAX_RESULT_CHARS
  })
  return end === -1 ? { lines: all, isCut: false } : { lines: all.slice(0, end), isCut: true }
}

/** Where the whole of a shortened output is, for the line that says it was shortened. */
export function placeText(filePath: string | null): string {
  return filePath === null ? 'They could not be kept.' : `Full output: ${filePath}`
}

/** One line of at most `maxChars`, for a question or a label. */
export function oneLine(text: string, maxChars: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= maxChars ? line : `${slice(line, 0, maxChars - 1)}…`
}
