/** The parts of an error body that may decide something. All texts are as sent, not lower-cased. */
export interface ErrorFields {
  readonly messages: readonly string[]
  /** `code`, `type`, `status` and `details[].reason` words; and class names of gateways. */
  readonly codes: readonly string[]
  readonly params: readonly string[]
  /** An HTTP status that stands inside the body, such as `"code": 429`. */
  readonly innerStatus: number | null
  /** Named numbers that some servers send beside the text (`n_ctx`, `n_prompt_tokens`). */
  readonly numbers: { readonly [name: string]: number }
  /** Other keys met on the way, for marks such as `flagged_input`. */
  readonly keys: ReadonlySet<string>
  /** False for a body of nothing but white space. */
  readonly hasBody: boolean
}

const MAX_DEPTH = 4
/** Words are matched only this far into a message: validation errors echo the prompt behind it. */
const MAX_MESSAGE_CHARS = 2_000
/** A gateway's prefix before the real body: `litellm.BadRequestError: X - {…}` or `400 {…}`. */
const GATEWAY_PREFIX = /^(?:\d{3}|[\w.]+(?:Error|Exception))\b[^{]{0,120}\{/
const GATEWAY_CLASS = /\b(\w+(?:Error|Exception))\b\s*[:-]/g
const MARK_KEYS = ['flagged_input', 'limit_source', 'innererror']

interface Draft {
  messages: string[]
  codes: string[]
  params: string[]
  innerStatus: number | null
  numbers: Record<string, number>
  keys: Set<string>
}

/**
 * Takes an error body apart: arrays, nested `error`, `response.error`, messages that are JSON themselves,
 * `metadata.raw`, gateway prefixes. Never fails: text that is no JSON becomes the one message, a page of HTML
 * becomes none.
 */
export function unwrapBody(rawBody: string): ErrorFields {
  const draft: Draft = {
    messages: [],
    codes: [],
    params: [],
    innerStatus: null,
    numbers: {},
    keys: new Set(),
  }
  const text = rawBody.replace(/^\uFEFF/, '').trim()
  if (text !== '') {
    const value = parseJson(text)
    if (value !== undefined) collect(value, draft, 0)
    else if (!/^<(?:!doctype|html|head|body|\?xml)/i.test(text)) addMessage(text, draft, 0)
  }
  return { ...draft, hasBody: text !== '' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function collect(value: unknown, draft: Draft, depth: number): void {
  if (typeof value === 'string') addMessage(value, draft, depth)
  else if (depth > MAX_DEPTH) return
  else if (Array.isArray(value)) collect(value[0], draft, depth + 1)
  else if (typeof value === 'object' && value !== null) collectObject(Object.entries(value), draft, depth)
}

function collectObject(entries: readonly (readonly [string, unknown])[], draft: Draft, depth: number): void {
  for (const [key, value] of entries) {
    if (MARK_KEYS.includes(key)) draft.keys.add(key)
    if (key === 'error' || key === 'response') collect(value, draft, depth + 1)
    else if (key === 'message' || key === 'detail' || key === 'msg' || key === 'raw' || key === 'error_msg')
      collect(value, draft, depth + 1)
    else if (key === 'metadata' || key === 'innererror') collect(value, draft, depth + 1)
    else if (key === 'details') collectReasons(value, draft)
    else if (key === 'code' || key === 'status' || key === 'statusCode') addCode(value, draft)
    else if (key === 'type') addCode(typeof value === 'string' ? value : null, draft)
    else if (key === 'limit_source') addCode(value, draft)
    else if (key === 'param' && typeof value === 'string') draft.params.push(value)
    // FastAPI: where in the body the wrong field stands.
    else if (key === 'loc' && Array.isArray(value)) draft.params.push(String(value.at(-1)))
    else if (typeof value === 'number' && /^n_|tokens$/.test(key)) draft.numbers[key] = value
  }
}

function collectReasons(value: unknown, draft: Draft): void {
  // Anthropic puts one object here, Google a list.
  if (typeof value === 'object' && value !== null && 'error_code' in value) addCode(value.error_code, draft)
  if (!Array.isArray(value)) return
  for (const item of value.slice(0, 20)) {
    if (typeof item !== 'object' || item === null) continue
    if ('reason' in item && typeof item.reason === 'string') draft.codes.push(item.reason)
    if ('retryDelay' in item && typeof item.retryDelay === 'string')
      draft.messages.push(`retryDelay ${item.retryDelay}`)
  }
}

function addMessage(text: string, draft: Draft, depth: number): void {
  const trimmed = text.trim()
  if (trimmed === '') return
  if (trimmed.startsWith('{') || trimmed.startsWith('[{')) {
    const value = parseJson(trimmed)
    if (value !== undefined) {
      collect(value, draft, depth + 1)
      return
    }
  }
  if (GATEWAY_PREFIX.test(trimmed)) {
    const value = parseJson(trimmed.slice(trimmed.indexOf('{')))
    if (value !== undefined) collect(value, draft, depth + 1)
  }
  const head = trimmed.slice(0, MAX_MESSAGE_CHARS)
  if (/^\s*[\w.]+(?:Error|Exception)\b/.test(head))
    for (const match of head.slice(0, 200).matchAll(GATEWAY_CLASS)) if (match[1]) draft.codes.push(match[1])
  draft.messages.push(head)
}

function addCode(value: unknown, draft: Draft): void {
  const number = typeof value === 'number' ? value : Number(typeof value === 'string' ? value : Number.NaN)
  if (Number.isInteger(number) && number >= 400 && number < 600) draft.innerStatus ??= number
  else if (typeof value === 'string' && value !== '') draft.codes.push(value)
}
