const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Characters looked at on each side of a cut; no usual grapheme is longer. */
const NEIGHBOURHOOD = 64

/**
 * The nearest place at or before `index` where a text may be cut: never inside a surrogate pair, a
 * composed character, an emoji sequence or CRLF (B-70). Reads only the neighbourhood of the place.
 */
export function safeCutIndex(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  if (standsBetweenLetters(text, index)) return index
  const from = Math.max(0, index - NEIGHBOURHOOD)
  const window = text.slice(from, index + NEIGHBOURHOOD)
  const segment = segmenter.segment(window).containing(index - from)
  const cut = segment ? from + segment.index : index
  // A sequence longer than the neighbourhood has no border in sight: at least no pair is split.
  return cut > from || from === 0 ? cut : outsidePair(text, index)
}

/** Two signs below U+0300 never join, CRLF excepted: spares the segmenter in most texts. */
function standsBetweenLetters(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1)
  const after = text.charCodeAt(index)
  return before < 0x300 && after < 0x300 && !(before === 13 && after === 10)
}

function outsidePair(text: string, index: number): number {
  const before = text.charCodeAt(index - 1)
  const after = text.charCodeAt(index)
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000 ? index - 1 : index
}

/**
 * A text of at most about `capChars` characters: its head, a mark with the number of characters left out,
 * its tail. Shorter texts come back as they are; a cap of 0 leaves the mark alone.
 */
export function headAndTail(text: string, capChars: number): string {
  if (text.length <= capChars) return text
  const cap = Math.max(0, Math.floor(capChars))
  const headEnd = safeCutIndex(text, Math.ceil(cap / 2))
  const tailStart = Math.max(headEnd, cutAtOrAfter(text, text.length - Math.floor(cap / 2)))
  const leftOut = tailStart - headEnd
  const mark = `\n[... ${leftOut} characters left out ...]\n`
  // A mark longer than what it stands for would lose text for nothing.
  if (leftOut <= mark.length) return text
  return `${text.slice(0, headEnd)}${mark}${text.slice(tailStart)}`
}

function cutAtOrAfter(text: string, index: number): number {
  if (safeCutIndex(text, index) === index) return index
  for (let next = index + 1; next < text.length; next++) {
    if (safeCutIndex(text, next) === next) return next
  }
  return text.length
}
