import type { JsonValue } from '../../../shared/thread/message.ts'
import { toWellFormed } from './json-shape.ts'

/** A whole number of so many digits may be beyond 2^53, where a JavaScript number no longer holds every digit. */
const LONG_NUMBER = /[:[,\s]-?\d{16}/
const WHOLE = /^-?\d+$/

/** What JSON.parse says of a value besides its key: the digits of a number as they are written. */
type ExactReviver = (
  this: unknown,
  key: string,
  value: unknown,
  context: { readonly source?: string },
) => unknown

const keepDigits: ExactReviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && WHOLE.test(source) && isRounded(value, source)
    ? source
    : value

/** What a number of this program was written as stays a number. */
function isRounded(value: number, source: string): boolean {
  return !Number.isSafeInteger(value) && String(value) !== source
}

/**
 * The value of a JSON text. Whole numbers that a number cannot hold become texts of the same digits: a rounded id
 * names something else (formats.md rule 7). Strings may still hold halves of a pair. Throws SyntaxError.
 */
export function parseExact(text: string): JsonValue {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as JsonValue
  // The type library does not know the reviver's third argument yet.
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown) as JsonValue
}

/** The same with well-formed strings, as the native format's `parseWellFormed` gives them. */
export function parseExactWellFormed(text: string): JsonValue {
  const value = parseExact(text)
  return text.includes('\\ud') || text.includes('\\uD') ? toWellFormed(value) : value
}
