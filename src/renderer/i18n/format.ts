/** Tokens as the design writes them: 640, 8.1k, 31.4k, 162k, 3.4M. The same in every language. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens))
  if (tokens < 99_950) return `${trimZero((tokens / 1000).toFixed(1))}k`
  if (tokens < 999_500) return `${Math.round(tokens / 1000)}k`
  return `${trimZero((tokens / 1_000_000).toFixed(1))}M`
}

function trimZero(text: string): string {
  return text.endsWith('.0') ? text.slice(0, -2) : text
}

/** A number with the language's grouping. */
export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value)
}

/** A share of 0 to 1 as whole percent: `62 %`, `62%` in Chinese. */
export function formatPercent(share: number, language: string): string {
  const text = new Intl.NumberFormat(language, { style: 'percent' }).format(share)
  return language.startsWith('zh') ? text : text.replace(/(\d)%/, '$1\u00a0%')
}

function withUnit(value: number, unit: string, language: string, digits: number): string {
  const text = new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
    maximumFractionDigits: digits,
  }).format(value)
  return text.replace(/(\d)(?=[^\d\s.,])/u, '$1\u00a0')
}

/** A duration in milliseconds: `240 ms`, `6.8 s`, `14 s`, `3 m`. */
export function formatDuration(durationMs: number, language: string): string {
  if (durationMs < 1000) return withUnit(Math.round(durationMs), 'millisecond', language, 0)
  const seconds = durationMs / 1000
  if (seconds < 120) return withUnit(seconds, 'second', language, seconds < 10 ? 1 : 0)
  return withUnit(seconds / 60, 'minute', language, 0)
}

/** A size in bytes, by thousands: `820 B`, `3.2 MB`. */
export function formatBytes(bytes: number, language: string): string {
  if (bytes < 1000) return withUnit(bytes, 'byte', language, 0)
  if (bytes < 999_500) return withUnit(bytes / 1000, 'kilobyte', language, bytes < 99_500 ? 1 : 0)
  return withUnit(bytes / 1_000_000, 'megabyte', language, 1)
}

/** Dollars; four digits below a cent so that cheap calls do not read as free. */
export function formatCost(usd: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: usd !== 0 && Math.abs(usd) < 0.01 ? 4 : 2,
  }).format(usd)
}

/** A point in time for a list: the time of day, with the day before it once it is not today's any more. */
export function formatMoment(timeMs: number, nowMs: number, language: string): string {
  const isToday = new Date(timeMs).toDateString() === new Date(nowMs).toDateString()
  return new Intl.DateTimeFormat(
    language,
    isToday ? { timeStyle: 'short' } : { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  ).format(timeMs)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago, short: `4 min`, `2 h`, `yesterday`, `Tue`, `3 Mar`; null below one minute. */
export function formatAge(timeMs: number, nowMs: number, language: string): string | null {
  const ageMs = nowMs - timeMs
  if (ageMs < MINUTE_MS) return null
  if (ageMs < HOUR_MS) {
    const minutes = Math.floor(ageMs / MINUTE_MS)
    return new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'short' })
      .format(minutes)
      .replace(/(\d)(?=[^\d\s])/u, '$1\u00a0')
  }
  if (ageMs < 12 * HOUR_MS) return withUnit(Math.floor(ageMs / HOUR_MS), 'hour', language, 0)
  const startOfToday = new Date(nowMs).setHours(0, 0, 0, 0)
  if (timeMs >= startOfToday)
    return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(timeMs)
  if (timeMs >= startOfToday - DAY_MS)
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-1, 'day')
  if (timeMs >= startOfToday - 6 * DAY_MS)
    return new Intl.DateTimeFormat(language, { weekday: 'short' }).format(timeMs)
  const isThisYear = new Date(timeMs).getFullYear() === new Date(nowMs).getFullYear()
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(timeMs)
}
