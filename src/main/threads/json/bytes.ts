export const QUOTE = 0x22
export const BACKSLASH = 0x5c
export const COLON = 0x3a
export const COMMA = 0x2c
export const OPEN_BRACE = 0x7b
export const OPEN_BRACKET = 0x5b
/** Both closing brackets stand two places behind their opening one in ASCII. */
export const CLOSE_OFFSET = 2
export const LINE_FEED = 0x0a
export const CARRIAGE_RETURN = 0x0d

/** Bytes from `from` (inclusive) to `to` (exclusive). */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

const SPACE = new Uint8Array(256)
for (const byte of [0x20, LINE_FEED, CARRIAGE_RETURN, 0x09]) SPACE[byte] = 1

/** Index of the first byte from `index` on that is not JSON white space; may be the length. */
export function skipSpace(bytes: Uint8Array, index: number): number {
  const end = bytes.length
  let at = index
  while (at < end && SPACE[bytes[at] as number] === 1) at += 1
  return at
}
