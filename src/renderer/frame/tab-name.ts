import { fileOf } from '../app/file-beside.ts'
import { baseName } from './split-name.ts'

/**
 * What a tab is called: its file, or its title where it is one conversation of a file with several. Until that one was
 * opened its title is not known, and the file's name stands for it.
 */
export function tabName(thread: string, title: string): string {
  const file = fileOf(thread)
  return file === thread || title === '' ? baseName(file) : title
}
