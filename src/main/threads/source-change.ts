import { join } from 'node:path'
import { recognizeFolder } from './importers/recognize-folder.ts'
import type { WorkspaceChange } from './watch-workspace.ts'

/**
 * A change as the tree sees it: what happened inside a folder that is one transcript is a change of that transcript,
 * in the list of the folder it lies in.
 */
export async function changeOfSources(root: string, change: WorkspaceChange): Promise<WorkspaceChange> {
  const known = new Map<string, boolean>()
  const isSource = async (folder: string): Promise<boolean> => {
    const before = known.get(folder)
    if (before !== undefined) return before
    const found = (await recognizeFolder(join(root, folder))) !== null
    known.set(folder, found)
    return found
  }
  /** The outermost folder on the way to `id`, itself included, that is a transcript; null = none. */
  const sourceOf = async (id: string): Promise<string | null> => {
    for (let end = id.indexOf('/'); end !== -1; end = id.indexOf('/', end + 1))
      if (await isSource(id.slice(0, end))) return id.slice(0, end)
    return id !== '' && (await isSource(id)) ? id : null
  }
  const folders = new Set<string>()
  const changed = new Set<string>()
  const removed = new Set<string>()
  const changeIn = async (id: string, otherwise: Set<string>): Promise<void> => {
    const source = await sourceOf(id)
    if (source === null) otherwise.add(id)
    else {
      changed.add(source)
      folders.add(source.slice(0, Math.max(0, source.lastIndexOf('/'))))
    }
  }
  for (const id of change.folders) await changeIn(id, folders)
  for (const id of change.changedFiles) await changeIn(id, changed)
  for (const id of change.removedFiles) await changeIn(id, removed)
  return { folders: [...folders], changedFiles: [...changed], removedFiles: [...removed] }
}
