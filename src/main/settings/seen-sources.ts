import { join } from 'node:path'
import { openJsonFile, writeJsonFile } from './json-file.ts'

/** Files remembered over a restart, so that their list stays small. */
const MOST_STAMPS = 20_000

/** Which files of a watched folder were taken over, and as what: size and time by path. */
export interface SeenSources {
  of(folder: string): ReadonlyMap<string, string>
  /** Never rejects: what was not kept is looked at again at the next start, and found unchanged. */
  keep(folder: string, stamps: ReadonlyMap<string, string>): Promise<void>
  forget(folder: string): Promise<void>
}

/** Kept over restarts in the data folder. Never rejects. `now` in milliseconds names a damaged file that is moved. */
export async function openSeenSources(dataDir: string, now: () => number): Promise<SeenSources> {
  const path = join(dataDir, 'import-seen.json')
  const { value } = await openJsonFile(path, now)
  const folders = new Map(
    Object.entries(value).map(([folder, stamps]) => [folder, readStamps(folder, stamps)]),
  )
  let writing: Promise<void> = Promise.resolve()
  const write = (): Promise<void> => {
    let left = MOST_STAMPS
    const next: Record<string, Record<string, string>> = {}
    for (const [folder, stamps] of folders) {
      const kept = [...stamps].slice(0, left)
      left -= kept.length
      next[folder] = Object.fromEntries(kept.map(([file, stamp]) => [file.slice(folder.length), stamp]))
    }
    writing = writing.then(() => writeJsonFile(path, next)).catch(() => undefined)
    return writing
  }
  return {
    of: (folder) => folders.get(folder) ?? new Map(),
    keep(folder, stamps) {
      folders.set(folder, new Map(stamps))
      return write()
    },
    async forget(folder) {
      if (folders.delete(folder)) await write()
    },
  }
}

function readStamps(folder: string, value: unknown): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(Object.entries(value).map(([file, stamp]) => [`${folder}${file}`, String(stamp)]))
}
