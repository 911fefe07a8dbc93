import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { KeptFile } from './kept-file.ts'
import { LATEST_VERSION, migrate, schemaVersion } from './migrate.ts'

/**
 * How the database opened. Everything but `ready` is told to the person:
 * `newer` = written by a newer version, left untouched; nothing is kept in this run.
 * `recovered` = the file was damaged and was moved aside; a new one is in use.
 * `unavailable` = the data folder cannot be written; nothing is kept in this run.
 */
export type DatabaseState = 'ready' | 'newer' | 'recovered' | 'unavailable'

/** The database's file in a data folder. */
export function databasePath(dataDir: string): string {
  return join(dataDir, 'palimpsest.db')
}

/** The database of what is not a thread: tabs, drafts, instructions, workspaces. */
export interface AppDatabase {
  readonly db: Database.Database
  readonly state: DatabaseState
  /** Where a damaged file was moved; null when none was. */
  readonly movedTo: string | null
  /** The reason for `unavailable`, for "Copy details"; null otherwise. */
  readonly details: string | null
  /** Where everything was written anew because the file was deleted or replaced; null = it is where it was. */
  rescue(): string | null
  /** Writes it anew first when its file was deleted. */
  close(): void
}

/** A write of another instance takes milliseconds; the whole core waits for it, and no person longer than this. */
const BUSY_MS = 1_000

/** Codes of SQLite that mean the file itself is bad, not its folder. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/

/**
 * Opens `palimpsest.db` in the data folder, brings its schema forward (after a backup beside it) and never
 * throws for the state of the file: the program works without it. `now` in milliseconds names moved files.
 */
export function openDatabase(dataDir: string, now: () => number): AppDatabase {
  const path = databasePath(dataDir)
  try {
    mkdirSync(dataDir, { recursive: true })
    return openFile(path, now, null)
  } catch (error) {
    if (!isDamage(error)) return openMemory('unavailable', error)
  }
  try {
    return openFile(path, now, moveAside(path, now()))
  } catch (error) {
    return openMemory('unavailable', error)
  }
}

function openFile(path: string, now: () => number, movedTo: string | null): AppDatabase {
  const db = new Database(path)
  try {
    db.pragma(`busy_timeout = ${BUSY_MS}`)
    // Reads the header, so that a file of another kind fails here, before anything is written to it.
    if (schemaVersion(db) > LATEST_VERSION) {
      db.close()
      return openMemory('newer', null)
    }
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') {
      throw Object.assign(new Error('quick_check failed'), { code: 'SQLITE_CORRUPT' })
    }
    db.pragma('journal_mode = WAL')
    // What was said is durable before a provider is asked, also when the power fails.
    db.pragma('synchronous = FULL')
    migrate(db, (version) => backUp(db, `${path}.v${version}-${now()}`))
    // A file that can only be read fails here, not later in the middle of somebody's work.
    db.exec('begin immediate; rollback')
  } catch (error) {
    db.close()
    throw error
  }
  const state = movedTo === null ? 'ready' : 'recovered'
  const kept = new KeptFile(db, path)
  const rescue = () => (db.open && kept.isGone() ? kept.writeAnew(now()) : null)
  const close = () => {
    try {
      rescue()
    } catch {
      // Told while there was somebody to tell; a folder that is gone as well takes nothing.
    }
    db.close()
  }
  return { db, state, movedTo, details: null, rescue, close }
}

function openMemory(state: 'newer' | 'unavailable', error: unknown): AppDatabase {
  const db = new Database(':memory:')
  migrate(db, () => undefined)
  const details = error === null ? null : error instanceof Error ? error.message : String(error)
  return { db, state, movedTo: null, details, rescue: () => null, close: () => db.close() }
}

function backUp(db: Database.Database, target: string): void {
  rmSync(target, { force: true })
  // One consistent file, whatever still stands in the write-ahead log.
  db.prepare('vacuum into ?').run(target)
}

/** The log files belong to the damaged file: beside a new one they would be played into it. */
function moveAside(path: string, stamp: number): string {
  const aside = `${path}.damaged-${stamp}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
  }
  return aside
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DAMAGED.test(String(error.code))
}
