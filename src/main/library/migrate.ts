import type { Database } from 'better-sqlite3'
import type { Migration } from './migration.ts'
import { messages } from './migrations/001-messages.ts'
import { leanRows } from './migrations/002-lean-rows.ts'
import { foldedWords } from './migrations/003-folded-words.ts'
import { checkpointRows } from './migrations/004-checkpoint-rows.ts'
import { sourceNames } from './migrations/005-source-names.ts'
import { toldFailures } from './migrations/006-told-failures.ts'

/** All steps, in order. A released step is never changed: a further one mends it. */
export const MIGRATIONS: readonly Migration[] = [
  messages,
  leanRows,
  foldedWords,
  checkpointRows,
  sourceNames,
  toldFailures,
]

/** Schema this program writes. */
export const LATEST_VERSION = MIGRATIONS.at(-1)?.version ?? 0

/** Schema of an open index; 0 = empty. */
export function schemaVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/** Brings an index forward, each step in a transaction of its own with its version. Never goes back. */
export function migrate(db: Database, migrations: readonly Migration[] = MIGRATIONS): void {
  const from = schemaVersion(db)
  for (const { version, sql } of migrations.filter((step) => step.version > from)) {
    db.transaction(() => {
      db.exec(sql)
      db.pragma(`user_version = ${version}`)
    }).immediate()
  }
}
