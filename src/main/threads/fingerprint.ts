import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { toDiskError } from '../disk/disk-error.ts'
import { sourceState } from './source-state.ts'

/** State of a file at one moment. `sha256` is the hash of all its bytes, in hex; empty = not hashed yet. */
export interface Fingerprint {
  readonly sizeBytes: number
  readonly modifiedMs: number
  readonly sha256: string
}

/** Hash of bytes in memory, in hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Reads the whole file in pieces. Throws AppError when it cannot be read. */
export async function fingerprintOf(path: string): Promise<Fingerprint> {
  try {
    const before = await sourceState(path)
    // A transcript of many files: their sizes and times have to do.
    if (before.isFolder) {
      const { sizeBytes, modifiedMs } = before
      return { sizeBytes, modifiedMs, sha256: '' }
    }
    const hash = createHash('sha256')
    let sizeBytes = 0
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
      // The stream has no encoding, so its pieces are Buffers.
      const piece = chunk as Buffer
      hash.update(piece)
      sizeBytes += piece.length
    }
    return { sizeBytes, modifiedMs: before.modifiedMs, sha256: hash.digest('hex') }
  } catch (error) {
    throw toDiskError(error, path)
  }
}

/**
 * Same bytes. Times do not count: saving a file without a change is no change. Where a hash was never asked for,
 * size and time have to do.
 */
export function isSameFile(a: Fingerprint, b: Fingerprint): boolean {
  if (a.sha256 === '' || b.sha256 === '') return a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs
  return a.sizeBytes === b.sizeBytes && a.sha256 === b.sha256
}

/** True when the file at `path` still has these bytes. Reads it only when size or time differ. */
export async function isUnchanged(path: string, known: Fingerprint): Promise<boolean> {
  try {
    const now = await sourceState(path)
    if (now.sizeBytes !== known.sizeBytes) return false
    if (now.modifiedMs === known.modifiedMs) return true
  } catch (error) {
    throw toDiskError(error, path)
  }
  return isSameFile(await fingerprintOf(path), known)
}
