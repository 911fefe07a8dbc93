import type { Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonValue } from '../../../shared/thread/message.ts'
import { FORMATS } from './formats.ts'
import { parsePrefix } from './parse-prefix.ts'
import type { FolderMark, TranscriptFormat } from './transcript.ts'

/** Files that are looked into for one mark: the first ones may be damaged. */
const MAX_TRIED = 5
/** Bytes of a file that are looked at. */
const LOOK_BYTES = 64 * 1024

/**
 * The format of a folder that is one source as a whole; null = it is a folder like any other. Goes by what a few of
 * its files hold, never by names alone, and never throws.
 */
export async function recognizeFolder(path: string): Promise<TranscriptFormat | null> {
  const entries = await entriesOf(path)
  for (const format of FORMATS)
    if (format.folder !== undefined && (await holdsAll(path, entries, format.folder))) return format
  return null
}

async function holdsAll(
  path: string,
  entries: readonly Dirent[],
  marks: readonly FolderMark[],
): Promise<boolean> {
  for (const mark of marks) if (!(await holdsOne(path, entries, mark))) return false
  return true
}

async function holdsOne(path: string, entries: readonly Dirent[], mark: FolderMark): Promise<boolean> {
  let tried = 0
  for await (const file of filesOn(path, entries, mark.way)) {
    if (mark.holds(await beginningOf(file))) return true
    tried += 1
    if (tried === MAX_TRIED) return false
  }
  return false
}

/** Files whose way down from the folder fits, in the order of their names. */
async function* filesOn(
  path: string,
  entries: readonly Dirent[],
  [first, ...rest]: readonly RegExp[],
): AsyncGenerator<string> {
  for (const entry of entries) {
    if (first?.test(entry.name) !== true) continue
    const below = join(path, entry.name)
    if (rest.length === 0 && entry.isFile()) yield below
    else if (rest.length > 0 && entry.isDirectory()) yield* filesOn(below, await entriesOf(below), rest)
  }
}

async function entriesOf(path: string): Promise<readonly Dirent[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** The value of a file as far as its first bytes go; a whole export may stand in one. */
async function beginningOf(path: string): Promise<JsonValue> {
  try {
    const file = await open(path, 'r')
    try {
      const head = Buffer.alloc(LOOK_BYTES)
      const { bytesRead } = await file.read(head, 0, LOOK_BYTES, 0)
      return parsePrefix(head.toString('utf8', 0, bytesRead).replace(/^\ufeff/, ''))
    } finally {
      await file.close()
    }
  } catch {
    return null
  }
}
