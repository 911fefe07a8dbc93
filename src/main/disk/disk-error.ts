import { basename } from 'node:path'
import { AppError, type ErrorCode } from '../../shared/ipc/errors.ts'

interface DiskProblem {
  readonly code: ErrorCode
  readonly message: string
}

const PROBLEMS: { readonly [errno: string]: DiskProblem } = {
  ENOENT: { code: 'file-not-found', message: 'The file or folder is not there any more.' },
  ENOTDIR: { code: 'file-not-found', message: 'A part of the path is not a folder.' },
  EEXIST: { code: 'file-exists', message: 'Something with this name is already there.' },
  ENOTEMPTY: { code: 'file-exists', message: 'Something with this name is already there.' },
  ENOSPC: { code: 'disk-full', message: 'The disk is full.' },
  EDQUOT: { code: 'disk-full', message: 'The disk quota is used up.' },
  EFBIG: { code: 'disk-full', message: 'The file would be too large for this disk.' },
  EROFS: { code: 'disk-read-only', message: 'The disk is read-only.' },
  EACCES: { code: 'permission-denied', message: 'The system does not allow it.' },
  EPERM: { code: 'permission-denied', message: 'The system does not allow it.' },
  EBUSY: { code: 'file-busy', message: 'Another program is using the file.' },
  ETXTBSY: { code: 'file-busy', message: 'Another program is using the file.' },
  EMFILE: { code: 'file-busy', message: 'Too many files are open.' },
  ENFILE: { code: 'file-busy', message: 'Too many files are open.' },
  ENAMETOOLONG: { code: 'name-invalid', message: 'The name is too long for this disk.' },
  EINVAL: { code: 'name-invalid', message: 'The disk does not accept this name.' },
}

/** The system's own code of an error (`ENOENT`); null when it has none. */
export function errnoOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** Translates what a file call threw. `path` gives the name in the text; AppErrors pass through. */
export function toDiskError(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error
  const errno = errnoOf(error)
  const problem = errno === null ? undefined : PROBLEMS[errno]
  return new AppError(problem?.code ?? 'io-failed', problem?.message ?? 'Reading or writing failed.', {
    cause: error,
    params: { name: basename(path) },
    details: errno ?? (error instanceof Error ? error.name : 'unknown'),
  })
}
