import { letterDistance } from '../../../shared/search/letter-distance.ts'

/** True when one or two insertions, deletions or replacements turn one word into the other; they must differ. */
export function isNearMiss(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 2) return false
  const limit = Math.min(a.length, b.length) < 8 ? 1 : 2
  let from = 0
  while (from < a.length && a.charAt(from) === b.charAt(from)) from++
  let endA = a.length
  let endB = b.length
  while (endA > from && endB > from && a.charAt(endA - 1) === b.charAt(endB - 1)) {
    endA--
    endB--
  }
  const middleA = a.slice(from, endA)
  const middleB = b.slice(from, endB)
  if (Math.max(middleA.length, middleB.length) > 40) return false
  return letterDistance(middleA, middleB) <= limit
}

/** `report-2.json` and `report-3.json`, `data.csv` and `data.tsv` have one stem: no extension, numbers alike. */
export function stemOf(text: string): string {
  return text.replace(/\.[A-Za-z]{1,5}$/, '').replace(/\d+/g, '0')
}
