/** Never walked into: what lies there was not said to anybody. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git', '.palimpsest'])

/** True when a folder of an id, or of a path in a root, is never walked into. */
export function isSkippedPath(id: string): boolean {
  return id.split('/').some((part) => SKIPPED_FOLDERS.has(part))
}
