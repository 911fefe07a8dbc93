import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TreeEntry } from '../../shared/ipc/workspace.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { isCopyOf, parseCopyName } from './clone-name.ts'
import { recognizeTranscript } from './importers/recognize.ts'
import { recognizeFolder } from './importers/recognize-folder.ts'
import { looksLikeThread } from './looks-like-thread.ts'
import { mapLimited } from './map-limited.ts'
import { sourceState } from './source-state.ts'
import { resolveInside, toId } from './workspace-path.ts'

const ORDER = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
/** Files looked into at once. */
const MAX_AT_ONCE = 32

const KIND_ORDER = { folder: 0, thread: 1, other: 1 } as const

/** Hidden names are not the person's work: our own folder, version control, temporary files. */
export function isShownName(name: string): boolean {
  return !name.startsWith('.')
}

/** Name of the thread in the same folder that `name` is a numbered copy of; null when there is none. */
export function sourceNameOf(name: string, siblings: readonly string[]): string | null {
  const copy = parseCopyName(name)
  if (copy.number === null || !/\.json$/i.test(name)) return null
  const isSource = (sibling: string) =>
    sibling !== name &&
    /\.json$/i.test(sibling) &&
    parseCopyName(sibling).number === null &&
    isCopyOf(copy, parseCopyName(sibling).stem)
  return siblings.find(isSource) ?? null
}

/** What the tree knows of one file or folder. `path` is absolute and real; `folderId` is its folder's id. */
export async function describeEntry(
  path: string,
  name: string,
  folderId: string,
  siblings: readonly string[],
): Promise<TreeEntry> {
  const state = await stat(path)
  const isFolder = state.isDirectory()
  const native = await kindOf(path, name, state)
  const format = isFolder
    ? await recognizeFolder(path)
    : native === 'other' && state.isFile()
      ? recognizeTranscript(path)
      : null
  const { sizeBytes, modifiedMs } =
    isFolder && format !== null
      ? await sourceState(path)
      : { sizeBytes: isFolder ? 0 : state.size, modifiedMs: state.mtimeMs }
  const kind = format === null ? native : 'thread'
  const source = kind === 'thread' ? sourceNameOf(name, siblings) : null
  const inFolder = (entry: string) => (folderId === '' ? entry : `${folderId}/${entry}`)
  return {
    path: inFolder(name),
    name,
    kind,
    modifiedMs,
    sizeBytes,
    copyOf: source === null ? null : inFolder(source),
    ...(format === null ? {} : { tool: format.label }),
    ...(format === null || !isFolder ? {} : { isFolder }),
  }
}

async function kindOf(path: string, name: string, state: Stats): Promise<TreeEntry['kind']> {
  if (state.isDirectory()) return 'folder'
  if (!state.isFile() || !/\.json$/i.test(name)) return 'other'
  try {
    return (await looksLikeThread(path, state.size)) ? 'thread' : 'other'
  } catch (error) {
    // A file that may not be read stays in the tree: opening it says why.
    if (toDiskError(error, path).code === 'permission-denied') return 'thread'
    throw error
  }
}

/**
 * Children of a folder, folders first, then by name with numbers in their order. Hidden names are left out, and
 * so are links that lead out of the workspace and files that vanish meanwhile. Throws AppError when the folder
 * itself cannot be read.
 */
export async function listFolder(root: string, folderId: string): Promise<readonly TreeEntry[]> {
  const folder = await resolveInside(root, folderId)
  let names: readonly string[]
  try {
    names = (await readdir(folder)).filter(isShownName)
  } catch (error) {
    throw toDiskError(error, folder)
  }
  const found = await mapLimited(names, MAX_AT_ONCE, async (name) => {
    try {
      const path = await resolveInside(root, toId(root, join(folder, name)))
      return await describeEntry(path, name, folderId, names)
    } catch {
      // One entry that cannot be looked at must not hide its neighbours.
      return null
    }
  })
  return found
    .filter((entry) => entry !== null)
    .toSorted((a, b) => KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || ORDER.compare(a.name, b.name))
}
