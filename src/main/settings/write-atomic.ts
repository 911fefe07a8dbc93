import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError, type ErrorCode } from '../../shared/ipc/errors.ts'

/** Virus scanners and indexers hold files for a moment on some systems. */
const BUSY: ReadonlySet<string> = new Set(['EPERM', 'EBUSY', 'EACCES'])
const WAITS_MS = [20, 60, 180, 540]

/**
 * Replaces a small file of the data folder: temporary sibling, flushed, renamed. After a crash at any point
 * the old or the new file is there, whole. `mode` applies to the new file. Rejects with a disk `AppError`.
 */
export async function writeAtomic(path: string, data: string | Uint8Array, mode = 0o600): Promise<void> {
  const folder = dirname(path)
  const temporary = join(folder, `.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await mkdir(folder, { recursive: true })
    const file = await open(temporary, 'wx', mode)
    try {
      await file.writeFile(data)
      await file.sync()
    } finally {
      await file.close()
    }
    await renameWithRetries(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw diskError(error, path)
  }
}

async function renameWithRetries(from: string, to: string): Promise<void> {
  for (const waitMs of WAITS_MS) {
    try {
      return await rename(from, to)
    } catch (error) {
      if (!BUSY.has(codeOf(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  await rename(from, to)
}

/** Node's error code (`ENOENT`), or an empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

const DISK_CODES: { readonly [code: string]: ErrorCode } = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EROFS: 'disk-read-only',
  EACCES: 'permission-denied',
  EPERM: 'permission-denied',
  EBUSY: 'file-busy',
  ENOENT: 'file-not-found',
}

/** The `AppError` for a failure of the disk while the data folder is read or written. */
export function diskError(error: unknown, path: string): AppError {
  const code = DISK_CODES[codeOf(error)] ?? 'io-failed'
  return new AppError(code, 'The data folder could not be used.', {
    cause: error,
    params: { path },
    details: error instanceof Error ? error.message : String(error),
  })
}
