import { basename, join, parse } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import { createExclusive } from '../disk/create-exclusive.ts'
import { nativeName } from './native-name.ts'
import type { ThreadFile } from './thread-file.ts'

/** Other programs may take the name we chose. */
const MAX_TRIES = 100

/**
 * Writes a transcript as a native thread into `folder`, to go on with it: every message, with its origin in `meta`.
 * The source is only read; nothing is ever overwritten. Answers the new file's absolute path. Throws AppError:
 * `file-exists` when no name is free, disk codes.
 */
export async function continueTranscript(source: ThreadFile, folder: string): Promise<string> {
  const bytes = await source.foreign?.document()
  if (bytes === undefined) throw new AppError('bad-input', 'This thread can be written to where it is.')
  const { name: stem } = parse(nativeName(source))
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const path = join(folder, attempt === 1 ? `${stem}.json` : `${stem} ${attempt}.json`)
    const creation = await createExclusive(path, async (file) => {
      await file.writeFile(bytes)
    })
    if (creation === 'created') return path
  }
  throw new AppError('file-exists', 'No free name was found for the new thread.', {
    params: { name: basename(source.path) },
  })
}
