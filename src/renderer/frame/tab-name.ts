import { baseName } from './split-name.ts'

/** The key of a conversation behind the file's path (`PATH?thread=KEY`, with a branch of it perhaps). */
const CONVERSATION = /\?thread=[^?&]*(?:&branch=[^?&]*)?$/

/**
 * What a tab is called: its file, or its title where it is one conversation of a file with several. Until that one was
 * opened its title is not known, and the file's name stands for it.
 */
export function tabName(thread: string, title: string): string {
  const file = thread.replace(CONVERSATION, '')
  return file === thread || title === '' ? baseName(file) : title
}
