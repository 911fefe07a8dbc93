import type { Database } from 'better-sqlite3'
import { threadKey } from './thread-key.ts'

/**
 * One thread's reply that is being written, in pieces of JSON. Only ever added to; a message that the journal takes
 * clears it in the same step, so that a reply never stands in both.
 */
export interface ReplyParts {
  /** Forgets what stands there and begins with `head`. */
  begin(head: string): void
  add(body: string): void
  /** Head first; empty = no reply was broken off. */
  list(): readonly string[]
  clear(): void
}

export function createReplyParts(db: Database, root: string | null, thread: string): ReplyParts {
  const key = threadKey(root, thread)
  const all = db
    .prepare<[string, string], string>(
      'select body from reply_part where root = ? and thread = ? order by seq',
    )
    .pluck()
  const insert = db.prepare(
    `insert into reply_part (root, thread, seq, body)
     select $root, $thread, coalesce(max(seq) + 1, 0), $body from reply_part
     where root = $root and thread = $thread`,
  )
  const remove = db.prepare('delete from reply_part where root = ? and thread = ?')
  const add = (body: string): void => {
    insert.run({ ...key, body })
  }
  const clear = (): void => {
    remove.run(key.root, key.thread)
  }
  const beginWith = db.transaction((head: string) => {
    clear()
    add(head)
  })
  return { begin: (head) => beginWith.immediate(head), add, list: () => all.all(key.root, key.thread), clear }
}
