import type { JsonValue } from '../../../shared/thread/message.ts'

/** The value with every string, keys too, free of lone surrogates: strict servers refuse the whole body (I10). */
export function wellFormedValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(wellFormedValue)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormedValue(item)]),
  )
}
