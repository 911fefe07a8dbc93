import type { Database, Statement } from 'better-sqlite3'
import type { SearchOrder } from '../../../shared/search/answer.ts'
import type { QueryFilter } from '../../../shared/search/query.ts'
import { dayRange } from './day-range.ts'

/** A message or title that was found, without its text. */
export interface HitRow {
  readonly id: number
  readonly thread: number
  /** -1 = the thread's title. */
  readonly index: number
  readonly role: 'user' | 'assistant' | 'title'
  readonly atMs: number | null
  readonly from: number | null
  readonly to: number | null
}

/** A message with a mark of the person's. */
export interface PinnedMessage {
  readonly thread: string
  readonly index: number
}

/** What the checkpoint database knows and the index does not. Paths are ids of the open workspace, or absolute. */
export interface MarksPort {
  pins(): readonly PinnedMessage[]
  /** Threads with a checkpoint that stands. */
  checkpointThreads(): readonly string[]
}

export interface HitQuery {
  readonly expression: string
  readonly filters: readonly QueryFilter[]
  /** The open workspace; files outside of any are always searched too. Null = only those. */
  readonly root: string | null
  readonly order: SearchOrder
  /** Only rows before this one, for the next page of the newest; null = from the newest on. */
  readonly beforeId: number | null
  readonly limit: number
}

/** Finds rows; statements are kept by their text, which depends on the kinds of filters only. */
export function createHitRows(db: Database, marks: MarksPort): (query: HitQuery) => readonly HitRow[] {
  const statements = new Map<string, Statement<(string | number)[], HitRow>>()
  const prepare = (sql: string) => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const made = db.prepare<(string | number)[], HitRow>(sql)
    statements.set(sql, made)
    return made
  }
  return ({ expression, filters, root, order, beforeId, limit }) => {
    const conditions = ['body match ?', "t.root in (?, '')"]
    const values: (string | number)[] = [expression, root ?? '']
    if (beforeId !== null) {
      conditions.push('b.rowid < ?')
      values.push(beforeId)
    }
    for (const [condition, ...more] of [...placeConditions(filters), ...markConditions(filters, marks)]) {
      conditions.push(condition)
      values.push(...more)
    }
    // A title counts most, then what was said. `body` leads: its rows come in order, and few are looked up.
    const ordering = order === 'newest' ? 'b.rowid desc' : 'bm25(body, 8.0, 3.0, 1.0, 1.0, 0.0), b.rowid desc'
    return prepare(
      `select m.id, m.thread, m.message_index as "index", m.role, m.at_ms as atMs,
           m.from_byte as "from", m.to_byte as "to"
         from body b cross join message m on m.id = b.rowid cross join thread t on t.id = m.thread
         where ${conditions.join(' and ')} order by ${ordering} limit ?`,
    ).all(...values, limit)
  }
}

type Condition = readonly [sql: string, ...values: (string | number)[]]

function placeConditions(filters: readonly QueryFilter[]): readonly Condition[] {
  const conditions: Condition[] = []
  const folders = filters.flatMap(({ name, value }) => (name === 'folder' ? [value] : []))
  if (folders.length > 0)
    conditions.push([
      // The folder itself, those below it, and folders that are called so anywhere.
      `(${folders.map(() => "'/' || lower(t.folder) || '/' like ? escape '\\'").join(' or ')})`,
      ...folders.map((folder) => `%/${escapeLike(folder.toLowerCase().replace(/^\/+|\/+$/g, ''))}/%`),
    ])
  for (const { name, value } of filters) {
    if (name === 'before') conditions.push(['coalesce(m.at_ms, t.modified_ms) < ?', dayRange(value).from])
    if (name === 'after') conditions.push(['coalesce(m.at_ms, t.modified_ms) >= ?', dayRange(value).from])
  }
  return conditions
}

function markConditions(filters: readonly QueryFilter[], marks: MarksPort): readonly Condition[] {
  const asked = new Set(filters.flatMap(({ name, value }) => (name === 'has' ? [value] : [])))
  const conditions: Condition[] = []
  if (asked.has('pin'))
    conditions.push([
      `(t.path, m.message_index) in
         (select value ->> 'thread', value ->> 'index' from json_each(?))`,
      JSON.stringify(marks.pins()),
    ])
  if (asked.has('checkpoint'))
    conditions.push([
      '(t.has_checkpoint = 1 or t.path in (select value from json_each(?)))',
      JSON.stringify(marks.checkpointThreads()),
    ])
  return conditions
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
