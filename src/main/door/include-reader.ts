import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'

/** Largest file that a prompt may include, in bytes. */
const MAX_INCLUDE_BYTES = 1_000_000

/**
 * Reads files that prompts include, from inside one folder only. Null = not there. Rejects with `path-outside`
 * for any other place: a thread file may come from anywhere and must not read a person's files into a request.
 */
export function includeReader(root: () => string | null): (path: string) => Promise<string | null> {
  return async (path) => {
    const base = root()
    if (base === null || path.startsWith('~')) throw outside(path)
    const target = await realpath(isAbsolute(path) ? path : join(base, path)).catch(() => null)
    if (target === null) return null
    const inside = relative(base, target)
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) throw outside(path)
    const found = await stat(target)
    if (!found.isFile() || found.size > MAX_INCLUDE_BYTES) return null
    return readFile(target, 'utf8')
  }
}

function outside(path: string): AppError {
  return new AppError('path-outside', 'A prompt may include files of its workspace only.', {
    params: { path },
  })
}
