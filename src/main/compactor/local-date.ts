/** `2026-11-30, Monday` in the person's time zone (S-038). */
export function localDate(now: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
  return `${day}, ${new Intl.DateTimeFormat('en', { timeZone, weekday: 'long' }).format(now)}`
}
