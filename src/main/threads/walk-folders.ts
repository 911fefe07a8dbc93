import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TreeEntry } from '../../shared/ipc/workspace.ts'
import { listFolder } from './list-folder.ts'
import { isSkippedPath } from './skipped-folders.ts'

/** One folder of a workspace: its entries, or why it could not be read. */
export type WalkedFolder =
  | { readonly folder: string; readonly entries: readonly TreeEntry[] }
  | { readonly folder: string; readonly error: unknown }

/** Deepest level of folders that is looked into, against trees without end. */
const MAX_LEVELS = 12

/**
 * A folder of a workspace ('' = the root) and those below it, each before its own. Links to folders are not followed.
 * Throws when the signal aborts.
 */
export async function* walkFolders(
  root: string,
  from: string,
  signal: AbortSignal,
  level = 0,
): AsyncGenerator<WalkedFolder> {
  signal.throwIfAborted()
  if (isSkippedPath(from)) return
  let entries: readonly TreeEntry[]
  try {
    entries = await listFolder(root, from)
  } catch (error) {
    yield { folder: from, error }
    return
  }
  yield { folder: from, entries }
  if (level >= MAX_LEVELS) return
  for (const { kind, path } of entries)
    if (kind === 'folder' && !(await isLink(join(root, path))))
      yield* walkFolders(root, path, signal, level + 1)
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch {
    // Gone meanwhile: nothing to walk into.
    return true
  }
}
