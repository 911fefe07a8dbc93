/** Longest file name that common file systems take, in bytes of UTF-8. */
export const MAX_NAME_BYTES = 255

/** Size of a text in UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

/** The longest start of `text` of at most `maxBytes` that ends between two characters as a person sees them. */
export function shortenToBytes(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text
  const characters = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)
  let size = 0
  let end = 0
  for (const { segment, index } of characters) {
    size += byteLength(segment)
    if (size > maxBytes) break
    end = index + segment.length
  }
  if (end > 0) return text.slice(0, end)
  // One character with so many marks that it alone is too long: cut between its code points.
  let start = ''
  for (const point of text) {
    if (byteLength(start + point) > maxBytes) break
    start += point
  }
  return start
}
