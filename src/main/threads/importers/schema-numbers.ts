import type { JsonValue } from '../../../shared/thread/message.ts'
import { asObject } from '../native/json-shape.ts'

/** Limits of JSON Schema: numbers, whatever their size. */
const LIMITS: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
])
/** Schemas are not nested deeper; what lies below stays as it is. */
const MAX_DEPTH = 64

/**
 * A schema whose limits are numbers again: of a limit the size counts and not its last digit, and a text in its place
 * would make a provider refuse the tool.
 */
export function schemaNumbers(schema: JsonValue, depth = 0): JsonValue {
  if (depth > MAX_DEPTH) return schema
  if (Array.isArray(schema)) return schema.map((item: JsonValue) => schemaNumbers(item, depth + 1))
  const object = asObject(schema)
  if (object === null) return schema
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      LIMITS.has(key) && typeof value === 'string' && /^-?\d{16,}$/.test(value)
        ? Number(value)
        : schemaNumbers(value, depth + 1),
    ]),
  )
}
