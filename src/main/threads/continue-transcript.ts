import { parse } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import { createFree } from '../disk/create-free.ts'
import { nativeName } from './native-name.ts'
import { numberedName } from './numbered-name.ts'
import type { ThreadFile } from './thread-file.ts'

/**
 * Writes a transcript as a native thread into `folder`, to go on with it: every message, with its origin in `meta`.
 * The source is only read; nothing is ever overwritten. Answers the new file's absolute path. Throws AppError:
 * `file-exists` when no name is free, disk codes.
 */
export async function continueTranscript(source: ThreadFile, folder: string): Promise<string> {
  const bytes = await source.foreign?.document()
  if (bytes === undefined) throw new AppError('bad-input', 'This thread can be written to where it is.')
  const { name: stem } = parse(nativeName(source))
  return createFree(folder, (attempt) => ({
    name: numberedName(stem, '.json', attempt),
    write: (file) => file.writeFile(bytes),
  }))
}
