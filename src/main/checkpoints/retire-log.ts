import type { Database } from 'better-sqlite3'

/** Behind the name of a thread that another one has taken the place of. */
const RETIRED = '?former'

/**
 * What was done under a name is no longer the log, nor the costs, of the thread that has the name now. It stays in the
 * log of the workspace. `where` chooses the rows.
 */
export function retireLog(db: Database, where: string, values: Readonly<Record<string, string>>): void {
  db.prepare(
    `update activity set thread = thread || '${RETIRED}'
     where ${where} and thread not like '%${RETIRED}'`,
  ).run(values)
}

/** The name a thread had, whoever has it now. */
export function nameInLog(thread: string): string {
  return thread.endsWith(RETIRED) ? thread.slice(0, -RETIRED.length) : thread
}
