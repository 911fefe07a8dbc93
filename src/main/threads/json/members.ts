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
import { MAX_DEPTH, skipKey, skipValue } from './skip-value.ts'

/** One `"key": value` of an object. `from` is the quote of its key; the value has its own range. */
export interface Member {
  readonly key: string
  readonly from: number
  readonly value: ByteRange
}

function keyText(bytes: Uint8Array, from: number): string {
  let to = from + 1
  let isPlain = true
  for (; bytes[to] !== QUOTE; to += 1)
    if (bytes[to] === BACKSLASH) {
      isPlain = false
      to += 1
    } else if ((bytes[to] ?? 0) > 0x7f) isPlain = false
  // Most keys are short ASCII words: several times cheaper than a call of the decoder.
  if (isPlain && to - from < 24) return String.fromCharCode(...bytes.subarray(from + 1, to))
  // The scanner has checked that a string stands here.
  return decodeJson(bytes, { from, to: to + 1 }) as string
}

/** Index behind the object that opens at `index`. `visit` gets each key and must return the end of its value. */
export function scanObject(
  bytes: Uint8Array,
  index: number,
  depth: number,
  visit: (key: string, valueAt: number, keyFrom: number) => number,
): number {
  if (bytes[index] !== OPEN_BRACE) throw faultAt(bytes, index)
  if (depth >= MAX_DEPTH) throw new JsonFault('too-deep', index)
  let at = skipSpace(bytes, index + 1)
  if (bytes[at] === OPEN_BRACE + CLOSE_OFFSET) return at + 1
  for (;;) {
    const keyFrom = at
    at = skipSpace(bytes, skipKey(bytes, at))
    at = skipSpace(bytes, visit(keyText(bytes, keyFrom), at, keyFrom))
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
  scanObject(bytes, index, 0, (key, valueAt, from) => {
    const to = skipValue(bytes, valueAt, 1)
    members.push({ key, from, value: { from: valueAt, to } })
    return to
  })
  return members
}

/** The member that counts: JSON's readers take the last of equal keys. */
export function lastMember(members: readonly Member[], key: string): Member | null {
  return members.findLast((member) => member.key === key) ?? null
}
