import { mkdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import { isInside } from './workspace-path.ts'

/**
 * Makes the folder of one of the program's own files in a workspace and answers the file's absolute path. Rejects
 * with `path-outside` when a link leads out of the workspace: nothing is made there.
 */
export async function ownFile(root: string, relativePath: string): Promise<string> {
  const base = await realpath(root)
  const path = join(base, relativePath)
  if (!isInside(base, await realPlace(dirname(path))))
    throw new AppError('path-outside', 'The folder of the program’s own files leads out of the workspace.')
  await mkdir(dirname(path), { recursive: true })
  return path
}

/** The real place of the deepest folder on the way that is there. */
async function realPlace(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch {
    // Not there yet; the folder above it decides.
    return dirname(folder) === folder ? folder : realPlace(dirname(folder))
  }
}
