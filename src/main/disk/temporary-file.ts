import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import * as realDisk from 'node:fs/promises'
import { join } from 'node:path'
import { errnoOf } from './disk-error.ts'

/** The calls that writing needs; tests put failing ones in their place. */
export type Disk = Pick<
  typeof realDisk,
  'open' | 'copyFile' | 'chmod' | 'link' | 'rename' | 'unlink' | 'readdir' | 'lstat' | 'stat' | 'realpath'
>

/** The real disk. */
export const DISK: Disk = realDisk

const NAME = /^\.palimpsest-[0-9a-f-]{36}\.tmp$/
const STALE_MS = 60 * 60 * 1000

/** True for a name that our own unfinished writes leave behind. */
export function isTemporaryName(name: string): boolean {
  return NAME.test(name)
}

/**
 * Writes a flushed temporary file into `folder` and returns its path. When writing fails the file is taken away
 * and the error passed on as it came.
 */
export async function writeTemporary(
  folder: string,
  mode: number,
  write: (file: FileHandle) => Promise<void>,
  disk: Disk,
): Promise<string> {
  const path = join(folder, `.palimpsest-${randomUUID()}.tmp`)
  await fillTemporary(path, await disk.open(path, 'wx', mode), write, disk)
  return path
}

/**
 * The same, but `write` changes a copy of the file at `original`. The system copies: where the disk can share blocks
 * nothing is read or written for it.
 */
export async function changeTemporary(
  original: string,
  folder: string,
  mode: number,
  write: (file: FileHandle) => Promise<void>,
  disk: Disk,
): Promise<string> {
  const path = join(folder, `.palimpsest-${randomUUID()}.tmp`)
  let file: FileHandle
  try {
    await disk.copyFile(original, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    // Also a file that may not be written to is replaced, where its folder allows it.
    await disk.chmod(path, mode | OWNER_WRITES)
    file = await disk.open(path, 'r+')
  } catch (error) {
    await removeQuietly(path, disk)
    throw error
  }
  const change = async (): Promise<void> => {
    await write(file)
    if ((mode & OWNER_WRITES) === 0) await file.chmod(mode)
  }
  await fillTemporary(path, file, change, disk)
  return path
}

const OWNER_WRITES = 0o200

async function fillTemporary(
  path: string,
  file: FileHandle,
  write: (file: FileHandle) => Promise<void>,
  disk: Disk,
): Promise<void> {
  try {
    await write(file)
    await file.sync()
  } catch (error) {
    await file.close().catch(() => undefined)
    await removeQuietly(path, disk)
    throw error
  }
  await file.close()
}

/** Removes a temporary file. A failure is of no matter: `sweepTemporaries` comes by later. */
export async function removeQuietly(path: string, disk: Disk): Promise<void> {
  await disk.unlink(path).catch(() => undefined)
}

/** Makes a new or renamed entry of a folder durable. */
export async function syncFolder(folder: string, disk: Disk): Promise<void> {
  try {
    const handle = await disk.open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    // Windows and some network disks cannot flush a folder; there the rename alone has to do.
    const isUnsupported = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].includes(errnoOf(error) ?? '')
    if (!isUnsupported) throw error
  }
}

/** Takes away temporary files that a killed process left in a folder more than an hour ago. Returns how many. */
export async function sweepTemporaries(folder: string, nowMs: number, disk: Disk = DISK): Promise<number> {
  let removed = 0
  for (const name of await disk.readdir(folder)) {
    if (!isTemporaryName(name)) continue
    const path = join(folder, name)
    const state = await disk.lstat(path).catch(() => null)
    if (state === null || nowMs - state.mtimeMs < STALE_MS) continue
    await removeQuietly(path, disk)
    removed += 1
  }
  return removed
}
