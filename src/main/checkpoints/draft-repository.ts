import type { Database } from 'better-sqlite3'
import { threadKey } from './thread-key.ts'

/** Text typed and not sent, per thread. */
export interface DraftRepository {
  /** Empty text when there is none. `root` is the open workspace, null = none. */
  get(root: string | null, thread: string): string
  /** Empty text removes the draft. */
  save(root: string | null, thread: string, text: string): void
}

export function createDraftRepository(db: Database, now: () => number): DraftRepository {
  const read = db.prepare<[string, string], { readonly text: string }>(
    'select text from draft where root = ? and thread = ?',
  )
  const write = db.prepare(
    `insert into draft (root, thread, text, saved_ms) values (?, ?, ?, ?)
     on conflict do update set text = excluded.text, saved_ms = excluded.saved_ms`,
  )
  const remove = db.prepare('delete from draft where root = ? and thread = ?')
  return {
    get(root, thread) {
      const key = threadKey(root, thread)
      return read.get(key.root, key.thread)?.text ?? ''
    },
    save(root, thread, text) {
      const key = threadKey(root, thread)
      if (text === '') remove.run(key.root, key.thread)
      else write.run(key.root, key.thread, text, now())
    },
  }
}
