import type { Database } from 'better-sqlite3'
import { threadKey } from './thread-key.ts'

/** A message a person marked, or the result of one of its calls. */
export type StoredMark = {
  readonly index: number
  /** Looked at first; the place when it is empty or gone. */
  readonly messageId: string
} & (
  | { readonly kind: 'pin' | 'exclude' | 'star' }
  /** `call` = the place of the call whose result is left out. */
  | { readonly kind: 'clear'; readonly call: number }
)

interface MarkRow {
  readonly index: number
  readonly messageId: string
  readonly kind: StoredMark['kind']
  readonly call: number
}

/** What stands for the message itself in the column of calls. */
const NO_CALL = -1

export interface Marks {
  list(): readonly StoredMark[]
  set(mark: StoredMark, isOn: boolean): void
  /** These in the place of all; of two at one place the later one counts. All of it or nothing. */
  replace(marks: readonly StoredMark[]): void
}

export function createMarks(db: Database, root: string | null, thread: string): Marks {
  const key = threadKey(root, thread)
  const all = db.prepare<[string, string], MarkRow>(
    `select message_index as "index", message_id as messageId, kind, call from mark
     where root = ? and thread = ? order by message_index, call`,
  )
  const insert = db.prepare(
    `insert into mark (root, thread, message_index, message_id, kind, call) values (?, ?, ?, ?, ?, ?)
     on conflict do update set message_id = excluded.message_id`,
  )
  const remove = db.prepare(
    'delete from mark where root = ? and thread = ? and kind = ? and message_index = ? and call = ?',
  )
  const clear = db.prepare('delete from mark where root = ? and thread = ?')
  const put = (mark: StoredMark) =>
    insert.run(key.root, key.thread, mark.index, mark.messageId, mark.kind, callOf(mark))
  return {
    list: () => all.all(key.root, key.thread).map(readRow),
    set(mark, isOn) {
      if (isOn) put(mark)
      else remove.run(key.root, key.thread, mark.kind, mark.index, callOf(mark))
    },
    replace: (marks) => {
      db.transaction(() => {
        clear.run(key.root, key.thread)
        for (const mark of marks) put(mark)
      }).immediate()
    },
  }
}

function callOf(mark: StoredMark): number {
  return mark.kind === 'clear' ? mark.call : NO_CALL
}

function readRow({ index, messageId, kind, call }: MarkRow): StoredMark {
  return kind === 'clear' ? { index, messageId, kind, call } : { index, messageId, kind }
}
