import { basename, parse } from 'node:path'
import { safeName } from './safe-name.ts'
import type { ThreadFile } from './thread-file.ts'

/**
 * File name under which a thread's copies and branches are counted: its own; for a transcript `STEM.json`, and for
 * one conversation of several the title, since the file's name says nothing of it.
 */
export function nativeName({ path, foreign, head }: Pick<ThreadFile, 'path' | 'foreign' | 'head'>): string {
  if (foreign === null) return basename(path)
  const isOneOfSeveral = foreign.info.threads.filter(({ parentKey }) => parentKey === null).length > 1
  return safeName(isOneOfSeveral ? head.title : parse(path).name, '.json')
}
