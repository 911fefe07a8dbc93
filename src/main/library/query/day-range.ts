import type { DateText } from '../../../shared/search/query.ts'

/** A day, month or year in this computer's time zone, in milliseconds: `from` inclusive, `to` exclusive. */
export function dayRange(date: DateText): { readonly from: number; readonly to: number } {
  const [year = 1970, month, day] = date.split('-').map(Number)
  const from = new Date(year, (month ?? 1) - 1, day ?? 1)
  const to =
    month === undefined
      ? new Date(year + 1, 0, 1)
      : day === undefined
        ? new Date(year, month, 1)
        : new Date(year, month - 1, day + 1)
  return { from: from.getTime(), to: to.getTime() }
}
