import { letterDistance } from './letter-distance.ts'

/** The value that was meant: the same, one that it begins, or one at most two letters away; null = none. */
export function closest<T extends string>(
  typed: string,
  values: readonly T[],
): { readonly value: T; readonly isSame: boolean } | null {
  const same = values.find((value) => value === typed)
  if (same !== undefined) return { value: same, isSame: true }
  const begun = values.find((value) => value.startsWith(typed) || typed.startsWith(value))
  if (begun !== undefined) return { value: begun, isSame: false }
  const [near] = values
    .filter((value) => Math.abs(value.length - typed.length) <= 2)
    .map((value) => ({ value, distance: letterDistance(typed, value) }))
    .filter((entry) => entry.distance <= 2 && entry.distance < entry.value.length - 1)
    .toSorted((a, b) => a.distance - b.distance)
  return near === undefined ? null : { value: near.value, isSame: false }
}
