import type { ByteRange } from './bytes.ts'
import { lastMember, membersOf, scanArray } from './members.ts'

/**
 * Range of the value at `path` inside the JSON value that starts at `index`: keys step into objects (the last
 * of equal keys counts), numbers into arrays. Null when the path leads nowhere. Throws JsonFault.
 */
export function locate(
  bytes: Uint8Array,
  index: number,
  path: readonly (string | number)[],
): ByteRange | null {
  let at = index
  let range: ByteRange | null = null
  for (const step of path) {
    const inside = typeof step === 'string' ? memberRange(bytes, at, step) : elementRange(bytes, at, step)
    if (inside === null) return null
    range = inside
    at = inside.from
  }
  return range
}

function memberRange(bytes: Uint8Array, index: number, key: string): ByteRange | null {
  if (bytes[index] !== 0x7b) return null
  return lastMember(membersOf(bytes, index), key)?.value ?? null
}

function elementRange(bytes: Uint8Array, index: number, wanted: number): ByteRange | null {
  if (bytes[index] !== 0x5b) return null
  let count = 0
  let found: ByteRange | null = null
  scanArray(bytes, index, 0, (from, to) => {
    if (count === wanted) found = { from, to }
    count += 1
  })
  return found
}
