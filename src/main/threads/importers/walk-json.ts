import { CLOSE_OFFSET, COMMA, OPEN_BRACE, OPEN_BRACKET, skipSpace } from '../json/bytes.ts'
import { faultAt, JsonFault } from '../json/json-fault.ts'
import { keyText } from '../json/members.ts'
import { skipKey, skipValue } from '../json/skip-value.ts'
import { byteOrderMarkLength } from '../thread-fault.ts'

/** A way through one JSON value in steps; its result is the index behind the value. */
export type Walk = Generator<void, number, void>

/** Index behind the value at hand: found at once, or in steps. */
type Inside = number | Walk

/** Goes through the array at `index`; `visit` gets where each element starts. Throws JsonFault. */
export function* walkArray(bytes: Uint8Array, index: number, visit: (at: number) => Inside): Walk {
  if (bytes[index] !== OPEN_BRACKET) throw faultAt(bytes, index)
  let at = skipSpace(bytes, index + 1)
  if (bytes[at] === OPEN_BRACKET + CLOSE_OFFSET) return at + 1
  for (;;) {
    yield
    const inside = visit(at)
    at = skipSpace(bytes, typeof inside === 'number' ? inside : yield* inside)
    if (bytes[at] === OPEN_BRACKET + CLOSE_OFFSET) return at + 1
    if (bytes[at] !== COMMA) throw faultAt(bytes, at)
    at = skipSpace(bytes, at + 1)
  }
}

/** Goes through the object at `index`; `visit` gets each key and where its value starts. Throws JsonFault. */
export function* walkObject(
  bytes: Uint8Array,
  index: number,
  visit: (key: string, at: number) => Inside,
): Walk {
  if (bytes[index] !== OPEN_BRACE) throw faultAt(bytes, index)
  let at = skipSpace(bytes, index + 1)
  if (bytes[at] === OPEN_BRACE + CLOSE_OFFSET) return at + 1
  for (;;) {
    yield
    const valueAt = skipSpace(bytes, skipKey(bytes, at))
    const inside = visit(keyText(bytes, at), valueAt)
    at = skipSpace(bytes, typeof inside === 'number' ? inside : yield* inside)
    if (bytes[at] === OPEN_BRACE + CLOSE_OFFSET) return at + 1
    if (bytes[at] !== COMMA) throw faultAt(bytes, at)
    at = skipSpace(bytes, at + 1)
  }
}

/**
 * Goes through a document as far as it is JSON. `visit` gets where its value starts, behind a byte order mark.
 * The result is the byte where the text is cut or broken; null = whole.
 */
export function* walkDocument(
  bytes: Uint8Array,
  visit: (at: number) => Walk,
): Generator<void, number | null, void> {
  try {
    const from = skipSpace(bytes, byteOrderMarkLength(bytes))
    const to = skipSpace(bytes, yield* visit(from))
    return to < bytes.length ? to : null
  } catch (error) {
    if (error instanceof JsonFault) return error.position
    throw error
  }
}

/** Goes through a document that is one object or an array of them. The result is as with `walkDocument`. */
export function walkObjects(
  bytes: Uint8Array,
  visit: (at: number) => Walk,
): Generator<void, number | null, void> {
  return walkDocument(bytes, function* (at) {
    if (bytes[at] !== OPEN_BRACKET) return yield* visit(at)
    return yield* walkArray(bytes, at, (from) =>
      bytes[from] === OPEN_BRACE ? visit(from) : skipValue(bytes, from),
    )
  })
}
