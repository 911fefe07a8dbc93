import type { Database } from 'better-sqlite3'
import { retireLog } from './retire-log.ts'
import { threadKey } from './thread-key.ts'
import { THREAD_TABLES } from './thread-tables.ts'

/**
 * For a thread file that was just made: what is kept about an earlier one of the same name, which lies in the trash, is
 * not the new one's. What was done under that name stays in the log of the workspace.
 */
export function forgetThread(db: Database, root: string | null, thread: string): void {
  const key = threadKey(root, thread)
  db.transaction(() => {
    for (const table of THREAD_TABLES)
      db.prepare(`delete from ${table} where root = ? and thread = ?`).run(key.root, key.thread)
    retireLog(db, 'root = $root and thread = $thread', { root: key.root, thread: key.thread })
  }).immediate()
}
