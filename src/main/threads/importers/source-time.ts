import type { JsonValue } from '../../../shared/thread/message.ts'

/** Numbers below are seconds since 1970, others milliseconds: the year 5138 in seconds, 1973 in milliseconds. */
const SECONDS_BELOW = 1e11

/** A time as transcripts write it, in milliseconds since 1970: ISO text, seconds or milliseconds. Null = none. */
export function sourceTimeMs(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value <= 0) return null
    return Math.round(value < SECONDS_BELOW ? value * 1000 : value)
  }
  if (typeof value !== 'string' || value === '') return null
  // A time without a zone would be read in the zone of this machine: the same file must give the same message.
  const parsed = Date.parse(
    /\d\d:\d\d/.test(value) && !/(z|[+-]\d\d:?\d\d)$/i.test(value) ? `${value}Z` : value,
  )
  return Number.isNaN(parsed) || parsed < 0 ? null : parsed
}
