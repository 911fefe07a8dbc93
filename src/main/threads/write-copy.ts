import type { FileHandle } from 'node:fs/promises'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import type { JsonValue } from '../../shared/thread/message.ts'
import { createExclusive } from '../disk/create-exclusive.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { DISK, type Disk } from '../disk/temporary-file.ts'
import { nextCopy } from './clone-name.ts'
import { type CopyPiece, spliceThread } from './splice-thread.ts'
import type { ThreadFile } from './thread-file.ts'

/** What Apply writes. */
export interface CopyInput {
  readonly source: ThreadFile
  /** Absolute path of the folder that gets the copy. */
  readonly folder: string
  /** First kept message. */
  readonly cutIndex: number
  /** `text` is the wrapped checkpoint; `id` the former checkpoint's, or a new one (S-192). */
  readonly checkpoint: { readonly id: string; readonly text: string }
  /** Members set in the copy's `meta`; see `copyMeta` in lineage.ts. */
  readonly meta: { readonly [key: string]: JsonValue }
  readonly disk?: Disk
}

const CHUNK_BYTES = 8 * 1024 * 1024

/** Other programs may take the number we chose; after so many times something else is wrong. */
const MAX_TRIES = 100

/**
 * Writes a compacted copy under the next free number and returns where it is. Never touches the source or any
 * other file; killed at any moment it leaves no copy or a whole one. Throws AppError: `disk-full`,
 * `disk-read-only`, `permission-denied`, `file-busy`, `file-changed`, `io-failed`.
 */
export async function writeCompactedCopy(input: CopyInput): Promise<{ path: string; name: string }> {
  const { source, folder } = input
  const disk = input.disk ?? DISK
  const mode = await permissionsOf(source.path)
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const { name, title } = nextCopy(basename(source.path), await siblingsOf(folder, disk))
    const pieces = spliceThread(
      source.scan,
      ({ from, to }) => source.source.slice(from, to),
      source.source.length,
      {
        cutIndex: input.cutIndex,
        metaPromptIndex: source.layout.metaPromptIndex,
        checkpoint: input.checkpoint,
        title,
        meta: input.meta,
      },
    )
    const path = join(folder, name)
    const creation = await createExclusive(path, (file) => writePieces(file, pieces, source), { disk, mode })
    if (creation === 'created') return { path, name }
  }
  throw new AppError('file-exists', 'No free name was found for the copy.', {
    params: { name: basename(source.path) },
  })
}

/** A private thread gets a private copy. A source that is gone meanwhile is no reason to fail here. */
async function permissionsOf(path: string): Promise<number> {
  const state = await stat(path).catch(() => null)
  // The owner must be able to write the copy, also when the source is write-protected.
  return state === null ? 0o666 : (state.mode & 0o777) | 0o600
}

async function siblingsOf(folder: string, disk: Disk): Promise<readonly string[]> {
  try {
    return await disk.readdir(folder)
  } catch (error) {
    throw toDiskError(error, folder)
  }
}

async function writePieces(
  file: FileHandle,
  pieces: readonly CopyPiece[],
  source: ThreadFile,
): Promise<void> {
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      await writeFully(file, Buffer.from(piece.text, 'utf8'))
      continue
    }
    for (let at = piece.from; at < piece.to; at += CHUNK_BYTES)
      await writeFully(file, source.source.slice(at, Math.min(at + CHUNK_BYTES, piece.to)))
  }
}

/** `write` may take less than it was given, for instance on a disk that is filling up. */
async function writeFully(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done)
    if (bytesWritten === 0) throw new AppError('io-failed', 'The disk took no more bytes.')
    done += bytesWritten
  }
}
