import type { Database } from 'better-sqlite3'
import { threadKey } from './thread-key.ts'

/** A message a person marked. The id is looked at first, the place when the id is empty or gone. */
export interface StoredMark {
  readonly index: number
  readonly messageId: string
  readonly kind: 'pin' | 'exclude' | 'star'
}

export interface Marks {
  list(): readonly StoredMark[]
  set(mark: StoredMark, isOn: boolean): void
  /** These in the place of all; of two at one place the later one counts. All of it or nothing. */
  replace(marks: readonly StoredMark[]): void
}

export function createMarks(db: Database, root: string | null, thread: string): Marks {
  const key = threadKey(root, thread)
  const all = db.prepare<[string, string], StoredMark>(
    `select message_index as "index", message_id as messageId, kind from mark
     where root = ? and thread = ? order by message_index`,
  )
  const insert = db.prepare(
    `insert into mark (root, thread, message_index, message_id, kind) values (?, ?, ?, ?, ?)
     on conflict do update set message_id = excluded.message_id`,
  )
  const remove = db.prepare(
    'delete from mark where root = ? and thread = ? and kind = ? and message_index = ?',
  )
  const clear = db.prepare('delete from mark where root = ? and thread = ?')
  return {
    list: () => all.all(key.root, key.thread),
    set({ index, messageId, kind }, isOn) {
      if (isOn) insert.run(key.root, key.thread, index, messageId, kind)
      else remove.run(key.root, key.thread, kind, index)
    },
    replace: (marks) => {
      db.transaction(() => {
        clear.run(key.root, key.thread)
        for (const { index, messageId, kind } of marks)
          insert.run(key.root, key.thread, index, messageId, kind)
      }).immediate()
    },
  }
}
