import { stat } from 'node:fs/promises'
import { AppError } from '../../shared/ipc/errors.ts'
import { toDiskError } from '../disk/disk-error.ts'
import type { HostPort } from '../ports.ts'

/**
 * The folder a person chose; null = none was chosen. Some desktops let a path be typed: rejects with
 * `folder-not-found` where no folder is, and with a disk code.
 */
export async function chosenFolder(host: Pick<HostPort, 'chooseFolder'>): Promise<string | null> {
  const path = await host.chooseFolder()
  if (path === null) return null
  try {
    if ((await stat(path)).isDirectory()) return path
  } catch (error) {
    throw noFolder(toDiskError(error, path), path)
  }
  throw noFolder(new AppError('file-not-found', 'This is not a folder.'), path)
}

/** Of a folder a person reads where it should be, not that a file is gone. */
export function noFolder(error: unknown, path: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'file-not-found') return error
  return new AppError('folder-not-found', `There is no folder at ${path}.`, {
    cause: error,
    params: { path },
  })
}
