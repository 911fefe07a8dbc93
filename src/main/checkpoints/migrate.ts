import type { Database } from 'better-sqlite3'
import type { Migration } from './migration.ts'
import { tabsDraftsInstructions } from './migrations/001-tabs-drafts-instructions.ts'
import { workspaces } from './migrations/002-workspaces.ts'
import { runtime } from './migrations/003-runtime.ts'
import { replyParts } from './migrations/004-reply-parts.ts'
import { clearedResults } from './migrations/005-cleared-results.ts'

/** All steps, in order. A released step is never changed: a further one mends it. */
export const MIGRATIONS: readonly Migration[] = [
  tabsDraftsInstructions,
  workspaces,
  runtime,
  replyParts,
  clearedResults,
]

/** Schema this program writes. */
export const LATEST_VERSION = MIGRATIONS.at(-1)?.version ?? 0

/** Schema of an open database; 0 = empty. */
export function schemaVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/**
 * Brings a database forward, each step in a transaction of its own with its version. `backUp` is called once
 * before the first step when there is anything to lose. Never goes back.
 */
export function migrate(
  db: Database,
  backUp: (fromVersion: number) => void,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  const from = schemaVersion(db)
  const steps = migrations.filter(({ version }) => version > from)
  if (steps.length > 0 && from > 0) backUp(from)
  for (const { version, sql } of steps) {
    db.transaction(() => {
      db.exec(sql)
      db.pragma(`user_version = ${version}`)
    }).immediate()
  }
}
