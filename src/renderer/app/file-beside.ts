/** The key of a conversation behind the file's path (`PATH?thread=KEY`, with a branch of it perhaps). */
const CONVERSATION = /\?thread=[^?&]*(?:&branch=[^?&]*)?$/

/** A thread's file, without the conversation in it. */
export function fileOf(thread: string): string {
  return thread.replace(CONVERSATION, '')
}

/**
 * A thread is called by its file in the sidebar and by its title where there is more room: the name of its file, to
 * stand beside a title that does not say it. Null = it does, or there is no title.
 */
export function fileBeside(thread: string, title: string): string | null {
  const path = fileOf(thread)
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return title === '' || title === name || title === name.replace(/\.[^.]+$/, '') ? null : name
}
