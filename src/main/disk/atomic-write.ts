import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errnoOf, toDiskError } from './disk-error.ts'
import { renameWithRetry, type Sleep } from './rename-retry.ts'
import {
  changeTemporary,
  DISK,
  type Disk,
  removeQuietly,
  syncFolder,
  writeTemporary,
} from './temporary-file.ts'

/** How a file is written; tests replace the disk and the waiting. */
export interface WriteOptions {
  /** Permissions of a file that was not there before. */
  readonly mode?: number
  readonly disk?: Disk
  readonly sleep?: Sleep
}

/**
 * Replaces a file, or makes it, in one step: at every moment the old or the new content is there whole. Keeps
 * the permissions of the old file and writes through a symbolic link. Throws AppError; the old file is then as
 * it was and the temporary one is gone.
 */
export async function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  await replaceFile(path, (file) => file.writeFile(content), options)
}

/**
 * The same for content that comes in pieces: `write` puts it into the temporary file. When `write` throws, the
 * old file stays; an AppError passes through.
 */
export async function replaceFile(
  path: string,
  write: (file: FileHandle) => Promise<void>,
  options: WriteOptions = {},
): Promise<void> {
  await replaceBy(path, options, (target, mode, disk) => writeTemporary(dirname(target), mode, write, disk))
}

/**
 * The same for a change of a few bytes in a large file: `change` gets an open copy of it, made by the system. When it
 * throws, the old file stays. Throws AppError `file-not-found` when there is no file.
 */
export async function changeFile(
  path: string,
  change: (copy: FileHandle) => Promise<void>,
  options: WriteOptions = {},
): Promise<void> {
  await replaceBy(path, options, (target, mode, disk) =>
    changeTemporary(target, dirname(target), mode, change, disk),
  )
}

async function replaceBy(
  path: string,
  options: WriteOptions,
  makeTemporary: (target: string, mode: number, disk: Disk) => Promise<string>,
): Promise<void> {
  const disk = options.disk ?? DISK
  try {
    const target = await realTarget(path, disk)
    const mode = await modeOf(target, disk, options.mode ?? 0o666)
    const temporary = await makeTemporary(target, mode, disk)
    try {
      await renameWithRetry(temporary, target, disk, options.sleep)
    } catch (error) {
      await removeQuietly(temporary, disk)
      throw error
    }
    await syncFolder(dirname(target), disk)
  } catch (error) {
    throw toDiskError(error, path)
  }
}

async function realTarget(path: string, disk: Disk): Promise<string> {
  try {
    return await disk.realpath(path)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return path
    throw error
  }
}

async function modeOf(path: string, disk: Disk, fresh: number): Promise<number> {
  try {
    return (await disk.stat(path)).mode & 0o777
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return fresh
    throw error
  }
}
