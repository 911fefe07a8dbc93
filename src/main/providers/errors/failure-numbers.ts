import type { ErrorFields } from './unwrap-body.ts'

/** Tokens that a refusal names. Null = not said, or not believable. */
export interface FailureNumbers {
  /** The window, or the size of the bucket for a rate limit. */
  readonly limitTokens: number | null
  /** What the request came to. */
  readonly usedTokens: number | null
}

/** Beyond this no window is believed (tokens). */
const MAX_LIMIT = 20_000_000
const N = '([\\d,]+)'

/** Each pattern with the group that holds the limit and the one that holds what was used; 0 = not there. */
const PATTERNS: readonly { readonly pattern: RegExp; readonly limit: number; readonly used: number }[] = [
  { pattern: new RegExp(`${N} tokens > ${N} maximum`), used: 1, limit: 2 },
  { pattern: new RegExp(`limit:? ${N}.{0,40}?requested:? ${N}`), limit: 1, used: 2 },
  { pattern: new RegExp(`limit:? ${N} \\(requested:? ${N}\\)`), limit: 1, used: 2 },
  {
    pattern: new RegExp(
      `maximum context length (?:is|of) ${N}.{0,80}?(?:requested|resulted in) (?:about )?${N}`,
    ),
    limit: 1,
    used: 2,
  },
  {
    pattern: new RegExp(`contains ${N} tokens.{0,60}?too large for model with ${N} maximum`),
    used: 1,
    limit: 2,
  },
  { pattern: new RegExp(`(?:length|limit) is ${N} but the request contains ${N}`), limit: 1, used: 2 },
  {
    pattern: new RegExp(`\\(${N}(?: tokens)?\\) (?:exceeds|is longer than).{0,80}?\\(${N}(?: tokens)?\\)`),
    used: 1,
    limit: 2,
  },
  { pattern: new RegExp(`token count of ${N} exceeds the limit of ${N}`), used: 1, limit: 2 },
  { pattern: new RegExp(`current length is ${N} while limit is ${N}`), used: 1, limit: 2 },
  { pattern: new RegExp(`n_keep: ${N} ?>= ?n_ctx: ${N}`), used: 1, limit: 2 },
  { pattern: new RegExp(`first ${N} tokens when.{0,80}?context length of only ${N}`), used: 1, limit: 2 },
  { pattern: new RegExp(`prompt \\(length ${N}\\).{0,60}?maximum model length of ${N}`), used: 1, limit: 2 },
  { pattern: new RegExp(`passed ${N} input tokens.{0,120}?context length is only ${N}`), used: 1, limit: 2 },
  { pattern: new RegExp(`maximum (?:context|prompt) length (?:is|of) ${N}`), limit: 1, used: 0 },
  {
    pattern: new RegExp(`(?:context length (?:is|of)(?: only)?|configured limit of|tokens allowed) \\(?${N}`),
    limit: 1,
    used: 0,
  },
]

/** Reads the window and the size of the request out of a refusal (provider-errors, section 7). */
export function readNumbers(fields: ErrorFields): FailureNumbers {
  const named = {
    limitTokens: believe(fields.numbers.n_ctx),
    usedTokens: believe(fields.numbers.n_prompt_tokens),
  }
  if (named.limitTokens !== null) return named
  for (const message of fields.messages) {
    const text = message.toLowerCase()
    for (const { pattern, limit, used } of PATTERNS) {
      const match = pattern.exec(text)
      if (match === null) continue
      const found = {
        limitTokens: toNumber(match[limit]),
        usedTokens: used === 0 ? null : toNumber(match[used]),
      }
      if (found.limitTokens !== null) return found
    }
  }
  return { limitTokens: null, usedTokens: null }
}

/** Output tokens that would fit, by the words of an `overflow_output` refusal; null = not said. */
export function readOutputRoom(fields: ErrorFields): number | null {
  for (const message of fields.messages) {
    const text = message.toLowerCase()
    const sum = /([\d,]+) \+ [\d,]+ > ([\d,]+)/.exec(text)
    if (sum) return room(sum[2], sum[1])
    const difference = /[\d,]+ > ([\d,]+) - ([\d,]+)/.exec(text)
    if (difference) return room(difference[1], difference[2])
    const most = mostIn(text)
    if (most !== null) return most
    // A value below one was computed from a window that the input already fills.
    if (/must be at least 1\b/.test(text)) return 0
  }
  return null
}

/** Most output tokens that the model ever gives, whatever the input is, by the words of such a refusal; null = not said. */
export function readOutputMost(fields: ErrorFields): number | null {
  for (const message of fields.messages) {
    const text = message.toLowerCase()
    // A sum or a difference is about this input.
    const most = /[\d,]+ [+-] [\d,]+/.test(text) ? null : mostIn(text)
    if (most !== null) return most
  }
  return null
}

function mostIn(text: string): number | null {
  const found =
    /supports at most ([\d,]+) completion tokens/.exec(text) ??
    /max_(?:completion_|output_)?tokens`? must be less than or equal to `?([\d,]+)/.exec(text) ??
    /max_tokens: [\d,]+ > ([\d,]+)/.exec(text)
  return found === null ? null : toNumber(found[1])
}

function room(limit: string | undefined, input: string | undefined): number | null {
  const [most, used] = [toNumber(limit), toNumber(input)]
  return most === null || used === null ? null : Math.max(0, most - used)
}

function toNumber(text: string | undefined): number | null {
  return text === undefined ? null : believe(Number(text.replaceAll(',', '')))
}

function believe(value: number | undefined): number | null {
  return value !== undefined && Number.isInteger(value) && value > 0 && value <= MAX_LIMIT ? value : null
}
