import type { Database } from 'better-sqlite3'
import { threadKey } from './thread-key.ts'

/** Compaction instructions per thread: the app's own store, since the source file is never written (C-15). */
export interface InstructionRepository {
  /** Null when the person never typed any here: then those in the thread's file count. */
  get(root: string | null, thread: string): string | null
  /** Empty text is kept: the person removed the instructions. */
  save(root: string | null, thread: string, text: string): void
}

export function createInstructionRepository(db: Database, now: () => number): InstructionRepository {
  const read = db.prepare<[string, string], { readonly text: string }>(
    'select text from instruction where root = ? and thread = ?',
  )
  const write = db.prepare(
    `insert into instruction (root, thread, text, saved_ms) values (?, ?, ?, ?)
     on conflict do update set text = excluded.text, saved_ms = excluded.saved_ms`,
  )
  return {
    get(root, thread) {
      const key = threadKey(root, thread)
      return read.get(key.root, key.thread)?.text ?? null
    },
    save(root, thread, text) {
      const key = threadKey(root, thread)
      write.run(key.root, key.thread, text, now())
    },
  }
}
