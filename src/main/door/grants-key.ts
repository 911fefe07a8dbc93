/**
 * How a thread's permissions are found in the agent's settings. With the workspace also for a thread that lies outside:
 * a permission is about the files that tools reach.
 */
export function grantsKey(root: string | null, thread: string): string {
  return `${root ?? ''}\n${thread}`
}

/**
 * The key after a thread or a folder of `root` was renamed or moved, with what lies in it; null = it was of what stood
 * at the new path before, and is nobody's now.
 */
export function movedGrantsKey(key: string, root: string, from: string, to: string): string | null {
  const [ofRoot, thread] = key.split('\n', 2)
  if (from === to || ofRoot !== root || thread === undefined) return key
  if (isAtOrBelow(thread, from)) return grantsKey(root, `${to}${thread.slice(from.length)}`)
  return isAtOrBelow(thread, to) ? null : key
}

/** The path itself, a conversation in that file, and what lies in that folder. */
function isAtOrBelow(thread: string, path: string): boolean {
  return thread === path || thread.startsWith(`${path}/`) || thread.startsWith(`${path}?thread=`)
}
