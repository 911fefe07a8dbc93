import type { JsonValue } from '../../../shared/thread/message.ts'
import { safeCutIndex } from '../checkpoint/cut-text.ts'

type JsonRecord = { readonly [key: string]: JsonValue }

/** A text that has been shortened ends like this. */
const MARK = /\[\.\.\. \d+ chars of this argument left out\]$/

/** Keys whose texts name something: they say what a call was about and stay whole. */
const NAMING_KEY =
  /(?:path|file|name|dir|directory|folder|uri|url|id|pattern|glob|query|regex|include|search|search_?term|q|cwd|command|cmd)s?$/i

/** A naming text longer than this is no name. */
const LONGEST_NAME = 500

/** Longest texts that are left, tried one after the other until the arguments fit, in parts of the limit. */
const STEPS = [2, 4, 8, 16, 32]

/** No text is cut to less than this, in characters. */
const SHORTEST_TEXT = 40

/**
 * Arguments of at most about `maxChars` as compact JSON; null when nothing is to be gained. Only texts inside are
 * shortened, from the end and marked; keys, numbers, order, and texts that name something stay (B-20). The result
 * is always a JSON object: other values are put into one under `input`. Run again it finds nothing to do.
 */
export function shortenArguments(value: JsonValue, maxChars: number): JsonRecord | null {
  const before = JSON.stringify(value)
  if (before === undefined || before.length <= maxChars) return null
  let shortest: JsonRecord | null = null
  for (const step of STEPS) {
    const limit = Math.max(SHORTEST_TEXT, Math.floor(maxChars / step))
    const shortened = shortenTexts(value, limit, '')
    shortest = isRecord(shortened) ? shortened : { input: shortened }
    if (limit === SHORTEST_TEXT || JSON.stringify(shortest).length <= maxChars) break
  }
  return shortest !== null && JSON.stringify(shortest).length < before.length ? shortest : null
}

function shortenTexts(value: JsonValue, limit: number, key: string): JsonValue {
  if (typeof value === 'string') return shortenText(value, limit, key)
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return value.map((item) => shortenTexts(item, limit, key))
  // fromEntries keeps `__proto__` as a key of its own.
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, shortenTexts(item, limit, name)]),
  )
}

function shortenText(text: string, limit: number, key: string): string {
  if (text.length <= limit || MARK.test(text)) return text
  if (NAMING_KEY.test(key) && isName(text)) return text
  const end = safeCutIndex(text, limit)
  const short = `${text.slice(0, end)}[... ${text.length - end} chars of this argument left out]`
  return short.length < text.length ? short : text
}

/** Whether a text is short enough to name something. */
export function isName(text: string): boolean {
  return text.length <= LONGEST_NAME && !text.includes('\n')
}

function isRecord(value: JsonValue): value is JsonRecord {
  return typeof value === 'object' && value !== null && !isList(value)
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
