import type { Database } from 'better-sqlite3'
import { threadKey } from './thread-key.ts'

/** Something said or done in a thread that its file does not hold yet. `body` is JSON. */
export interface JournalEntry {
  readonly seq: number
  readonly kind: 'message' | 'patch'
  /** Place of the message when it was written. */
  readonly index: number
  readonly body: string
}

/** One thread's journal. What `append` has returned survives the end of the program. */
export interface Journal {
  /** False = the database could not be opened: what is here is gone when the program ends. */
  readonly isDurable: boolean
  list(): readonly JournalEntry[]
  isEmpty(): boolean
  /**
   * `queueId`: the queued message it was; it leaves the queue in the same step (I9). So do the parts of a reply
   * when a message comes: it is that reply.
   */
  append(entry: Omit<JournalEntry, 'seq'>, queueId: string | null): JournalEntry
  /** Forgets entries up to `seq`: the thread file holds them. */
  clearTo(seq: number): void
}

export function createJournal(db: Database, root: string | null, thread: string, now: () => number): Journal {
  const key = threadKey(root, thread)
  const all = db.prepare<[string, string], JournalEntry>(
    `select seq, kind, message_index as "index", body from journal
     where root = ? and thread = ? order by seq`,
  )
  const last = db.prepare<[string, string], { readonly seq: number | null }>(
    'select max(seq) as seq from journal where root = ? and thread = ?',
  )
  const insert = db.prepare(
    `insert into journal (root, thread, seq, kind, message_index, body, at_ms)
     values (?, ?, ?, ?, ?, ?, ?)`,
  )
  const unqueue = db.prepare('delete from queue where root = ? and thread = ? and id = ?')
  const clearParts = db.prepare('delete from reply_part where root = ? and thread = ?')
  const clear = db.prepare('delete from journal where root = ? and thread = ? and seq <= ?')
  const appendOne = db.transaction((entry: Omit<JournalEntry, 'seq'>, queueId: string | null) => {
    const seq = (last.get(key.root, key.thread)?.seq ?? 0) + 1
    insert.run(key.root, key.thread, seq, entry.kind, entry.index, entry.body, now())
    if (queueId !== null) unqueue.run(key.root, key.thread, queueId)
    if (entry.kind === 'message') clearParts.run(key.root, key.thread)
    return { ...entry, seq }
  })
  return {
    isDurable: !db.memory,
    list: () => all.all(key.root, key.thread),
    isEmpty: () => last.get(key.root, key.thread)?.seq == null,
    append: (entry, queueId) => appendOne.immediate(entry, queueId),
    clearTo: (seq) => {
      clear.run(key.root, key.thread, seq)
    },
  }
}
