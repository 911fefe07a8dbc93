import type { DateText } from './query.ts'

/** Days of each month; the calendar's own check is made with the year. */
function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const two = (value: number): string => String(value).padStart(2, '0')

/**
 * A date as it is written here, `2026-03-01`, `2026-03` or `2026`; the same text when it was written so. Other ways
 * that name the year first, or last with a day above twelve, are understood. Null = no date.
 */
export function readDate(text: string): DateText | null {
  const yearFirst = /^(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?)?月?)?年?$/.exec(text)
  if (yearFirst !== null) return written(yearFirst[1], yearFirst[2], yearFirst[3])
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (packed !== null) return written(packed[1], packed[2], packed[3])
  const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (yearLast === null) return null
  const [, first, second, year] = yearLast
  // 03/04/2026 could be two days; nobody is told a guess.
  if (Number(first) > 12) return written(year, second, first)
  return Number(second) > 12 || first === second ? written(year, first, second) : null
}

function written(year?: string, month?: string, day?: string): DateText | null {
  const y = Number(year)
  if (y < 1970 || y > 9999) return null
  if (month === undefined) return String(y)
  const m = Number(month)
  if (m < 1 || m > 12) return null
  if (day === undefined) return `${y}-${two(m)}`
  const d = Number(day)
  return d < 1 || d > daysIn(y, m) ? null : `${y}-${two(m)}-${two(d)}`
}
