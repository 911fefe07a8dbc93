import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { toDiskError } from '../disk/disk-error.ts'

/** A file that may hold threads. `isNamed` = a person named it, not a folder above it. */
export interface CandidateFile {
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedMs: number
  readonly isNamed: boolean
}

/** Files looked at in one scan. */
const MOST_FILES = 20_000

/** Never walked into: what lies there was not said to anybody. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git', '.palimpsest'])

/**
 * Every file below the given ones, in a fixed order, files before the folders beside them. Links inside folders are not
 * followed. Rejects with AppError when a named path cannot be looked at.
 */
export async function findFiles(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly CandidateFile[]> {
  const found: CandidateFile[] = []
  for (const path of paths) {
    const state = await stat(path).catch((error: unknown) => {
      throw toDiskError(error, path)
    })
    if (state.isDirectory()) await walk(path, found, signal)
    else found.push({ path, sizeBytes: state.size, modifiedMs: state.mtimeMs, isNamed: true })
  }
  return found
}

async function walk(folder: string, found: CandidateFile[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  // A folder that may not be read hides what is in it and nothing else.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of sorted) {
    if (found.length >= MOST_FILES) return
    if (!entry.isFile() || entry.name.startsWith('.palimpsest-')) continue
    const path = join(folder, entry.name)
    const state = await stat(path).catch(() => null)
    if (state === null) continue
    found.push({ path, sizeBytes: state.size, modifiedMs: state.mtimeMs, isNamed: false })
  }
  for (const entry of sorted)
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name))
      await walk(join(folder, entry.name), found, signal)
}
