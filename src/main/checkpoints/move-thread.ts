import type { Database } from 'better-sqlite3'
import { retireLog } from './retire-log.ts'
import { NAMING_TABLES, THREAD_TABLES } from './thread-tables.ts'

/**
 * Lets what is kept about threads follow a thread, with the conversations in its file, or a folder that was renamed or
 * moved inside its workspace. Paths are relative to `root`, with `/`. What stands at the new path already is replaced.
 */
export function moveThread(db: Database, root: string, from: string, to: string): void {
  if (from === to) return
  const values = { root, from, to }
  db.transaction(() => {
    for (const table of [...THREAD_TABLES, ...NAMING_TABLES]) {
      // What is known of a thread that was there before is not this one's.
      if (table === 'activity') retireLog(db, `root = $root and ${isAtOrBelow('$to')}`, { root, to })
      else
        db.prepare(
          `delete from ${table}
           where root = $root and ${isAtOrBelow('$to')}`,
        ).run({ root, to })
      db.prepare(
        `update or replace ${table} set thread = $to || substr(thread, length($from) + 1)
         where root = $root and ${isAtOrBelow('$from')}`,
      ).run(values)
    }
  }).immediate()
}

/** The path itself, a conversation in that file (`PATH?thread=KEY`), and what lies in that folder. */
function isAtOrBelow(path: '$from' | '$to'): string {
  return `(thread = ${path} or substr(thread, 1, length(${path}) + 1) = ${path} || '/'
    or substr(thread, 1, length(${path}) + 8) = ${path} || '?thread=')`
}
