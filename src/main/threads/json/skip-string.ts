import { BACKSLASH, QUOTE } from './bytes.ts'
import { faultAt } from './json-fault.ts'

// Tables, because one look-up per byte is twice as fast here as comparing (measured on code-heavy threads).
const PLAIN = new Uint8Array(256).fill(1, 0x20)
PLAIN[QUOTE] = 0
PLAIN[BACKSLASH] = 0
const SHORT_ESCAPE = new Uint8Array(256)
for (const sign of '"\\/bfnrt') SHORT_ESCAPE[sign.charCodeAt(0)] = 1

function isHex(byte: number | undefined): boolean {
  if (byte === undefined) return false
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
}

/** Index behind the `\uXXXX` whose backslash stands at `index`. Throws JsonFault. */
function skipUnicodeEscape(bytes: Uint8Array, index: number): number {
  if (bytes[index + 1] !== 0x75) throw faultAt(bytes, index + 1)
  for (let at = index + 2; at < index + 6; at += 1) if (!isHex(bytes[at])) throw faultAt(bytes, at)
  return index + 6
}

/**
 * Index behind the closing quote of the string that opens at `index`. Checks escapes and refuses bare control
 * characters as JSON does; bytes above 0x7F are taken as they come. Throws JsonFault.
 */
export function skipString(bytes: Uint8Array, index: number): number {
  const end = bytes.length
  let at = index + 1
  for (;;) {
    // Never looked up past the end: once a table was asked for `undefined`, it answers three times as slowly.
    while (at < end && PLAIN[bytes[at] as number] === 1) at += 1
    if (at >= end) throw faultAt(bytes, at)
    const byte = bytes[at]
    if (byte === QUOTE) return at + 1
    if (byte !== BACKSLASH) throw faultAt(bytes, at)
    const isShort = at + 1 < end && SHORT_ESCAPE[bytes[at + 1] as number] === 1
    at = isShort ? at + 2 : skipUnicodeEscape(bytes, at)
  }
}
