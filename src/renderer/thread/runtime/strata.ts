import type { CheckpointEntry } from '../../../shared/ipc/turn.ts'

/** What lies over one row: numbers of the checkpoints above it, the newest last. */
export interface Strata {
  readonly numbers: readonly number[]
  /** The last row beneath the newest of them: its number stands there. */
  readonly isEdge: boolean
}

const ON_TOP: Strata = { numbers: [], isEdge: false }

/** The checkpoint that the next request begins with; null = none. */
export function activeCheckpoint(entries: readonly CheckpointEntry[]): CheckpointEntry | null {
  return entries.find((entry) => entry.state === 'active' && !entry.isDamaged) ?? null
}

/**
 * Checkpoints that stand in the conversation, oldest first: the active one and those it replaced. Undone and
 * damaged ones, and ones newer than a restored one, cover nothing.
 */
export function standingCheckpoints(entries: readonly CheckpointEntry[]): readonly CheckpointEntry[] {
  const active = activeCheckpoint(entries)
  if (active === null) return []
  return entries
    .filter((entry) => entry.state !== 'undone' && !entry.isDamaged && entry.number <= active.number)
    .toSorted((a, b) => a.number - b.number)
}

/** The layers over the row at `index`. Marks and texts change nothing in the row itself (S-016). */
export function strataOver(standing: readonly CheckpointEntry[], index: number): Strata {
  // A recent segment may have been summarized alone: rows before it are still sent (S-037).
  const over = standing.filter((entry) => index >= (entry.fromIndex ?? 0) && index < entry.cutoffIndex)
  if (over.length === 0) return ON_TOP
  return {
    numbers: over.map((entry) => entry.number),
    isEdge: over.some((entry) => entry.cutoffIndex === index + 1),
  }
}
