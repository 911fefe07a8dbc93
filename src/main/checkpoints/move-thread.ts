import type { Database } from 'better-sqlite3'

const TABLES = [
  'tab',
  'draft',
  'instruction',
  'journal',
  'reply_part',
  'queue',
  'compaction_event',
  'thread_context',
  'projection_override',
  'mark',
  'activity',
  'policy',
] as const

/**
 * Lets what is kept about threads follow a thread or a folder that was renamed or moved inside its
 * workspace. Paths are relative to `root`, with `/`. What stands at the new path already is replaced.
 */
export function moveThread(db: Database, root: string, from: string, to: string): void {
  if (from === to) return
  const values = { root, from, to }
  db.transaction(() => {
    for (const table of TABLES) {
      // What is known of a thread that was there before is not this one's.
      if (table !== 'activity')
        db.prepare(
          `delete from ${table}
           where root = $root and (thread = $to or substr(thread, 1, length($to) + 1) = $to || '/')`,
        ).run({ root, to })
      const isMoved = "(thread = $from or substr(thread, 1, length($from) + 1) = $from || '/')"
      db.prepare(
        `update or replace ${table} set thread = $to || substr(thread, length($from) + 1)
         where root = $root and ${isMoved}`,
      ).run(values)
    }
  }).immediate()
}
