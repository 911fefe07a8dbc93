import type { JsonObject } from './types.ts'

export function asObject(value: unknown): JsonObject {
  // Safe: every object without an array's index is read by key only, and each value stays unknown.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Blank, missing, or a list with nothing in it. */
export function isEmptyContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return asText(value).trim() === ''
}

/** True when the text is a JSON object: what providers demand of the arguments of a call. */
export function isObjectText(value: unknown): boolean {
  try {
    const parsed: unknown = JSON.parse(asText(value))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

/** Visits every string of a value with the path to it. */
export function walkStrings(value: unknown, visit: (path: string, text: string) => void, path = ''): void {
  if (typeof value === 'string') visit(path, value)
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) walkStrings(item, visit, `${path}[${index}]`)
  else
    for (const [key, item] of Object.entries(asObject(value)))
      walkStrings(item, visit, path === '' ? key : `${path}.${key}`)
}
