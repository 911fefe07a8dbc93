import type { Database } from 'better-sqlite3'
import type { JsonValue } from '../../shared/thread/message.ts'
import { threadKey } from './thread-key.ts'

/** A decision about a message, as it is stored. `change` is JSON. */
export interface StoredOverride {
  readonly messageId: string
  readonly index: number
  readonly call: number | null
  readonly step: string
  readonly change: { readonly [key: string]: JsonValue }
  readonly filePath: string | null
}

/** One thread's decisions, in their order. */
export interface Overrides {
  /** Those made without an event, and those made under one of `events`. */
  list(events: ReadonlySet<string>): readonly StoredOverride[]
  /** All of them or none. `eventId` empty = made without an event. */
  add(eventId: string, overrides: readonly StoredOverride[]): void
}

interface OverrideRow {
  readonly event_id: string
  readonly messageId: string
  readonly index: number
  readonly call: number | null
  readonly step: string
  readonly change: string
  readonly filePath: string | null
}

export function createOverrides(db: Database, root: string | null, thread: string): Overrides {
  const key = threadKey(root, thread)
  const rows = db.prepare<[string, string], OverrideRow>(
    `select event_id, message_id as messageId, message_index as "index", call, step, change, file_path as filePath
     from projection_override where root = ? and thread = ? order by seq`,
  )
  const last = db.prepare<[string, string], { readonly seq: number | null }>(
    'select max(seq) as seq from projection_override where root = ? and thread = ?',
  )
  const insert = db.prepare(
    `insert into projection_override
       (root, thread, seq, event_id, message_id, message_index, call, step, change, file_path)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return {
    list: (events) =>
      rows
        .all(key.root, key.thread)
        .filter(({ event_id }) => event_id === '' || events.has(event_id))
        .flatMap(({ event_id: _, change, ...row }) => {
          const read = readChange(change)
          return read === null ? [] : [{ ...row, change: read }]
        }),
    add: (eventId, overrides) => {
      db.transaction(() => {
        let seq = last.get(key.root, key.thread)?.seq ?? 0
        for (const { messageId, index, call, step, change, filePath } of overrides) {
          seq += 1
          const text = JSON.stringify(change)
          insert.run(key.root, key.thread, seq, eventId, messageId, index, call, step, text, filePath)
        }
      }).immediate()
    },
  }
}

/** A damaged decision is left out: the full content is sent then. */
function readChange(text: string): StoredOverride['change'] | null {
  try {
    const value: unknown = JSON.parse(text)
    // Written by this program from a value of that shape.
    return typeof value === 'object' && value !== null ? (value as StoredOverride['change']) : null
  } catch {
    return null
  }
}
