import type { JsonValue } from '../../../shared/thread/message.ts'

/** Numbers below the first are seconds since 1970, the next ones milli-, micro- and nanoseconds, up to the year 5138. */
const UNITS: readonly { readonly below: number; readonly toMs: number }[] = [
  { below: 1e11, toMs: 1e3 },
  { below: 1e14, toMs: 1 },
  { below: 1e17, toMs: 1e-3 },
  { below: 1e20, toMs: 1e-6 },
]
const NUMBER = /^\d{9,20}(?:\.\d+)?$/

/**
 * A time as transcripts write it, in milliseconds since 1970: ISO text, or a number of seconds down to nanoseconds,
 * also as text. Null = none, or none that a date can show.
 */
export function sourceTimeMs(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string' || value === '') return null
  if (NUMBER.test(value)) return fromNumber(Number(value))
  // A time without a zone would be read in the zone of this machine: the same file must give the same message.
  const parsed = Date.parse(
    /\d\d:\d\d/.test(value) && !/(z|[+-]\d\d:?\d\d)$/i.test(value) ? `${value}Z` : value,
  )
  return Number.isNaN(parsed) || parsed < 0 ? null : parsed
}

function fromNumber(value: number): number | null {
  const unit = value > 0 ? UNITS.find(({ below }) => value < below) : undefined
  return unit === undefined ? null : Math.round(value * unit.toMs)
}
