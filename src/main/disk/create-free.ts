import type { FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import { type CreateOptions, createExclusive } from './create-exclusive.ts'
import { toDiskError } from './disk-error.ts'
import { DISK } from './temporary-file.ts'

/** Names tried before something else must be wrong. */
const MOST_NAMES = 10_000

/** Times another program may take the name that was chosen. */
const MOST_RACES = 100

/** A file that would be made: its name in the folder, and what puts the content into it. */
export interface FreeFile {
  readonly name: string
  readonly write: (file: FileHandle) => Promise<void>
}

/**
 * Makes a new file in `folder` under the first free name: `fileAt` is asked with 1, 2, … and everything that lies
 * there, and says how the file would be called. The same promises as `createExclusive`: absent or complete at every
 * moment, nothing replaced. Answers its absolute path. Throws AppError: `file-exists` when no name is free, disk codes.
 */
export async function createFree(
  folder: string,
  fileAt: (attempt: number, siblings: readonly string[]) => FreeFile,
  options: CreateOptions = {},
): Promise<string> {
  const { readdir } = options.disk ?? DISK
  let attempt = 1
  for (let race = 0; race < MOST_RACES; race += 1) {
    const siblings = await readdir(folder).catch((error: unknown) => {
      throw toDiskError(error, folder)
    })
    // Listed once for all attempts: a thousand threads of one title are many attempts.
    const taken = new Set(siblings.map(folded))
    let file = fileAt(attempt, siblings)
    while (taken.has(folded(file.name)) && attempt < MOST_NAMES) {
      attempt += 1
      file = fileAt(attempt, siblings)
    }
    if (taken.has(folded(file.name))) break
    const path = join(folder, file.name)
    if ((await createExclusive(path, file.write, options)) === 'created') return path
  }
  throw new AppError('file-exists', 'No free name was found for the new file.', {
    params: { name: basename(folder) },
  })
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
