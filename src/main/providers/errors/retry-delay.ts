import type { ErrorFields } from './unwrap-body.ts'

const UNIT_MS: { readonly [unit: string]: number } = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/**
 * Milliseconds that the provider asks to wait: `retry-after-ms`, `retry-after` (seconds or a date), or words
 * such as "try again in 6m0s". Null = it does not say. Not capped here. `nowMs` is only used for dates.
 */
export function readRetryDelayMs(
  headers: { readonly [name: string]: string },
  fields: ErrorFields,
  nowMs: number,
): number | null {
  return (
    fromNumber(headers['retry-after-ms'], 1) ??
    fromRetryAfter(headers['retry-after'], nowMs) ??
    fromWords(fields)
  )
}

function fromNumber(text: string | undefined, factor: number): number | null {
  if (text === undefined || text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) && value >= 0 ? Math.round(value * factor) : null
}

function fromRetryAfter(text: string | undefined, nowMs: number): number | null {
  const seconds = fromNumber(text, 1_000)
  if (seconds !== null || text === undefined) return seconds
  // Date.parse takes "-3" for a year.
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs)
}

function fromWords(fields: ErrorFields): number | null {
  for (const message of fields.messages) {
    const text = message.toLowerCase()
    const found =
      /(?:try again in|retry in|retry after|retrydelay)\s+"?([\d.]+\s*(?:ms|seconds?|minutes?|hours?|[smh])(?:\s*[\d.]+\s*(?:ms|[smh]))*)/.exec(
        text,
      )
    const total = found?.[1] === undefined ? null : sum(found[1])
    if (total !== null) return total
  }
  return null
}

function sum(text: string): number | null {
  let total = 0
  for (const [, value, unit] of text.matchAll(/([\d.]+)\s*(ms|s|m|h)/g)) {
    const factor = UNIT_MS[unit ?? '']
    if (factor === undefined || !Number.isFinite(Number(value))) return null
    total += Number(value) * factor
  }
  return Math.round(total)
}
