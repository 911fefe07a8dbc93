/** Characters of all texts of one request. The largest honest one is a checkpoint or a copied text. */
const MAX_CHARS = 10_000_000
const MAX_VALUES = 100_000
const MAX_DEPTH = 32

/**
 * True when an input is of a size that an honest page sends. Looked at before any schema, so that a hostile
 * input costs nothing. Also refuses keys that reach into prototypes.
 */
export function isSaneInput(input: unknown): boolean {
  let chars = 0
  let values = 0
  const walk = (value: unknown, depth: number): boolean => {
    values += 1
    if (values > MAX_VALUES || depth > MAX_DEPTH) return false
    if (typeof value === 'string') {
      chars += value.length
      return chars <= MAX_CHARS
    }
    if (typeof value !== 'object' || value === null) return true
    if (Array.isArray(value)) {
      // Before the walk: an empty array of four thousand million places crosses in a few bytes.
      return value.length <= MAX_VALUES && value.every((item) => walk(item, depth + 1))
    }
    // Routes take plain data only: no buffers, maps, dates or errors.
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return false
    return Object.entries(value).every(([key, item]) => {
      chars += key.length
      return key !== '__proto__' && key !== 'constructor' && key !== 'prototype' && walk(item, depth + 1)
    })
  }
  return walk(input, 0) && chars <= MAX_CHARS
}
