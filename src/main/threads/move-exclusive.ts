import { link, lstat, readdir, rename, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import { toDiskError } from '../disk/disk-error.ts'

function taken(path: string): AppError {
  return new AppError('file-exists', 'Something with this name is already there.', {
    params: { name: basename(path) },
  })
}

async function isTaken(path: string, except: string | null): Promise<boolean> {
  const wanted = basename(path).toLowerCase()
  const names = await readdir(dirname(path))
  return names.some((name) => name.toLowerCase() === wanted && name !== except)
}

/**
 * Renames or moves within the disk without ever replacing what is there. A change of case alone is allowed.
 * Throws AppError `file-exists` or a disk code.
 */
export async function moveExclusive(from: string, to: string): Promise<void> {
  if (from === to) return
  try {
    const isSameFolder = dirname(from) === dirname(to)
    if (await isTaken(to, isSameFolder ? basename(from) : null)) throw taken(to)
    const isCaseOnly = isSameFolder && basename(from).toLowerCase() === basename(to).toLowerCase()
    const state = await lstat(from)
    if (state.isFile() && !isCaseOnly && (await moveByLink(from, to))) return
    await rename(from, to)
  } catch (error) {
    throw toDiskError(error, to)
  }
}

/** A rename replaces what another program put there a moment ago; a link does not. False = no links here. */
async function moveByLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
  } catch (error) {
    if (toDiskError(error, to).code === 'file-exists') throw taken(to)
    return false
  }
  try {
    await unlink(from)
  } catch (error) {
    // The old name may not be taken away (a folder that is read-only): the file stays where it was, once.
    await unlink(to).catch(() => undefined)
    throw error
  }
  return true
}
