import type { Database } from 'better-sqlite3'
import type { ActivityEntry } from '../../shared/ipc/turn.ts'
import { nameInLog } from './retire-log.ts'
import { threadKey } from './thread-key.ts'

/** Entries are kept this long. */
const KEPT_MS = 90 * 24 * 3_600_000

/** What the program did, without text of messages and without keys (S-093). */
export interface Activity {
  /** Never throws: what was done is done, also when the disk refuses the note of it. */
  record(root: string | null, entry: Omit<ActivityEntry, 'id'>): void
  /** Newest first; `thread` null = all of the workspace. */
  list(
    root: string | null,
    thread: string | null,
    before: number | null,
    limit: number,
  ): readonly ActivityEntry[]
  /** Tokens and costs of a thread's requests, summaries apart. */
  spent(
    root: string | null,
    thread: string,
  ): {
    readonly tokens: number
    readonly costUsd: number | null
    readonly summaryTokens: number
    readonly summaryCostUsd: number | null
  }
}

interface ActivityRow extends Omit<ActivityEntry, 'details'> {
  readonly details: string
}

interface SpentRow {
  readonly kind: string
  readonly tokens: number | null
  readonly cost: number | null
  readonly unknown: number
}

export function createActivity(db: Database, now: () => number): Activity {
  const columns = `id, at_ms as atMs, kind, thread, result, tokens, cost_usd as costUsd,
    duration_ms as durationMs, details`
  const insert = db.prepare(
    `insert into activity (root, thread, at_ms, kind, result, tokens, cost_usd, duration_ms, details)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const ofThread = db.prepare<[string, string, number, number], ActivityRow>(
    `select ${columns} from activity where root = ? and thread = ? and id < ? order by id desc limit ?`,
  )
  const ofAll = db.prepare<[string, number, number], ActivityRow>(
    `select ${columns} from activity where root in (?, '') and id < ? order by id desc limit ?`,
  )
  const sums = db.prepare<[string, string], SpentRow>(
    `select kind, sum(tokens) as tokens, sum(cost_usd) as cost,
       sum(case when cost_usd is null and tokens is not null then 1 else 0 end) as unknown
     from activity where root = ? and thread = ? and kind in ('request', 'summary') group by kind`,
  )
  db.prepare('delete from activity where at_ms < ?').run(now() - KEPT_MS)
  return {
    record(root, entry) {
      const key = threadKey(root, entry.thread)
      try {
        insert.run(
          key.root,
          key.thread,
          entry.atMs,
          entry.kind,
          entry.result,
          entry.tokens,
          entry.costUsd,
          entry.durationMs,
          JSON.stringify(entry.details),
        )
      } catch {
        // A full disk fails the turn where its message is stored; the note alone would end it in the middle.
      }
    },
    list(root, thread, before, limit) {
      const until = before ?? Number.MAX_SAFE_INTEGER
      if (thread === null) return ofAll.all(root ?? '', until, limit).map(readRow)
      const key = threadKey(root, thread)
      return ofThread.all(key.root, key.thread, until, limit).map(readRow)
    },
    spent(root, thread) {
      const key = threadKey(root, thread)
      const rows = sums.all(key.root, key.thread)
      const of = (kind: string) => rows.find((row) => row.kind === kind)
      const cost = (row: SpentRow | undefined) =>
        row === undefined ? 0 : row.unknown > 0 ? null : (row.cost ?? 0)
      return {
        tokens: of('request')?.tokens ?? 0,
        costUsd: cost(of('request')),
        summaryTokens: of('summary')?.tokens ?? 0,
        summaryCostUsd: cost(of('summary')),
      }
    },
  }
}

function readRow({ details, thread, ...row }: ActivityRow): ActivityEntry {
  // Written by `record` from values of that shape.
  return { ...row, thread: nameInLog(thread), details: JSON.parse(details) as ActivityEntry['details'] }
}
