import {
  BACKSLASH,
  type ByteRange,
  CLOSE_OFFSET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
} from './bytes.ts'
import { decodeJson } from './decode-json.ts'
import { faultAt, JsonFault } from './json-fault.ts'
import { skipString } from './skip-string.ts'
import { MAX_DEPTH, skipKey, skipValue } from './skip-value.ts'

/** One `"key": value` of an object. `from` is the quote of its key; the value has its own range. */
export interface Member {
  readonly key: string
  readonly from: number
  readonly value: ByteRange
}

/** Text of the key whose quote stands at `from`; the scanner must have passed over it before. */
export function keyText(bytes: Uint8Array, from: number): string {
  // The scanner has checked that a string stands here.
  return decodeJson(bytes, { from, to: skipString(bytes, from) }) as string
}

/** True when the key at `from` is `word`, an ASCII word. Makes a string only for keys written with escapes. */
export function isKey(bytes: Uint8Array, from: number, word: string): boolean {
  for (let step = 0; step < word.length; step += 1) {
    const byte = bytes[from + 1 + step]
    if (byte === BACKSLASH) return keyText(bytes, from) === word
    if (byte !== word.charCodeAt(step)) return false
  }
  return bytes[from + 1 + word.length] === QUOTE
}

/** Index behind the object that opens at `index`. `visit` gets the place of each key and returns the end of its value. */
export function scanObject(
  bytes: Uint8Array,
  index: number,
  depth: number,
  visit: (keyFrom: number, valueAt: number) => number,
): number {
  if (bytes[index] !== OPEN_BRACE) throw faultAt(bytes, index)
  if (depth >= MAX_DEPTH) throw new JsonFault('too-deep', index)
  let at = skipSpace(bytes, index + 1)
  if (bytes[at] === OPEN_BRACE + CLOSE_OFFSET) return at + 1
  for (;;) {
    const keyFrom = at
    at = skipSpace(bytes, skipKey(bytes, at))
    at = skipSpace(bytes, visit(keyFrom, at))
    if (bytes[at] === OPEN_BRACE + CLOSE_OFFSET) return at + 1
    if (bytes[at] !== COMMA) throw faultAt(bytes, at)
    at = skipSpace(bytes, at + 1)
  }
}

/**
 * Index behind the array that opens at `index`. `visit` gets the range of each element, in order; `skip` finds
 * an element's end when the caller wants to look inside on the way.
 */
export function scanArray(
  bytes: Uint8Array,
  index: number,
  depth: number,
  visit: (from: number, to: number) => void,
  skip: (from: number) => number = (from) => skipValue(bytes, from, depth + 1),
): number {
  if (bytes[index] !== OPEN_BRACKET) throw faultAt(bytes, index)
  let at = skipSpace(bytes, index + 1)
  if (bytes[at] === OPEN_BRACKET + CLOSE_OFFSET) return at + 1
  for (;;) {
    const to = skip(at)
    visit(at, to)
    at = skipSpace(bytes, to)
    if (bytes[at] === OPEN_BRACKET + CLOSE_OFFSET) return at + 1
    if (bytes[at] !== COMMA) throw faultAt(bytes, at)
    at = skipSpace(bytes, at + 1)
  }
}

/** All members of the object at `index`, in file order, repeated keys included. Throws JsonFault. */
export function membersOf(bytes: Uint8Array, index: number): readonly Member[] {
  const members: Member[] = []
  scanObject(bytes, index, 0, (from, valueAt) => {
    const to = skipValue(bytes, valueAt, 1)
    members.push({ key: keyText(bytes, from), from, value: { from: valueAt, to } })
    return to
  })
  return members
}

/** The member that counts: JSON's readers take the last of equal keys. */
export function lastMember(members: readonly Member[], key: string): Member | null {
  return members.findLast((member) => member.key === key) ?? null
}
