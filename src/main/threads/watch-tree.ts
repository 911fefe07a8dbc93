import { relative, sep } from 'node:path'
import { watch } from 'chokidar'
import type { WorkspaceWatch } from './watch-workspace.ts'

export interface TreeWatchOptions {
  /** Names of files and folders that are not looked at. */
  readonly skipped: ReadonlySet<string>
  /** Quiet time after the last change before it is told, in milliseconds. */
  readonly quietMs: number
}

/** Deepest level of folders that is watched, against trees without end. */
const MAX_LEVELS = 12

/**
 * Tells when something below a folder came, changed or went, once it has been quiet for a while. What it was is for
 * the listener to find out. Links are not followed; what cannot be watched is passed over.
 */
export function watchTree(
  root: string,
  onQuiet: () => void,
  { skipped, quietMs }: TreeWatchOptions,
): WorkspaceWatch {
  let timer: NodeJS.Timeout | null = null
  const watcher = watch(root, {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    followSymlinks: false,
    depth: MAX_LEVELS,
    ignored: (path: string) =>
      relative(root, path)
        .split(sep)
        .some((part) => skipped.has(part)),
  })
  watcher.on('all', () => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(onQuiet, quietMs)
  })
  // A system that allows no more watches: the next start looks through the folder all the same.
  watcher.on('error', () => undefined)
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  watcher.once('ready', () => resolve())
  return {
    ready,
    async close() {
      if (timer !== null) clearTimeout(timer)
      await watcher.close()
      // A watcher that is closed before it was ready never says so.
      resolve()
    },
  }
}
