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
    .map((value) => ({ value, distance: distance(typed, value) }))
    .filter((entry) => entry.distance <= 2 && entry.distance < entry.value.length - 1)
    .toSorted((a, b) => a.distance - b.distance)
  return near === undefined ? null : { value: near.value, isSame: false }
}

/** Letters to change, add or leave out. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      )
    row = next
  }
  return row[b.length] ?? 0
}
