import type { HitRow } from './hit-rows.ts'

/** Rows of one thread, in the order they were found. */
export interface RowGroup {
  readonly thread: number
  readonly rows: readonly HitRow[]
  /** False = the thread has more rows that were not asked for. */
  readonly isComplete: boolean
}

export interface CollectedGroups {
  readonly groups: readonly RowGroup[]
  readonly hasMore: boolean
}

/** Rows of one question to the index. */
export const ROWS_PER_STEP = 400

/**
 * Collects rows until `most` threads have some, in the order of their first one. Each step asks for rows of threads
 * that were not seen before, so that one thread with thousands of hits costs no more than any other.
 */
export function collectGroups(
  most: number,
  ask: (seen: readonly number[], limit: number) => readonly HitRow[],
): CollectedGroups {
  const groups = new Map<number, { readonly rows: HitRow[]; isComplete: boolean }>()
  for (;;) {
    const seen = [...groups.keys()]
    const rows = ask(seen, ROWS_PER_STEP)
    const isLast = rows.length < ROWS_PER_STEP
    for (const row of rows) {
      const group = groups.get(row.thread)
      if (group === undefined) groups.set(row.thread, { rows: [row], isComplete: isLast })
      else group.rows.push(row)
    }
    if (isLast || groups.size > most) break
  }
  const all = [...groups].map(([thread, { rows, isComplete }]) => ({ thread, rows, isComplete }))
  return { groups: all.slice(0, most), hasMore: all.length > most }
}
