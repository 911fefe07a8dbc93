import { basename, dirname, relative, sep } from 'node:path'
import { watch } from 'chokidar'
import { isShownName } from './list-folder.ts'
import { toId } from './workspace-path.ts'

/** What changed since the last call, put together. Ids use `/`; the root folder is ''. */
export interface WorkspaceChange {
  /** Folders whose list of children changed, or a child of theirs. */
  readonly folders: readonly string[]
  readonly changedFiles: readonly string[]
  readonly removedFiles: readonly string[]
}

/** Settings of a watch. */
export interface WatchOptions {
  /** Quiet time after the last event before it is told, in milliseconds. */
  readonly quietMs?: number
  /** Told when watching fails, for instance because the system allows no more watches. */
  readonly onError?: (error: unknown) => void
}

/** Deepest level of folders that is watched, against trees without end. */
const MAX_LEVELS = 12

/** A running watch. `ready` resolves when changes are seen from now on. */
export interface WorkspaceWatch {
  readonly ready: Promise<void>
  close(): Promise<void>
}

/**
 * Watches a workspace for changes from outside and tells them in batches. Hidden names are ignored, and with
 * them `.palimpsest` and unfinished writes; links are not followed.
 */
export function watchWorkspace(
  root: string,
  onChange: (change: WorkspaceChange) => void,
  options: WatchOptions = {},
): WorkspaceWatch {
  const folders = new Set<string>()
  const changed = new Set<string>()
  const removed = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  const watcher = watch(root, {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    followSymlinks: false,
    depth: MAX_LEVELS,
    ignored: (path: string) =>
      relative(root, path)
        .split(sep)
        .some((part) => part !== '' && !isShownName(part)),
  })

  function tell(): void {
    timer = null
    const change = { folders: [...folders], changedFiles: [...changed], removedFiles: [...removed] }
    for (const set of [folders, changed, removed]) set.clear()
    onChange(change)
  }

  watcher.on('all', (event, path) => {
    if (!isShownName(basename(path))) return
    const id = toId(root, path)
    if (id === '') return
    folders.add(toId(root, dirname(path)))
    if (event === 'unlink') {
      changed.delete(id)
      removed.add(id)
    } else if (event === 'change' || event === 'add') {
      removed.delete(id)
      changed.add(id)
    }
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(tell, options.quietMs ?? 150)
  })
  watcher.on('error', (error) => options.onError?.(error))

  return {
    ready: new Promise((resolve) => watcher.once('ready', () => resolve())),
    async close() {
      if (timer !== null) clearTimeout(timer)
      await watcher.close()
    },
  }
}
