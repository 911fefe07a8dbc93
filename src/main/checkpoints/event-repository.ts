import type { Database } from 'better-sqlite3'
import type { CompactionEvent, EventState } from '../../shared/compact/event.ts'
import { detailsOf, type EventRow, readEvent } from './event-row.ts'
import { threadKey } from './thread-key.ts'

/** An event of the list; `event` null = damaged. */
export interface StoredEvent {
  readonly id: string
  readonly number: number
  readonly state: EventState
  readonly createdMs: number
  readonly event: CompactionEvent | null
}

/** One thread's compaction events. Facts are somewhere else and never touched from here (S-001, S-006). */
export interface Events {
  /** Newest first. */
  list(): readonly StoredEvent[]
  /** Null = none, or it cannot be read: the full history is used then. */
  active(): CompactionEvent | null
  nextNumber(): number
  /** Supersedes the active one, in one transaction. */
  append(event: CompactionEvent): void
  /** The active one goes back to the one before it, or to none. Nothing happens for any other. */
  undo(id: string): void
  /** Makes this one active again; what was made on top of it counts as undone. */
  restore(id: string): void
  rename(id: string, name: string): void
  /** Ids under which decisions count: the active one and what it stands on. */
  lineage(): ReadonlySet<string>
  /** File that holds what former compactions summarized, relative to the workspace; null = none was written. */
  historyFile(): string | null
  /** When event, decisions or marks last changed; null = never. */
  changedMs(): number | null
  touch(): void
}

/** Who stood on whom. */
interface EventLink {
  readonly id: string
  readonly parent_id: string | null
}

interface ContextRow {
  readonly active_id: string | null
  readonly changed_ms: number | null
}

export function createEvents(db: Database, root: string | null, thread: string, now: () => number): Events {
  const key = threadKey(root, thread)
  const where = 'root = ? and thread = ?'
  const rows = db.prepare<[string, string], EventRow>(
    `select * from compaction_event where ${where} order by number desc`,
  )
  const row = db.prepare<[string, string, string], EventRow>(
    `select * from compaction_event where ${where} and id = ?`,
  )
  // Without summaries and restored files: a thread of months has hundreds of events, and every request asks.
  const links = db.prepare<[string, string], EventLink>(
    `select id, parent_id from compaction_event where ${where}`,
  )
  const last = db.prepare<[string, string], { readonly number: number | null }>(
    `select max(number) as number from compaction_event where ${where}`,
  )
  const history = db
    .prepare<[string, string], string>(
      `select file_path from compaction_event where ${where} and file_path is not null
       order by number desc limit 1`,
    )
    .pluck()
  const context = db.prepare<[string, string], ContextRow>(
    `select active_id, changed_ms from thread_context where ${where}`,
  )
  const setContext = db.prepare(
    `insert into thread_context (root, thread, active_id, compacted_ms, changed_ms) values (?, ?, ?, ?, ?)
     on conflict do update set active_id = excluded.active_id, changed_ms = excluded.changed_ms,
       compacted_ms = coalesce(excluded.compacted_ms, compacted_ms)`,
  )
  const setChanged = db.prepare(
    `insert into thread_context (root, thread, changed_ms) values (?, ?, ?)
     on conflict do update set changed_ms = excluded.changed_ms`,
  )
  const insert = db.prepare(
    `insert into compaction_event (root, thread, number, cutoff_index, cutoff_message_id, summary_message,
       file_path, strategy, tokens_before, tokens_after, id, kind, created_ms, prefix_hash, parent_id, name, details)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const setUndone = db.prepare(`update compaction_event set is_undone = ? where ${where} and id = ?`)
  const setName = db.prepare(`update compaction_event set name = ? where ${where} and id = ?`)

  const activeId = () => context.get(key.root, key.thread)?.active_id ?? null
  const all = () => rows.all(key.root, key.thread)
  const point = (id: string | null, compactedMs: number | null) =>
    setContext.run(key.root, key.thread, id, compactedMs, now())

  /** From the active one down to the first, by who stood on whom. */
  function chain(from: string | null): ReadonlySet<string> {
    const parents = new Map(links.all(key.root, key.thread).map((link) => [link.id, link.parent_id]))
    const found = new Set<string>()
    for (let id = from; id !== null && !found.has(id); id = parents.get(id) ?? null) {
      if (!parents.has(id)) break
      found.add(id)
    }
    return found
  }

  function stateOf(row: EventRow, active: string | null): EventState {
    if (row.id === active) return 'active'
    return row.is_undone === 1 ? 'undone' : 'superseded'
  }

  return {
    list() {
      const active = activeId()
      return all().map((row) => {
        const state = stateOf(row, active)
        const { id, number, created_ms: createdMs } = row
        return { id, number, state, createdMs, event: readEvent(row, state) }
      })
    },
    active() {
      const active = activeId()
      if (active === null) return null
      const found = row.get(key.root, key.thread, active)
      return found === undefined ? null : readEvent(found, 'active')
    },
    nextNumber: () => (last.get(key.root, key.thread)?.number ?? 0) + 1,
    append: (event) => {
      db.transaction(() => {
        insert.run(
          key.root,
          key.thread,
          event.number,
          event.cutoffIndex,
          event.cutoffMessageId,
          JSON.stringify(event.summaryMessage),
          event.filePath,
          event.strategy,
          event.tokensBefore,
          event.tokensAfter,
          event.id,
          event.kind,
          event.createdMs,
          event.prefixHash,
          activeId(),
          event.name,
          detailsOf(event),
        )
        point(event.id, event.createdMs)
      }).immediate()
    },
    undo: (id) => {
      db.transaction(() => {
        if (activeId() !== id) return
        const parent = row.get(key.root, key.thread, id)?.parent_id ?? null
        setUndone.run(1, key.root, key.thread, id)
        point(parent, null)
      }).immediate()
    },
    restore: (id) => {
      db.transaction(() => {
        if (row.get(key.root, key.thread, id) === undefined) return
        const kept = chain(id)
        for (const link of links.all(key.root, key.thread))
          setUndone.run(kept.has(link.id) ? 0 : 1, key.root, key.thread, link.id)
        point(id, null)
      }).immediate()
    },
    rename: (id, name) => {
      setName.run(name, key.root, key.thread, id)
    },
    lineage: () => chain(activeId()),
    historyFile: () => history.get(key.root, key.thread) ?? null,
    changedMs: () => context.get(key.root, key.thread)?.changed_ms ?? null,
    touch: () => {
      setChanged.run(key.root, key.thread, now())
    },
  }
}
