import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { TreeEntry } from '../../shared/ipc/workspace.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { describeEntry, listFolder } from '../threads/list-folder.ts'
import { isSkippedPath } from '../threads/skipped-folders.ts'
import { parseAddress } from '../threads/thread-address.ts'
import { walkFolders } from '../threads/walk-folders.ts'
import { resolveInside, toId } from '../threads/workspace-path.ts'

/** A thread file as it lies on disk. */
export interface FoundThread {
  /** Folder of the workspace; empty = outside of any. */
  readonly root: string
  readonly path: string
  readonly absolutePath: string
  readonly sizeBytes: number
  readonly modifiedMs: number
}

/** Threads that were found, and folders of which nothing can be said now. */
export interface FoundThreads {
  readonly threads: readonly FoundThread[]
  readonly unread: readonly string[]
}

/** Threads of a workspace: of all its folders, or of those named alone, without those below them. */
export async function listThreads(
  root: string,
  folders: ReadonlySet<string> | null,
  signal: AbortSignal,
): Promise<FoundThreads> {
  const threads: FoundThread[] = []
  const unread: string[] = []
  const take = async (entries: readonly TreeEntry[]) => {
    for (const { path, kind, sizeBytes, modifiedMs } of entries) {
      if (kind !== 'thread') continue
      const absolutePath = await resolveInside(root, path).catch(() => null)
      if (absolutePath !== null) threads.push({ root, path, absolutePath, sizeBytes, modifiedMs })
    }
  }
  if (folders === null) {
    for await (const walked of walkFolders(root, '', signal)) {
      if ('entries' in walked) await take(walked.entries)
      else if (!isGone(walked.error)) unread.push(walked.folder)
    }
    return { threads, unread }
  }
  for (const folder of folders) {
    if (isSkippedPath(folder)) continue
    try {
      await take(await listFolder(root, folder))
    } catch (error) {
      if (!isGone(error)) unread.push(folder)
    }
  }
  return { threads, unread }
}

/** A thread outside any workspace, by its absolute address (`thread-address.ts`); null = its file is gone. */
export async function outsideThread(absolutePath: string): Promise<FoundThread | null> {
  try {
    const state = await stat(parseAddress(absolutePath).path)
    return { root: '', path: absolutePath, absolutePath, sizeBytes: state.size, modifiedMs: state.mtimeMs }
  } catch {
    return null
  }
}

/** True when a known thread that was not listed is none any more; false also when that cannot be told now. */
export async function isNoThread(root: string, id: string): Promise<boolean> {
  if (isSkippedPath(id)) return true
  try {
    const path = await resolveInside(root, id)
    // What is reached through a link has another place of its own.
    if (toId(root, path) !== id) return true
    return (await describeEntry(path, basename(path), '', [])).kind !== 'thread'
  } catch (error) {
    const { code } = toDiskError(error, '')
    return code === 'file-not-found' || code === 'path-outside'
  }
}

/** True when there is no such file or folder; false when that cannot be told. */
export async function isFileGone(path: string): Promise<boolean> {
  try {
    await stat(path)
    return false
  } catch (error) {
    return isGone(error)
  }
}

function isGone(error: unknown): boolean {
  return toDiskError(error, '').code === 'file-not-found'
}
