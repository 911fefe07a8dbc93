import { CLOSE_OFFSET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE, skipSpace } from './bytes.ts'
import { faultAt, JsonFault } from './json-fault.ts'
import { skipString } from './skip-string.ts'

/** Deepest nesting a thread file may have. Real threads stay below 40. */
export const MAX_DEPTH = 512

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

function skipDigits(bytes: Uint8Array, index: number): number {
  if (!isDigit(bytes[index])) throw faultAt(bytes, index)
  let at = index + 1
  while (isDigit(bytes[at])) at += 1
  return at
}

function skipNumber(bytes: Uint8Array, index: number): number {
  let at = bytes[index] === 0x2d ? index + 1 : index
  // A leading zero stands alone: 01 is no JSON number.
  at = bytes[at] === 0x30 ? at + 1 : skipDigits(bytes, at)
  if (bytes[at] === 0x2e) at = skipDigits(bytes, at + 1)
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    at += 1
    if (bytes[at] === 0x2b || bytes[at] === 0x2d) at += 1
    at = skipDigits(bytes, at)
  }
  return at
}

function skipWord(bytes: Uint8Array, index: number, word: string): number {
  for (let step = 0; step < word.length; step += 1)
    if (bytes[index + step] !== word.charCodeAt(step)) throw faultAt(bytes, index + step)
  return index + word.length
}

function skipScalar(bytes: Uint8Array, index: number): number {
  const byte = bytes[index]
  if (byte === 0x2d || isDigit(byte)) return skipNumber(bytes, index)
  if (byte === 0x74) return skipWord(bytes, index, 'true')
  if (byte === 0x66) return skipWord(bytes, index, 'false')
  if (byte === 0x6e) return skipWord(bytes, index, 'null')
  throw faultAt(bytes, index)
}

/** From the quote of a key to the byte behind its colon. Throws JsonFault. */
export function skipKey(bytes: Uint8Array, index: number): number {
  if (bytes[index] !== QUOTE) throw faultAt(bytes, index)
  const at = skipSpace(bytes, skipString(bytes, index))
  if (bytes[at] !== COLON) throw faultAt(bytes, at)
  return at + 1
}

/**
 * Index behind the JSON value that starts at `index` (no white space before it). Checks the whole grammar and
 * never recurses. `depth` = containers already open around it. Throws JsonFault.
 */
export function skipValue(bytes: Uint8Array, index: number, depth = 0): number {
  const first = bytes[index]
  if (first === QUOTE) return skipString(bytes, index)
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return skipScalar(bytes, index)
  return skipContainer(bytes, index, MAX_DEPTH - depth)
}

function skipContainer(bytes: Uint8Array, index: number, limit: number): number {
  const open: number[] = []
  let at = index
  for (;;) {
    at = skipSpace(bytes, at)
    const byte = bytes[at]
    if (byte === QUOTE) at = skipString(bytes, at)
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (open.length >= limit) throw new JsonFault('too-deep', at)
      at = skipSpace(bytes, at + 1)
      if (bytes[at] !== byte + CLOSE_OFFSET) {
        open.push(byte)
        if (byte === OPEN_BRACE) at = skipKey(bytes, at)
        continue
      }
      at += 1
    } else at = skipScalar(bytes, at)
    // A value has ended: close what closes here, or step to the next value.
    for (;;) {
      const around = open[open.length - 1]
      if (around === undefined) return at
      at = skipSpace(bytes, at)
      const next = bytes[at]
      if (next === COMMA) {
        at += 1
        if (around === OPEN_BRACE) at = skipKey(bytes, skipSpace(bytes, at))
        break
      }
      if (next !== around + CLOSE_OFFSET) throw faultAt(bytes, at)
      at += 1
      open.pop()
    }
  }
}
