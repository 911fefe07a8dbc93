/** The thread's id without the conversation it names: its file's. */
export function fileIdOf(thread: string): string {
  return thread.replace(/\?thread=[^?]*$/s, '')
}

/** Id of another conversation, or another branch, of the same transcript file. */
export function threadIdOf(thread: string, key: string, branch: string | null): string {
  const line = branch === null ? '' : `&branch=${encodeURIComponent(branch)}`
  return `${fileIdOf(thread)}?thread=${encodeURIComponent(key)}${line}`
}
