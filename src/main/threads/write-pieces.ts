import type { FileHandle } from 'node:fs/promises'
import { writeFully } from '../disk/write-chunks.ts'
import type { ByteSource } from './byte-source.ts'
import type { CopyPiece } from './edit-bytes.ts'

const CHUNK_BYTES = 8 * 1024 * 1024

/**
 * Writes pieces one after the other, never more than 8 MB at once: no file becomes one string or one buffer
 * (B-71). `seen` gets every run of bytes in order.
 */
export async function writePieces(
  file: FileHandle,
  pieces: readonly CopyPiece[],
  source: ByteSource,
  seen: (bytes: Uint8Array) => void = () => undefined,
): Promise<void> {
  const put = async (bytes: Uint8Array) => {
    seen(bytes)
    await writeFully(file, bytes)
  }
  for (const piece of pieces) {
    if (piece.kind === 'text') await put(Buffer.from(piece.text, 'utf8'))
    else if (piece.kind === 'bytes') await put(piece.bytes)
    else
      for (let at = piece.from; at < piece.to; at += CHUNK_BYTES)
        await put(source.slice(at, Math.min(at + CHUNK_BYTES, piece.to)))
  }
}
