/** A file name as its beginning and the end that tells copies apart; `.json` is left out. */
export function splitName(name: string): { readonly head: string; readonly tail: string } {
  const stem = name.replace(/\.json$/i, '')
  const match = /^(.+?)(-compact-\d+)$/.exec(stem)
  return match === null ? { head: stem, tail: '' } : { head: match[1] ?? stem, tail: match[2] ?? '' }
}

/** The last part of a thread id: a workspace path with `/`, or an absolute path of any system. */
export function baseName(thread: string): string {
  return thread.slice(Math.max(thread.lastIndexOf('/'), thread.lastIndexOf('\\')) + 1)
}

/** The folder part of a workspace path; '' for the root. */
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/')
  return at === -1 ? '' : path.slice(0, at)
}
