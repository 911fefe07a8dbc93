import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../disk/atomic-write.ts'

/** Indexes of large files, so that they need not be read again to be opened. May be thrown away at any time. */
export interface KeptIndexes {
  /** Null when there is none. Never throws. */
  read(path: string): Uint8Array | null
  /** Never rejects: an index that could not be kept is made again. */
  write(path: string, bytes: Uint8Array): Promise<void>
}

/** Indexes that are kept; the one used longest ago goes first. One of 100,000 messages has about 3 MB. */
const MAX_KEPT = 100

/** Where the program keeps them. */
export function threadIndexes(dataDir: string): KeptIndexes {
  return indexFolder(join(dataDir, 'thread-index'))
}

/** A folder with one file per index, named by a hash of the thread's path. */
export function indexFolder(folder: string): KeptIndexes {
  const fileOf = (path: string) =>
    join(folder, `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.idx`)
  return {
    read(path) {
      try {
        const file = fileOf(path)
        const bytes = readFileSync(file)
        const now = new Date()
        utimesSync(file, now, now)
        return bytes
      } catch {
        return null
      }
    },
    async write(path, bytes) {
      try {
        mkdirSync(folder, { recursive: true })
        await writeFileAtomic(fileOf(path), bytes)
        forgetOldest(folder)
      } catch {
        // A full disk costs time at the next opening, nothing else.
      }
    },
  }
}

function forgetOldest(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.endsWith('.idx'))
  if (files.length <= MAX_KEPT) return
  const byAge = files
    .map((name) => ({ name, usedMs: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => a.usedMs - b.usedMs)
  for (const { name } of byAge.slice(0, files.length - MAX_KEPT)) rmSync(join(folder, name), { force: true })
}
