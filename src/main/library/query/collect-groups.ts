import type { HitRow } from './hit-rows.ts'

/** Rows of one thread, in the order they were found. */
export interface RowGroup {
  readonly thread: number
  readonly rows: readonly HitRow[]
  /** False = the thread may have more rows that were not asked for. */
  readonly isComplete: boolean
}

export interface CollectedGroups {
  readonly groups: readonly RowGroup[]
  readonly hasMore: boolean
}

/** Rows of one question to the index; many where each question costs much. */
const ROWS_PER_STEP = 50
const ROWS_PER_COSTLY_STEP = 2_000
/** Against a thread that was indexed in thousands of small pieces. */
const MOST_STEPS = 80

/**
 * Collects rows until `most` threads have some, newest first. `ask` answers rows before an id; after a full step the
 * rest of the last row's thread is passed over by `startOf`, the first row of the run of rows that it belongs to: one
 * thread with thousands of hits costs no more than any other.
 */
export function collectGroups(
  most: number,
  ask: (beforeId: number | null, limit: number) => readonly HitRow[],
  startOf: (row: HitRow) => number,
  isCostly = false,
): CollectedGroups {
  const groups = new Map<number, HitRow[]>()
  const passedOver = new Set<number>()
  const limit = isCostly ? ROWS_PER_COSTLY_STEP : ROWS_PER_STEP
  let beforeId: number | null = null
  let isExhausted = false
  for (let step = 0; step < MOST_STEPS && !isExhausted && groups.size <= most; step += 1) {
    const rows = ask(beforeId, limit)
    addRows(groups, rows)
    const last = rows.at(-1)
    isExhausted = last === undefined || rows.length < limit
    if (last === undefined || isExhausted) break
    passedOver.add(last.thread)
    beforeId = startOf(last)
  }
  return closeGroups(groups, most, (thread) => isExhausted && !passedOver.has(thread))
}

/** Groups rows that are all there are, or the first of them, in the order of each thread's first one. */
export function groupRows(rows: readonly HitRow[], most: number, isAll: boolean): CollectedGroups {
  const groups = new Map<number, HitRow[]>()
  addRows(groups, rows)
  return closeGroups(groups, most, () => isAll)
}

function addRows(groups: Map<number, HitRow[]>, rows: readonly HitRow[]): void {
  for (const row of rows) {
    const group = groups.get(row.thread)
    if (group === undefined) groups.set(row.thread, [row])
    else group.push(row)
  }
}

function closeGroups(
  groups: ReadonlyMap<number, readonly HitRow[]>,
  most: number,
  isComplete: (thread: number) => boolean,
): CollectedGroups {
  const all = [...groups].map(([thread, rows]) => ({ thread, rows, isComplete: isComplete(thread) }))
  return { groups: all.slice(0, most), hasMore: all.length > most }
}
