import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import type { JsonValue } from '../../shared/thread/message.ts'
import { createFree } from '../disk/create-free.ts'
import { DISK, type Disk } from '../disk/temporary-file.ts'
import { nextCopy } from './clone-name.ts'
import { nativeName } from './native-name.ts'
import { type CopyShape, spliceThread } from './splice-thread.ts'
import type { ThreadFile } from './thread-file.ts'
import { writePieces } from './write-pieces.ts'

/** What Apply writes. */
export interface CopyInput extends Omit<CopyShape, 'metaPromptIndex'> {
  readonly source: ThreadFile
  /** Absolute path of the folder that gets the copy. */
  readonly folder: string
  /** `text` is the wrapped checkpoint; `id` the former checkpoint's, or a new one (S-192). */
  readonly checkpoint: { readonly id: string; readonly text: string }
  /** Members set in the copy's `meta`; see `copyMeta` in lineage.ts. */
  readonly meta: { readonly [key: string]: JsonValue }
  readonly disk?: Disk
}

/**
 * Writes a compacted copy under the next free number and returns where it is. Never touches the source or any
 * other file; killed at any moment it leaves no copy or a whole one. Throws AppError: `disk-full`,
 * `disk-read-only`, `permission-denied`, `file-busy`, `file-changed`, `io-failed`.
 */
export async function writeCompactedCopy(input: CopyInput): Promise<{ path: string; name: string }> {
  const { folder } = input
  if (!input.source.grown.isEmpty)
    throw new AppError('file-busy', 'This thread is being written to. Try again when its turn has ended.')
  const disk = input.disk ?? DISK
  const source = await input.source.native()
  const mode = await permissionsOf(source.path)
  const named = nativeName(input.source)
  const path = await createFree(
    folder,
    (_attempt, siblings) => {
      const { name, title } = nextCopy(named, siblings)
      const { cutIndex, head = null, pinned = [], checkpoint, meta } = input
      const { metaPromptIndex } = input.source.layout
      const pieces = spliceThread(
        source.scan,
        ({ from, to }) => source.source.slice(from, to),
        source.source.length,
        { cutIndex, metaPromptIndex, head, pinned, checkpoint, title, meta },
      )
      return { name, write: (file) => writePieces(file, pieces, source.source) }
    },
    { disk, mode },
  )
  return { path, name: basename(path) }
}

/** A private thread gets a private copy. A source that is gone meanwhile is no reason to fail here. */
async function permissionsOf(path: string): Promise<number> {
  const state = await stat(path).catch(() => null)
  // The owner must be able to write the copy, also when the source is write-protected.
  return state === null ? 0o666 : (state.mode & 0o777) | 0o600
}
