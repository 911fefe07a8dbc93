import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/ipc/errors.ts'
import { toDiskError } from '../../disk/disk-error.ts'
import { type ByteSource, readFully } from '../byte-source.ts'
import { mapLimited } from '../map-limited.ts'
import { threadError } from '../thread-fault.ts'
import type { SourceFile } from './transcript.ts'

/** Files of one folder that are read as one source. A folder with more is no transcript. */
const MAX_FILES = 100_000
/** Folders inside each other; the deepest known layout has four. */
const MAX_DEPTH = 6

/**
 * All files below a folder, by names relative to it, the one that tells the format first. Their bytes are read when
 * they are asked for: a folder may hold more files than can be open. Links are not followed. Throws AppError.
 */
export async function readFolder(path: string): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = []
  for (const name of mainFirst(await namesIn(path))) {
    const file = join(path, name)
    const { size } = await stat(file).catch((error: unknown) => {
      throw toDiskError(error, file)
    })
    files.push({ name, bytes: bytesOnDisk(file, size) })
  }
  return files
}

/** Files looked at at once. */
const MAX_AT_ONCE = 32

/** Size of all files below a folder, and the time of the one that was changed last. Throws AppError. */
export async function folderState(
  path: string,
): Promise<{ readonly sizeBytes: number; readonly modifiedMs: number }> {
  let sizeBytes = 0
  let modifiedMs = 0
  await mapLimited(await namesIn(path), MAX_AT_ONCE, async (name) => {
    // What vanishes meanwhile makes the folder smaller.
    const state = await stat(join(path, name)).catch(() => null)
    sizeBytes += state?.size ?? 0
    modifiedMs = Math.max(modifiedMs, state?.mtimeMs ?? 0)
  })
  return { sizeBytes, modifiedMs }
}

async function namesIn(path: string): Promise<readonly string[]> {
  const names: string[] = []
  await addNames(path, '', 0, names)
  return names
}

async function addNames(root: string, below: string, depth: number, names: string[]): Promise<void> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch((error: unknown) => {
    throw toDiskError(error, root)
  })
  for (const entry of entries) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory() && depth < MAX_DEPTH) await addNames(root, name, depth + 1, names)
    else if (entry.isFile()) names.push(name)
    if (names.length > MAX_FILES)
      throw threadError('file-too-large', root, `The folder holds more than ${MAX_FILES} files.`, {
        limit: MAX_FILES,
      })
  }
}

/** Names of files that a format is told by, the surest first. */
const MAIN: readonly RegExp[] = [
  /(^|\/)api_conversation_history\.json$/,
  /(^|\/)[^/]*\.messages\.json$/,
  /(^|\/)conversations[^/]*\.json$/,
  /(^|\/)base_state\.json$/,
  /(^|\/)session\/.*\.json$/,
  /\.jsonl$/,
  /\.json$/,
]

/** The names in their order, those that tell a format in front. */
export function mainFirst(names: readonly string[]): readonly string[] {
  const rankOf = (name: string) => {
    const rank = MAIN.findIndex((pattern) => pattern.test(name))
    return rank < 0 ? MAIN.length : rank
  }
  const ranked = names.map((name) => ({ name, rank: rankOf(name) }))
  return ranked
    .toSorted((one, other) => one.rank - other.rank || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name)
}

/** A file that is opened for each reading. Throws AppError `file-changed` when it got shorter. */
function bytesOnDisk(path: string, length: number): ByteSource {
  return {
    length,
    slice(from, to) {
      let file: number | null = null
      try {
        // A named pipe would block the whole process here for ever. Windows has no such flag.
        file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
        if (fstatSync(file).size < length)
          throw new AppError('file-changed', 'The file was changed by another program.')
        return readFully(file, path, from, to)
      } catch (error) {
        throw toDiskError(error, path)
      } finally {
        if (file !== null) closeSync(file)
      }
    },
    close: () => undefined,
  }
}
