/**
 * Text of a `currentDate` variable in the given time zone: `readable-date` (also for unknown formats) gives
 * `2026-08-09, Sunday`, `iso-date` `2026-08-09`, `local-date-time` `2026-08-09 14:03:00`.
 */
export function promptDate(now: Date, timeZone: string, format: string): string {
  const parts = partsOf(now, timeZone)
  const date = `${parts.year}-${parts.month}-${parts.day}`
  if (format === 'iso-date') return date
  if (format === 'local-date-time') return `${date} ${parts.hour}:${parts.minute}:${parts.second}`
  return `${date}, ${parts.weekday}`
}

function partsOf(now: Date, timeZone: string): { readonly [part: string]: string } {
  const options = {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    weekday: 'long',
  } as const
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: knownZone(timeZone) })
  return Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]))
}

function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
