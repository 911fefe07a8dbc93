import type { Database } from 'better-sqlite3'

/**
 * Workspaces that were open, and files outside of them that the person chose. A disk that refuses costs the
 * memory of them over a restart and nothing of this run: these calls are parts of larger ones, such as opening
 * a folder or handing over a copy that is already written.
 */
export interface WorkspaceRepository {
  /** The workspace opened last; null at the first start. */
  lastRoot(): string | null
  remember(root: string): void
  /** Takes a workspace out of the list: its folder is gone. */
  forget(root: string): void
  isGranted(absolutePath: string): boolean
  grant(absolutePath: string): void
}

/** Granted files that are remembered: tabs name at most 200. */
const MAX_GRANTS = 1000

export function createWorkspaceRepository(db: Database, now: () => number): WorkspaceRepository {
  const last = db.prepare<[], { readonly root: string }>(
    'select root from workspace order by opened_ms desc, root limit 1',
  )
  const open = db.prepare(
    'insert into workspace (root, opened_ms) values (?, ?) on conflict do update set opened_ms = excluded.opened_ms',
  )
  const close = db.prepare('delete from workspace where root = ?')
  const find = db.prepare<[string], { readonly path: string }>('select path from granted_file where path = ?')
  const give = db.prepare(
    'insert into granted_file (path, granted_ms) values (?, ?) on conflict do update set granted_ms = excluded.granted_ms',
  )
  const prune = db.prepare(
    'delete from granted_file where path not in (select path from granted_file order by granted_ms desc limit ?)',
  )
  const grant = db.transaction((path: string) => {
    give.run(path, now())
    prune.run(MAX_GRANTS)
  })
  /** Those the disk refused to remember: they count in this run. */
  const granted = new Set<string>()
  return {
    lastRoot: () => last.get()?.root ?? null,
    remember: (root) => void isWritten(() => open.run(root, now())),
    forget: (root) => void isWritten(() => close.run(root)),
    isGranted: (path) => granted.has(path) || find.get(path) !== undefined,
    grant(path) {
      if (!isWritten(() => grant.immediate(path))) granted.add(path)
    },
  }
}

/** False when the disk refused. */
function isWritten(write: () => void): boolean {
  try {
    write()
    return true
  } catch (error) {
    const isRefusal = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_')
    if (!isRefusal) throw error
    return false
  }
}
