import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'

/**
 * The file behind an open database. Somebody may delete or replace it meanwhile: SQLite goes on without a word, and
 * what it stores is gone with the program. The open database still holds everything, so it is written anew.
 */
export class KeptFile {
  readonly #db: Database
  readonly #path: string
  readonly #opened: string | null
  /** The file that was written here last; null = none yet. */
  #written: string | null = null

  constructor(db: Database, path: string) {
    this.#db = db
    this.#path = path
    this.#opened = identityOf(path)
  }

  /** The file that is open is not the one in the folder. */
  isGone(): boolean {
    return this.#opened !== null && identityOf(this.#path) !== this.#opened
  }

  /**
   * Writes all that is known under the old name, or beside it, named by `nowMs`, where another file took the name.
   * Answers the path. Throws what SQLite and the disk throw; then nothing of that name is half written.
   */
  writeAnew(nowMs: number): string {
    const there = identityOf(this.#path)
    const isOurs = there === null || there === this.#written
    const target = isOurs ? this.#path : `${this.#path}.kept-${nowMs}`
    const beside = `${target}.new`
    rmSync(beside, { force: true })
    this.#db.prepare('vacuum into ?').run(beside)
    const file = openSync(beside, 'r+')
    fsyncSync(file)
    closeSync(file)
    // The log of the deleted file would be played into the new one.
    if (isOurs) for (const suffix of ['-wal', '-shm']) rmSync(target + suffix, { force: true })
    renameSync(beside, target)
    if (isOurs) this.#written = identityOf(target)
    return target
  }
}

/** Null = no such file. */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}
