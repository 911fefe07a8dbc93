import { randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { QueuedMessage } from '../../shared/ipc/turn.ts'
import { threadKey } from './thread-key.ts'

/** Messages of one thread that wait to be sent, in order; kept over a restart. */
export interface Queue {
  list(): readonly QueuedMessage[]
  add(text: string, waitsFor: 'turn' | 'compaction'): QueuedMessage
  remove(id: string): void
  moveToFront(id: string): void
}

export function createQueue(db: Database, root: string | null, thread: string): Queue {
  const key = threadKey(root, thread)
  const all = db.prepare<[string, string], QueuedMessage>(
    `select id, text, waits_for as waitsFor from queue
     where root = ? and thread = ? order by position`,
  )
  const ends = db.prepare<[string, string], { readonly first: number | null; readonly last: number | null }>(
    'select min(position) as first, max(position) as last from queue where root = ? and thread = ?',
  )
  const insert = db.prepare(
    'insert into queue (root, thread, id, position, text, waits_for) values (?, ?, ?, ?, ?, ?)',
  )
  const remove = db.prepare('delete from queue where root = ? and thread = ? and id = ?')
  const place = db.prepare('update queue set position = ? where root = ? and thread = ? and id = ?')
  return {
    list: () => all.all(key.root, key.thread),
    add(text, waitsFor) {
      const id = randomUUID()
      const position = (ends.get(key.root, key.thread)?.last ?? 0) + 1
      insert.run(key.root, key.thread, id, position, text, waitsFor)
      return { id, text, waitsFor }
    },
    remove: (id) => {
      remove.run(key.root, key.thread, id)
    },
    moveToFront: (id) => {
      place.run((ends.get(key.root, key.thread)?.first ?? 1) - 1, key.root, key.thread, id)
    },
  }
}
