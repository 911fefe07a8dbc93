import { constants, createReadStream } from 'node:fs'
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { errnoOf } from '../../disk/disk-error.ts'
import { looksLikeThread } from '../../threads/looks-like-thread.ts'
import { isInside, toId } from '../../threads/workspace-path.ts'
import { ToolFault } from './tool.ts'

/** A place in the workspace a tool may look at. */
export interface WorkspacePath {
  /** Real and absolute. */
  readonly absolute: string
  /** From the workspace, with `/`; `.` = the workspace itself. */
  readonly relative: string
}

/** Where this program keeps what must stay as it was written: readable by tools, never writable. */
const OWN_FOLDER = '.palimpsest'

/**
 * The real place of a path a model wrote: relative to the workspace, or absolute inside it. Symbolic links,
 * `..` and other spellings are followed first, then the result must be inside. It need not exist. Throws
 * ToolFault.
 */
export async function resolveInWorkspace(root: string, path: string): Promise<WorkspacePath> {
  if (path.includes('\0')) throw new ToolFault('The path holds a zero byte.')
  const wanted = resolve(root, path)
  let absolute: string
  try {
    absolute = await realPlace(wanted)
  } catch (error) {
    throw new ToolFault(`${path}: ${explainErrno(errnoOf(error))}`)
  }
  if (!isInside(root, absolute))
    throw new ToolFault(`${path} is outside the workspace. Only files inside the workspace can be used.`)
  const relative = toId(root, absolute)
  return { absolute, relative: relative === '' ? '.' : relative }
}

/** As `resolveInWorkspace`, for a file that is to be written. Threads and the program's own records are refused. */
export async function resolveForWriting(
  root: string,
  path: string,
  protectedPaths: readonly string[],
): Promise<WorkspacePath> {
  const place = await resolveInWorkspace(root, path)
  const first = place.relative.split('/')[0]?.toLowerCase()
  if (place.relative === '.') throw new ToolFault('The workspace itself is a folder.')
  if (first === OWN_FOLDER)
    throw new ToolFault(`${place.relative} is kept by the program and stays as it is.`)
  if (protectedPaths.includes(place.absolute))
    throw new ToolFault(`${place.relative} is an open thread; its messages are never rewritten.`)
  if (await isThread(place.absolute))
    throw new ToolFault(`${place.relative} is a thread; its messages are never rewritten.`)
  return place
}

/** Open here or not: a `.json` file that begins like a thread. What cannot be looked at is refused by writing. */
async function isThread(path: string): Promise<boolean> {
  if (!/\.json$/i.test(path)) return false
  try {
    const { size } = await stat(path)
    return size > 0 && (await looksLikeThread(path, size)) && (await mentionsMessages(path))
  } catch {
    return false
  }
}

/** Many a file has a `context`; a thread has a list of messages in it. */
async function mentionsMessages(path: string): Promise<boolean> {
  for await (const piece of createReadStream(path, {
    encoding: 'utf8',
    end: 256 * 1024,
    highWaterMark: 256 * 1024 + 1,
  }))
    if (/"messages"\s*:\s*\[/.test(String(piece))) return true
  return (await stat(path)).size > 256 * 1024
}

/**
 * Opens a regular file for reading. Between the check and the opening a link could have been put in its place:
 * the opened file must still be the one that was checked. Throws ToolFault.
 */
export async function openInside(root: string, place: WorkspacePath): Promise<FileHandle> {
  try {
    const before = await lstat(place.absolute)
    if (before.isDirectory()) throw new ToolFault(`${place.relative} is a folder. Use list_dir.`)
    // A pipe or device would wait for ever.
    if (!before.isFile()) throw new ToolFault(`${place.relative} is not a regular file.`)
    const file = await open(place.absolute, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    const opened = await file.stat({ bigint: false })
    const real = await realpath(place.absolute).catch(() => '')
    if (opened.ino === before.ino && opened.dev === before.dev && isInside(root, real)) return file
    await file.close()
    throw new ToolFault(`${place.relative} changed while it was opened.`)
  } catch (error) {
    if (error instanceof ToolFault) throw error
    throw new ToolFault(`${place.relative}: ${explainErrno(errnoOf(error))}`)
  }
}

/** The system's own code in words. */
export function explainErrno(errno: string | null): string {
  switch (errno) {
    case 'ENOENT':
      return 'there is no such file or folder.'
    case 'ENOTDIR':
      return 'a part of the path is not a folder.'
    case 'EISDIR':
      return 'this is a folder.'
    case 'EACCES':
    case 'EPERM':
      return 'the system does not allow it.'
    case 'ELOOP':
      return 'the links lead in a circle.'
    case 'ENAMETOOLONG':
      return 'the name is too long.'
    case 'ENOSPC':
      return 'the disk is full.'
    default:
      return `reading or writing failed${errno === null ? '' : ` (${errno})`}.`
  }
}

/** Real path of the deepest part that exists, with the rest behind it. A dangling link is refused, not followed. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const parent = dirname(path)
    if (errnoOf(error) !== 'ENOENT' || parent === path || !isAbsolute(path)) throw error
    // Exists as an entry but leads nowhere: writing to it would make a file wherever it points.
    const entry = await lstat(path).catch(() => null)
    if (entry !== null) throw error
    return join(await realPlace(parent), path.slice(parent.length))
  }
}
