import type { JsonValue } from '../../shared/thread/message.ts'
import type { TextFilter } from './text-filter.ts'

/** Base64 this long, and nothing beside it, is a picture or a file: no secret is looked for in it. */
const DATA_CHARS = 4096
const DATA = /^(?:data:[\w/+.-]{1,80};base64,)?[A-Za-z0-9+/]{4000,}={0,2}\s{0,2}$/

/** A key whose value is judged together with its name, as it would be in a line of text. */
const TELLING_KEY = /(?:api[_-]?key|secret|token|passw(?:or)?d)$/i

/**
 * A JSON text with every string of it filtered, keys included. All other characters stay as they are, and so does a
 * string that the filter leaves alone: an untouched text comes back as the same bytes. `json` is valid, or a run of
 * valid JSON that begins and ends outside of strings. Throws SyntaxError for anything else.
 */
export function filterJsonText(json: string, filter: TextFilter, index: number | null): string {
  let clean = ''
  let at = 0
  let key: string | null = null
  for (let open = json.indexOf('"'); open !== -1; ) {
    const close = closingQuote(json, open)
    const written = json.slice(open, close + 1)
    // Parsing is what costs: a string without an escape is what stands between its quotes.
    const value = written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
    const next = filterString(value, key, filter, index)
    if (next !== value) {
      clean += json.slice(at, open) + JSON.stringify(next)
      at = close + 1
    }
    open = json.indexOf('"', close + 1)
    key = /^\s*:\s*$/.test(json.slice(close + 1, open === -1 ? close + 1 : Math.min(open, close + 40)))
      ? value
      : null
  }
  return at === 0 ? json : clean + json.slice(at)
}

/** The same value with every string filtered; the same object where nothing changed. */
export function filterJsonValue(value: JsonValue, filter: TextFilter, index: number | null): JsonValue {
  if (typeof value === 'string') return filterString(value, null, filter, index)
  if (typeof value !== 'object' || value === null) return value
  const text = JSON.stringify(value)
  const clean = filterJsonText(text, filter, index)
  return clean === text ? value : (JSON.parse(clean) as JsonValue)
}

/** `key` is the member's name when the string is its value. */
function filterString(value: string, key: string | null, filter: TextFilter, index: number | null): string {
  if (value.length > DATA_CHARS && DATA.test(value)) return value
  // Arguments of a call travel as JSON inside a string.
  if (key === 'arguments' && value.startsWith('{')) return filterInner(value, filter, index)
  if (key === null || !TELLING_KEY.test(key)) return filter(value, index)
  const lead = `${key}="`
  const line = filter(`${lead}${value}"`, index)
  return line.startsWith(lead) && line.endsWith('"') ? line.slice(lead.length, -1) : filter(value, index)
}

/** Arguments that were cut while they were streamed are filtered as plain text. */
function filterInner(json: string, filter: TextFilter, index: number | null): string {
  try {
    JSON.parse(json)
  } catch {
    return filter(json, index)
  }
  return filterJsonText(json, filter, index)
}

/** Position of the quote that ends the string opened at `open`. */
function closingQuote(json: string, open: number): number {
  for (let quote = json.indexOf('"', open + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let slashes = 0
    while (json[quote - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return quote
  }
  throw new SyntaxError('a string of the JSON text has no end')
}
