import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { toDiskError } from '../../disk/disk-error.ts'
import {
  type ByteSource,
  type fileBytes,
  growingBytes,
  HELD_BYTES,
  heldBytes,
  readFully,
} from '../byte-source.ts'
import { threadError } from '../thread-fault.ts'
import type { SourceFile } from './transcript.ts'

/** Files that are read along with one; more of them belong to an import of their folder. */
const MAX_COMPANIONS = 2_000

/**
 * A file opened for reading, read only; large ones stay on disk and are read through `onDisk`. Throws AppError.
 */
export function openSource(path: string, name: string, onDisk: typeof fileBytes = growingBytes): SourceFile {
  let file: number | null = null
  try {
    // A named pipe would block the whole process here for ever. Windows has no such flag.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const state = fstatSync(file)
    if (!state.isFile())
      throw threadError('file-not-thread', path, 'This is a folder or a device, not a transcript.')
    if (state.size > HELD_BYTES) return { name, bytes: onDisk(file, path, state.size, state.mtimeMs) }
    const bytes = heldBytes(readFully(file, path, 0, state.size))
    closeSync(file)
    return { name, bytes }
  } catch (error) {
    if (file !== null) closeSync(file)
    throw toDiskError(error, path)
  }
}

/** The files and folders named in `wanted` that exist beside `path`, folders with the files directly in them. */
export async function openCompanions(
  path: string,
  wanted: readonly string[],
): Promise<readonly SourceFile[]> {
  const found: SourceFile[] = []
  for (const name of wanted) {
    const names = await filesAt(join(dirname(path), name), name)
    for (const one of names.slice(0, MAX_COMPANIONS - found.length))
      if (one !== basename(path)) found.push(openSource(join(dirname(path), one), one))
  }
  return found
}

async function filesAt(path: string, name: string): Promise<readonly string[]> {
  try {
    if ((await stat(path)).isFile()) return [name]
    const entries = await readdir(path, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${name}/${entry.name}`)
      .toSorted()
  } catch {
    return []
  }
}

/** Lets go of all files. */
export function closeAll(files: readonly { readonly bytes: ByteSource }[]): void {
  for (const { bytes } of files) bytes.close()
}
