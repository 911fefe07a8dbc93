import type { JsonValue } from '../../../shared/thread/message.ts'

/** An object as JSON.parse makes it. */
export type JsonObject = { readonly [key: string]: JsonValue }

/** The value as an object, or null when it is something else. */
export function asObject(value: JsonValue | undefined): JsonObject | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  // Neither null nor array: of JSON's kinds only the object is left.
  return value as JsonObject
}

/** The value as a list; anything else is an empty one. */
export function asList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** The value as text; anything else is empty. */
export function asText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** A name or a number that things are told apart by; anything else is empty. A list could be too deep to be written out. */
export function asKey(value: JsonValue | undefined): string {
  return typeof value === 'number' ? String(value) : asText(value)
}

/** A count that can be shown: finite and not negative, else `fallback`. */
export function asCount<T>(value: JsonValue | undefined, fallback: T): number | T {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : fallback
}

/**
 * Parses JSON text so that every string is well-formed Unicode: halves of a pair become U+FFFD (B-70). Only
 * escapes can make such halves, so text without them is not walked. Throws SyntaxError.
 */
export function parseWellFormed(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue
  return text.includes('\\ud') || text.includes('\\uD') ? toWellFormed(value) : value
}

/** The value with halves of surrogate pairs in its strings and keys replaced by U+FFFD (B-70). */
export function toWellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(toWellFormed)
  const object = asObject(value)
  if (object === null) return value
  // Object.fromEntries defines own properties, so a key `__proto__` stays a plain key.
  return Object.fromEntries(
    Object.entries(object).map(([key, inner]) => [key.toWellFormed(), toWellFormed(inner)]),
  )
}
