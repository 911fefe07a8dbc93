import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { AppError } from '../../shared/ipc/errors.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { threadError } from './thread-fault.ts'

/** Largest thread file that is opened, in bytes: what one Buffer of Node can be read into. */
export const MAX_THREAD_BYTES = 2_147_483_647

/** Above this size the bytes are not kept in memory; slices are read from the file. */
export const HELD_BYTES = 64 * 1024 * 1024

/** Bytes of an opened thread file, as they were when it was opened. */
export interface ByteSource {
  readonly length: number
  /** Bytes `from` to `to`. Throws AppError `file-changed` when the file was written to meanwhile. */
  slice(from: number, to: number): Uint8Array
  close(): void
}

/** A source over bytes in memory. */
export function heldBytes(bytes: Uint8Array): ByteSource {
  return {
    length: bytes.length,
    slice: (from, to) => bytes.subarray(from, to),
    close: () => undefined,
  }
}

/** Descriptors of sources that nobody holds any more and nobody closed: a preview may outlive its tab. */
const abandoned = new FinalizationRegistry((file: number) => closeSync(file))

/**
 * A source that reads from an open file and owns it: closed by `close`, else when the last holder is gone. A file
 * replaced by rename stays readable here.
 */
export function fileBytes(file: number, path: string, length: number, modifiedMs: number): ByteSource {
  return ownedBytes(file, path, length, (now) => now.size === length && now.mtimeMs === modifiedMs)
}

/**
 * A source over a file that another program may be writing on: what was there stays readable while it grows. Owns
 * the open file. Throws AppError `file-changed` when it got shorter.
 */
export function growingBytes(file: number, path: string, length: number): ByteSource {
  return ownedBytes(file, path, length, (now) => now.size >= length)
}

function ownedBytes(file: number, path: string, length: number, isSame: (now: Stats) => boolean): ByteSource {
  let isOpen = true
  const source: ByteSource = {
    length,
    slice(from, to) {
      if (!isSame(fstatSync(file)))
        throw new AppError('file-changed', 'The file was changed by another program.')
      return readFully(file, path, from, to)
    },
    close() {
      if (!isOpen) return
      isOpen = false
      abandoned.unregister(source)
      closeSync(file)
    },
  }
  abandoned.register(source, file, source)
  return source
}

/** Bytes `from` to `to` of an open file; fewer when it ends before. Throws AppError. */
export function readFully(file: number, path: string, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(to - from)
  try {
    let done = 0
    while (done < bytes.length) {
      const count = readSync(file, bytes, done, Math.min(bytes.length - done, 1 << 26), from + done)
      if (count === 0) break
      done += count
    }
    return done === bytes.length ? bytes : bytes.subarray(0, done)
  } catch (error) {
    throw toDiskError(error, path)
  }
}

/** An open file with its state; the caller closes it. Throws AppError. */
export function openRegular(
  path: string,
  maxBytes: number,
): { readonly file: number; readonly sizeBytes: number; readonly modifiedMs: number } {
  let file: number | null = null
  try {
    // A named pipe would block the whole process here for ever. Windows has no such flag.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const state = fstatSync(file)
    if (!state.isFile())
      throw threadError('file-not-thread', path, 'This is a folder or a device, not a thread.')
    if (state.size > maxBytes)
      throw threadError(
        'file-too-large',
        path,
        `The file has ${state.size} bytes; at most ${maxBytes} can be opened.`,
        { size: state.size, limit: maxBytes },
      )
    return { file, sizeBytes: state.size, modifiedMs: state.mtimeMs }
  } catch (error) {
    if (file !== null) closeSync(file)
    throw toDiskError(error, path)
  }
}
