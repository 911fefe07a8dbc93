import type { Database } from 'better-sqlite3'

/** A thread's active checkpoint as text. */
export interface StandingCheckpoint {
  readonly thread: string
  readonly index: number
  readonly text: string
  readonly atMs: number
}

/** Marks and checkpoints over all threads of a workspace and files outside of it, for searching. */
export interface MarkedThreads {
  pins(root: string | null): readonly { readonly thread: string; readonly index: number }[]
  /** Threads with a checkpoint that stands. */
  checkpointThreads(root: string | null): readonly string[]
  /** The checkpoints that stand, each with the first message it leaves as it is. */
  checkpoints(root: string | null): readonly StandingCheckpoint[]
}

export function createMarkedThreads(db: Database): MarkedThreads {
  const pins = db.prepare<[string], { readonly thread: string; readonly index: number }>(
    `select thread, message_index as "index" from mark where root in (?, '') and kind = 'pin'`,
  )
  const threads = db
    .prepare<[string], string>(
      `select thread from thread_context where root in (?, '') and active_id is not null`,
    )
    .pluck()
  const standing = db.prepare<[string], StandingCheckpoint>(
    `select e.thread, e.cutoff_index as "index", e.summary_message ->> 'text' as text, e.created_ms as atMs
     from thread_context c
     join compaction_event e on e.root = c.root and e.thread = c.thread and e.id = c.active_id
     where c.root in (?, '') and json_valid(e.summary_message) and e.summary_message ->> 'text' is not null`,
  )
  return {
    pins: (root) => pins.all(root ?? ''),
    checkpointThreads: (root) => threads.all(root ?? ''),
    checkpoints: (root) => standing.all(root ?? ''),
  }
}
