import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppError } from '../../shared/ipc/errors.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { recognizeFolder } from '../threads/importers/recognize-folder.ts'
import { SKIPPED_FOLDERS } from '../threads/skipped-folders.ts'
import { sourceState } from '../threads/source-state.ts'

/** A file that may hold threads, or a folder that is one source as a whole. */
export interface CandidateFile {
  readonly path: string
  readonly isFolder: boolean
  readonly sizeBytes: number
  readonly modifiedMs: number
  /** A person named it, not a folder above it. */
  readonly isNamed: boolean
}

/** Files looked at in one scan. */
const MOST_FILES = 20_000

/**
 * Every file below the given ones, in a fixed order, files before the folders beside them; of a folder that is one
 * source the folder alone. Links inside folders are not followed. A named path that cannot be looked at is given to
 * `onUnreadable`; without it that rejects with the AppError.
 */
export async function findFiles(
  paths: readonly string[],
  signal: AbortSignal,
  onUnreadable?: (path: string, error: AppError) => void,
): Promise<readonly CandidateFile[]> {
  const found: CandidateFile[] = []
  for (const path of paths) {
    const state = await stat(path).catch((cause: unknown) => {
      const error = toDiskError(cause, path)
      if (onUnreadable === undefined) throw error
      onUnreadable(path, error)
      return null
    })
    if (state === null) continue
    if (state.isDirectory()) await walk(path, true, found, signal)
    else
      found.push({ path, isFolder: false, sizeBytes: state.size, modifiedMs: state.mtimeMs, isNamed: true })
  }
  return found
}

async function walk(
  folder: string,
  isNamed: boolean,
  found: CandidateFile[],
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  if ((await recognizeFolder(folder)) !== null) {
    const state = await sourceState(folder).catch(() => null)
    if (state !== null) found.push({ path: folder, ...state, isNamed })
    return
  }
  // A folder that may not be read hides what is in it and nothing else.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of sorted) {
    if (found.length >= MOST_FILES) return
    if (!entry.isFile() || entry.name.startsWith('.palimpsest-')) continue
    const path = join(folder, entry.name)
    const state = await sourceState(path).catch(() => null)
    if (state !== null) found.push({ path, ...state, isNamed: false })
  }
  for (const entry of sorted)
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name))
      await walk(join(folder, entry.name), false, found, signal)
}
