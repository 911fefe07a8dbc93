import { listFolder } from '../threads/list-folder.ts'
import { sourceState } from '../threads/source-state.ts'
import { parseAddress } from '../threads/thread-address.ts'
import { resolveInside } from '../threads/workspace-path.ts'

/** A thread file as it lies on disk. */
export interface FoundThread {
  /** Folder of the workspace; empty = outside of any. */
  readonly root: string
  readonly path: string
  readonly absolutePath: string
  readonly sizeBytes: number
  readonly modifiedMs: number
}

/** Deepest level of folders that is looked into, against trees without end. */
const MAX_LEVELS = 12

/** Threads of a folder and those below it; a folder that cannot be read has none. */
export async function listThreads(root: string, folder = '', level = 0): Promise<readonly FoundThread[]> {
  const { threads, folders } = await listOneFolder(root, folder)
  if (level >= MAX_LEVELS) return threads
  const below: FoundThread[] = []
  for (const path of folders) below.push(...(await listThreads(root, path, level + 1)))
  return [...threads, ...below]
}

/** Threads of one folder, without those below it. */
export async function listThreadsIn(root: string, folder: string): Promise<readonly FoundThread[]> {
  return (await listOneFolder(root, folder)).threads
}

async function listOneFolder(
  root: string,
  folder: string,
): Promise<{ readonly threads: readonly FoundThread[]; readonly folders: readonly string[] }> {
  const entries = await listFolder(root, folder).catch(() => [])
  const threads: FoundThread[] = []
  for (const { path, kind, sizeBytes, modifiedMs } of entries) {
    if (kind !== 'thread') continue
    const absolutePath = await resolveInside(root, path).catch(() => null)
    if (absolutePath !== null) threads.push({ root, path, absolutePath, sizeBytes, modifiedMs })
  }
  return { threads, folders: entries.flatMap(({ kind, path }) => (kind === 'folder' ? [path] : [])) }
}

/** A thread outside any workspace, by its absolute address (`thread-address.ts`); null = its file is gone. */
export async function outsideThread(absolutePath: string): Promise<FoundThread | null> {
  try {
    const { sizeBytes, modifiedMs } = await sourceState(parseAddress(absolutePath).path)
    return { root: '', path: absolutePath, absolutePath, sizeBytes, modifiedMs }
  } catch {
    return null
  }
}
