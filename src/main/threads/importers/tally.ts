/** Counts by name; `add` with the names that are defined for a format, so that none is missing for being zero. */
export type Tally = { [name: string]: number }

/** All names at zero. */
export function newTally(names: readonly string[]): Tally {
  return Object.fromEntries(names.map((name) => [name, 0]))
}

/** Adds to one count. */
export function count(tally: Tally, name: string, more = 1): void {
  tally[name] = (tally[name] ?? 0) + more
}
