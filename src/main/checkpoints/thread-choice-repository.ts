import type { Database } from 'better-sqlite3'
import { threadKey } from './thread-key.ts'

/** The provider a person chose for a thread; null = the default one. */
export interface ThreadChoices {
  provider(root: string | null, thread: string): string | null
  setProvider(root: string | null, thread: string, id: string | null): void
}

export function createThreadChoices(db: Database): ThreadChoices {
  const read = db.prepare<[string, string], { readonly id: string | null }>(
    'select provider_id as id from thread_context where root = ? and thread = ?',
  )
  const write = db.prepare(
    `insert into thread_context (root, thread, provider_id) values (?, ?, ?)
     on conflict do update set provider_id = excluded.provider_id`,
  )
  return {
    provider(root, thread) {
      const key = threadKey(root, thread)
      return read.get(key.root, key.thread)?.id ?? null
    },
    setProvider(root, thread, id) {
      const key = threadKey(root, thread)
      write.run(key.root, key.thread, id)
    },
  }
}
