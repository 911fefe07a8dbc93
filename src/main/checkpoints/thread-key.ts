import { isAbsolute } from 'node:path'

/** How a thread is found in the tables: absolute ids belong to no workspace. */
export interface ThreadKey {
  readonly root: string
  readonly thread: string
}

/** The key of a thread id. `root` is the open workspace's folder, null = none. */
export function threadKey(root: string | null, thread: string): ThreadKey {
  return { root: isAbsolute(thread) ? '' : (root ?? ''), thread }
}
