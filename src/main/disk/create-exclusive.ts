import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import { errnoOf, toDiskError } from './disk-error.ts'
import { renameWithRetry } from './rename-retry.ts'
import { DISK, type Disk, removeQuietly, syncFolder, writeTemporary } from './temporary-file.ts'

/** How a creation ended. */
export type Creation = 'created' | 'exists'

/** What `createExclusive` may be told. */
export interface CreateOptions {
  /** Permissions before the umask. */
  readonly mode?: number
  readonly disk?: Disk
}

const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EXDEV'])

/** After this time the lock of a process that died is ignored. */
const STALE_LOCK_MS = 60_000

/**
 * Makes a new file with what `write` puts into it. At any moment, also when the process is killed, the name is
 * absent or the file complete and flushed; something that is there is never overwritten (`exists`), whatever
 * the case of its name. Throws AppError for the disk's own errors and leaves nothing behind then.
 */
export async function createExclusive(
  path: string,
  write: (file: FileHandle) => Promise<void>,
  options: CreateOptions = {},
): Promise<Creation> {
  const disk = options.disk ?? DISK
  const folder = dirname(path)
  try {
    if (await isTaken(path, disk)) return 'exists'
    const temporary = await writeTemporary(folder, options.mode ?? 0o666, write, disk)
    let creation: Creation
    try {
      creation = await publish(temporary, path, disk)
    } finally {
      // After a rename there is nothing to remove any more, which is no error here.
      await removeQuietly(temporary, disk)
    }
    if (creation === 'created') await syncFolder(folder, disk)
    return creation
  } catch (error) {
    throw toDiskError(error, path)
  }
}

/** True when the folder has an entry of that name in any case: such two cannot both go to a Windows disk. */
async function isTaken(path: string, disk: Disk): Promise<boolean> {
  const wanted = basename(path).normalize('NFC').toLowerCase()
  const names = await disk.readdir(dirname(path))
  return names.some((name) => name.normalize('NFC').toLowerCase() === wanted)
}

/** A hard link appears whole and fails when the name is taken: exactly what is wanted. */
async function publish(temporary: string, path: string, disk: Disk): Promise<Creation> {
  try {
    await disk.link(temporary, path)
    return 'created'
  } catch (error) {
    const errno = errnoOf(error) ?? ''
    if (errno === 'EEXIST') return 'exists'
    if (NO_HARD_LINKS.has(errno)) return renameUnderLock(temporary, path, disk)
    throw error
  }
}

/**
 * For disks without hard links (FAT, some network disks). A rename appears whole too but overwrites, so a lock
 * keeps other processes of this program away between the check and the rename. Another program that makes the
 * same name within that moment is not seen; an empty placeholder would be, but could stay behind half-made.
 */
async function renameUnderLock(temporary: string, path: string, disk: Disk): Promise<Creation> {
  const lock = lockPath(path)
  if (!(await takeLock(lock, disk))) return 'exists'
  try {
    if (await isTaken(path, disk)) return 'exists'
    await renameWithRetry(temporary, path, disk)
    return 'created'
  } finally {
    await removeQuietly(lock, disk)
  }
}

function lockPath(path: string): string {
  const name = createHash('sha256').update(basename(path).toLowerCase()).digest('hex').slice(0, 16)
  return join(dirname(path), `.palimpsest-${name}.lock`)
}

async function takeLock(lock: string, disk: Disk): Promise<boolean> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const file = await disk.open(lock, 'wx')
      await file.close()
      return true
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error
      const state = await disk.stat(lock).catch(() => null)
      if (state !== null && Date.now() - state.mtimeMs < STALE_LOCK_MS) return false
      await removeQuietly(lock, disk)
    }
  }
  return false
}

/** Creates a file with this content or throws `file-exists`. */
export async function createNewFile(
  path: string,
  content: string | Uint8Array,
  options: CreateOptions = {},
): Promise<void> {
  const creation = await createExclusive(path, (file) => file.writeFile(content), options)
  if (creation === 'exists')
    throw new AppError('file-exists', 'Something with this name is already there.', {
      params: { name: basename(path) },
    })
}
