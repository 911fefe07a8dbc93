import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../../shared/ipc/errors.ts'

/** Bytes collected before the disk is asked. */
const BUFFER_BYTES = 1024 * 1024

/** Writes pieces in their order, many small ones at once. `end` must be called; it answers all bytes written. */
export interface ChunkWriter {
  put(piece: string | Uint8Array): Promise<void>
  end(): Promise<number>
}

/** A writer at the end of an open file. What it does rejects with AppError or the disk's own error. */
export function writeChunks(file: FileHandle): ChunkWriter {
  const held: Uint8Array[] = []
  let heldBytes = 0
  let allBytes = 0
  const flush = async (): Promise<void> => {
    for (const part of held.splice(0)) await writeFully(file, part)
    heldBytes = 0
  }
  return {
    async put(piece) {
      const part = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece
      held.push(part)
      heldBytes += part.length
      allBytes += part.length
      if (heldBytes >= BUFFER_BYTES) await flush()
    },
    async end() {
      await flush()
      return allBytes
    },
  }
}

/**
 * Writes all bytes: `write` may take less than it was given, for instance on a disk that is filling up. `at` = their
 * place in the file; absent = where the last writing ended. Throws AppError.
 */
export async function writeFully(file: FileHandle, bytes: Uint8Array, at?: number): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const place = at === undefined ? null : at + done
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, place)
    if (bytesWritten === 0) throw new AppError('io-failed', 'The disk took no more bytes.')
    done += bytesWritten
  }
}
