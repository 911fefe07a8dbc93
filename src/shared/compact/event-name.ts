import type { CompactionOutcome } from './event.ts'

/** Names of the program's own for what a compaction tells (S-090, C-17): one start, then exactly one ending. */
export type CompactionEventName = 'compaction_started' | `compaction_${CompactionOutcome['kind']}`

/** The name for a notice with this outcome. Progress belongs to the start; every other name ends the compaction. */
export function compactionEventName(outcome: CompactionOutcome | null): CompactionEventName {
  return outcome === null ? 'compaction_started' : `compaction_${outcome.kind}`
}
