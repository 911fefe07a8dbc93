import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { LATEST_VERSION, migrate, schemaVersion } from './migrate.ts'

/** The index's file in a data folder. It holds nothing that cannot be read again from the threads. */
export function indexPath(dataDir: string): string {
  return join(dataDir, 'index.db')
}

/**
 * Opens the index for writing. One that is damaged or of a newer version is thrown away and begun anew. Throws when
 * the data folder cannot be written.
 */
export function openIndexForWriting(dataDir: string): Database.Database {
  mkdirSync(dataDir, { recursive: true })
  const path = indexPath(dataDir)
  try {
    return openFile(path)
  } catch {
    throwIndexAway(dataDir)
    return openFile(path)
  }
}

/** Opens the index for searching; null = there is none that can be read. */
export function openIndexForReading(dataDir: string): Database.Database | null {
  let db: Database.Database | null = null
  try {
    db = new Database(indexPath(dataDir), { readonly: true, fileMustExist: true })
    db.pragma('busy_timeout = 1000')
    db.pragma('cache_size = -16000')
    if (schemaVersion(db) === LATEST_VERSION) return db
  } catch {
    // The indexer makes it anew and tells when it is there.
  }
  db?.close()
  return null
}

/** True for an error that means the file itself is bad. */
export function isIndexDamage(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
  )
}

function openFile(path: string): Database.Database {
  const db = new Database(path)
  try {
    db.pragma('busy_timeout = 5000')
    if (schemaVersion(db) > LATEST_VERSION) throw new Error('the index is of a newer version')
    db.pragma('journal_mode = WAL')
    // What a power failure takes is indexed again.
    db.pragma('synchronous = NORMAL')
    migrate(db)
    // Reads every table's root, so that a file of another make fails here.
    db.prepare('select count(*) from thread').get()
    db.prepare("select count(*) from body where body match 'facet : none'").get()
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Removes the index with its log files. */
export function throwIndexAway(dataDir: string): void {
  const path = indexPath(dataDir)
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(path + ending, { force: true })
}
