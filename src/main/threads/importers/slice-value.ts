import type { JsonValue } from '../../../shared/thread/message.ts'
import { decodeText } from '../json/decode-json.ts'
import { asObject, type JsonObject } from '../native/json-shape.ts'
import { parseExactWellFormed } from '../native/parse-exact.ts'

/** Text of the bytes. Wrong UTF-8 becomes U+FFFD; bytes too long for one string give an empty text. */
export function sliceText(slice: Uint8Array): string {
  try {
    return decodeText(slice, { from: 0, to: slice.length })
  } catch {
    return ''
  }
}

/** The JSON value in the bytes; undefined when they hold none. Never throws. */
export function sliceValue(slice: Uint8Array | undefined): JsonValue | undefined {
  if (slice === undefined) return undefined
  try {
    return parseExactWellFormed(sliceText(slice))
  } catch {
    return undefined
  }
}

/** The objects in the slices, in order; what is no object is left out. */
export function sliceObjects(slices: readonly Uint8Array[]): readonly JsonObject[] {
  return slices.flatMap((slice): readonly JsonObject[] => {
    const object = asObject(sliceValue(slice))
    return object === null ? [] : [object]
  })
}
