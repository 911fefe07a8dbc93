import type { Database } from 'better-sqlite3'

/** Marks and checkpoints over all threads of a workspace and files outside of it, for searching. */
export interface MarkedThreads {
  pins(root: string | null): readonly { readonly thread: string; readonly index: number }[]
  /** Threads with a checkpoint that stands. */
  checkpointThreads(root: string | null): readonly string[]
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
  return {
    pins: (root) => pins.all(root ?? ''),
    checkpointThreads: (root) => threads.all(root ?? ''),
  }
}
