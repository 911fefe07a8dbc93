import type { Database } from 'better-sqlite3'
import type { QueryFilter } from '../../../shared/search/query.ts'
import type { RowRole } from '../role-codes.ts'
import { dayRange } from './day-range.ts'
import type { StoredCheckpoint } from './stored-checkpoints.ts'

/** A message or title that was found, without its text. */
export interface HitRow {
  readonly id: number
  readonly thread: number
  /** -1 = the thread's title. */
  readonly index: number
  readonly role: RowRole
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
  /** The checkpoints that stand in threads. */
  checkpoints(): readonly StoredCheckpoint[]
}

export interface HitQuery {
  readonly expression: string
  readonly filters: readonly QueryFilter[]
  /** The open workspace; files outside of any are always searched too. Null = only those. */
  readonly root: string | null
  /** Only these; null = any. */
  readonly threads: readonly number[] | null
  readonly limit: number
}

/** How many rows match, and the first one's id; null = none. */
export interface RowSpan {
  readonly count: number
  readonly fromId: number | null
}

export interface HitRows {
  /** Rows from high to low; only those before `beforeId`, null = from the newest on. */
  newest(query: HitQuery, beforeId: number | null): readonly HitRow[]
  /** By score, from the row `fromId` on; null when more than `most` rows match: each costs time. */
  best(query: HitQuery, most: number, fromId?: number): readonly HitRow[] | null
  /** Rows that match, at most one more than `most`, and the oldest of them. Goes through as many of them. */
  span(query: HitQuery, most: number): RowSpan
}

const COLUMNS = `m.id, m.thread, m.message_index as "index",
  case m.role when 0 then 'user' when 1 then 'assistant' when 2 then 'title' else 'checkpoint' end as role,
  m.at_ms as atMs, m.from_byte as "from", m.from_byte + m.bytes as "to"`

/** `body` leads: its rows come in order, and few are looked up. */
const FROM = 'from body b cross join message m on m.id = b.rowid cross join thread t on t.id = m.thread'

/** A title counts most, then what was said. */
const SCORE = 'bm25(body, 1.0, 3.0, 1.0, 8.0, 0.0)'

/** What lies outside and was imported as far as it goes is found in the workspace. */
const NOT_IN_WORKSPACE = `(t.root <> '' or t.source_name = '' or not exists (
  select 1 from thread own where own.root = ? and own.source_name = t.source_name
    and own.state = 'ready' and own.messages >= t.messages))`

/** Finds rows; statements are kept by their text, which depends on the kinds of filters only. */
export function createHitRows(db: Database, marks: MarksPort): HitRows {
  const prepare = kept((sql) => db.prepare<(string | number)[], HitRow & { readonly seen: number }>(sql))
  const prepareSpan = kept((sql) => db.prepare<(string | number)[], RowSpan>(sql))
  return {
    newest(query, beforeId) {
      // Numbers are bound as reals, which the index takes for no bound: it would walk from the newest row each time.
      const before: Condition[] = beforeId === null ? [] : [['b.rowid < cast(? as integer)', beforeId]]
      const { where, values } = whereOf(query.expression, [...before, ...conditionsOf(query, marks)])
      return prepare(`select ${COLUMNS} ${FROM} where ${where} order by b.rowid desc limit ?`).all(
        ...values,
        query.limit,
      )
    },
    best(query, most, fromId) {
      const from: Condition[] = fromId === undefined ? [] : [['b.rowid >= cast(? as integer)', fromId]]
      const { where, values } = whereOf(query.expression, [...from, ...conditionsOf(query, marks)])
      const rows = prepare(
        `with hit as materialized (
           select b.rowid as id, ${SCORE} as score ${FROM} where ${where} order by b.rowid desc limit ?)
         select ${COLUMNS}, (select count(*) from hit) as seen
         from hit cross join message m on m.id = hit.id order by hit.score, hit.id desc limit ?`,
      ).all(...values, most + 1, query.limit)
      return (rows[0]?.seen ?? 0) > most ? null : rows
    },
    span(query, most) {
      const { where, values } = whereOf(query.expression, conditionsOf(query, marks))
      const sql = `select count(*) as count, min(id) as fromId
        from (select b.rowid as id ${FROM} where ${where} order by b.rowid desc limit ?)`
      return prepareSpan(sql).get(...values, most + 1) ?? { count: 0, fromId: null }
    },
  }
}

function kept<T>(make: (sql: string) => T): (sql: string) => T {
  const known = new Map<string, T>()
  return (sql) => {
    const found = known.get(sql) ?? make(sql)
    known.set(sql, found)
    return found
  }
}

type Condition = readonly [sql: string, ...values: (string | number)[]]

function whereOf(expression: string, conditions: readonly Condition[]) {
  return {
    where: ['body match ?', ...conditions.map(([sql]) => sql)].join(' and '),
    values: [expression, ...conditions.flatMap(([, ...values]) => values)],
  }
}

function conditionsOf({ filters, root, threads }: HitQuery, marks: MarksPort): readonly Condition[] {
  const conditions: Condition[] = [["t.root in (?, '')", root ?? '']]
  if (root !== null) conditions.push([NOT_IN_WORKSPACE, root])
  if (threads !== null)
    conditions.push(['m.thread in (select value from json_each(?))', JSON.stringify(threads)])
  for (const { name, value } of filters) {
    if (name === 'before') conditions.push(['coalesce(m.at_ms, t.modified_ms) < ?', dayRange(value).from])
    if (name === 'after') conditions.push(['coalesce(m.at_ms, t.modified_ms) >= ?', dayRange(value).from])
  }
  if (filters.some(({ name, value }) => name === 'has' && value === 'pin'))
    conditions.push([
      `(t.path, m.message_index) in
         (select value ->> 'thread', value ->> 'index' from json_each(?))`,
      JSON.stringify(marks.pins()),
    ])
  return conditions
}
