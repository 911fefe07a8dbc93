import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import { errnoOf, toDiskError } from '../disk/disk-error.ts'

function outside(id: string): AppError {
  return new AppError('path-outside', 'This path leads out of the workspace.', { params: { name: id } })
}

/** True when `path` is `root` or below it. Both are absolute and real. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Path relative to the root with `/`, as ids are written. */
export function toId(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}

/** The real path of the deepest part that exists, with the rest behind it. */
async function realWay(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const parent = dirname(path)
    if (errnoOf(error) !== 'ENOENT' || parent === path) throw error
    return join(await realWay(parent), path.slice(parent.length))
  }
}

/**
 * Absolute real path of a workspace id ('' = the root). Throws `path-outside` for absolute ids, `..`, zero
 * bytes and symbolic links that lead out. The path need not exist.
 */
export async function resolveInside(root: string, id: string): Promise<string> {
  const parts = id === '' ? [] : id.split('/')
  const isOdd = id.includes('\0') || isAbsolute(id) || (sep === '\\' && /[\\:]/.test(id))
  if (isOdd || parts.some((part) => part === '' || part === '.' || part === '..')) throw outside(id)
  try {
    const path = await realWay(join(root, ...parts))
    if (!isInside(root, path)) throw outside(id)
    return path
  } catch (error) {
    throw toDiskError(error, id)
  }
}
