import type { ByteRange } from './bytes.ts'

/** Longest text that one JavaScript string may be decoded from, in bytes (V8 ends at 2^29 - 24 units). */
export const MAX_STRING_BYTES = 536_870_888

/** Text of a range of UTF-8. Wrong bytes become U+FFFD. Throws RangeError above MAX_STRING_BYTES. */
export function decodeText(bytes: Uint8Array, range: ByteRange): string {
  if (range.to - range.from > MAX_STRING_BYTES) throw new RangeError('range too long for one string')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', range.from, range.to)
}

/** The value that stands in a range. Throws SyntaxError when it is no JSON. */
export function decodeJson(bytes: Uint8Array, range: ByteRange): unknown {
  return JSON.parse(decodeText(bytes, range))
}
