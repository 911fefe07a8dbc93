import type { Database } from 'better-sqlite3'
import type { QueryFilter } from '../../../shared/search/query.ts'
import type { MarksPort } from './hit-rows.ts'

/** Threads that the filters about a whole thread leave; null = there is no such filter. */
export type ThreadFilter = (filters: readonly QueryFilter[], root: string | null) => readonly number[] | null

/** Looks at threads, of which there are few, before any message is. */
export function createThreadFilter(db: Database, marks: MarksPort): ThreadFilter {
  const threads = db.prepare<[string], FilteredThread>(
    `select id, path, folder, has_checkpoint as hasCheckpoint from thread where root in (?, '')`,
  )
  return (filters, root) => {
    const folders = filters.flatMap(({ name, value }) => (name === 'folder' ? [value] : []))
    const isCheckpointAsked = filters.some(({ name, value }) => name === 'has' && value === 'checkpoint')
    if (folders.length === 0 && !isCheckpointAsked) return null
    const marked = new Set(isCheckpointAsked ? marks.checkpointThreads() : [])
    return threads
      .all(root ?? '')
      .filter(
        ({ folder, path, hasCheckpoint }) =>
          isInFolders(folder, folders) && (!isCheckpointAsked || hasCheckpoint === 1 || marked.has(path)),
      )
      .map(({ id }) => id)
  }
}

interface FilteredThread {
  readonly id: number
  readonly path: string
  readonly folder: string
  readonly hasCheckpoint: 0 | 1
}

/** True when a folder is one of those asked for, or when none is. */
export function isInFolders(folder: string, asked: readonly string[]): boolean {
  const path = `/${folder.toLowerCase()}/`
  return asked.length === 0 || asked.some((one) => path.includes(`/${plainFolder(one)}/`))
}

/** The folder itself, those below it, and folders that are called so anywhere. */
function plainFolder(value: string): string {
  return value.toLowerCase().replace(/^\/+|\/+$/g, '')
}
