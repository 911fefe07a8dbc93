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

/** How a file is opened. */
export interface OpenBytesOptions {
  /** Larger files are refused with `file-too-large`. */
  readonly maxBytes?: number
  /** Larger files are read slice by slice instead of being held in memory. */
  readonly heldBytes?: number
  /** Another program may be writing on it: what was there stays readable while it grows. */
  readonly mayGrow?: boolean
}

/** A file with its state when it was opened. */
export interface OpenedBytes {
  readonly source: ByteSource
  readonly modifiedMs: number
}

/**
 * Opens a file for reading. The open file belongs to the source alone: nobody else has its number, and so nobody
 * closes it a second time, when the number may be another file's. Closed by `close`, else when the last holder is
 * gone. A file replaced by rename stays readable. Throws AppError.
 */
export function openBytes(path: string, options: OpenBytesOptions = {}): OpenedBytes {
  const { maxBytes = MAX_THREAD_BYTES, heldBytes: mostHeld = HELD_BYTES, mayGrow = false } = options
  let file: number | null = null
  try {
    // A named pipe would block the whole process here for ever. Windows has no such flag.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const { size, mtimeMs } = regularState(file, path, maxBytes)
    const isOnDisk = size > mostHeld
    const source = isOnDisk
      ? ownedBytes(file, path, size, (now) =>
          mayGrow ? now.size >= size : now.size === size && now.mtimeMs === mtimeMs,
        )
      : heldBytes(readFully(file, path, 0, size))
    if (isOnDisk) file = null
    return { source, modifiedMs: mtimeMs }
  } catch (error) {
    throw toDiskError(error, path)
  } finally {
    if (file !== null) closeSync(file)
  }
}

function regularState(file: number, path: string, maxBytes: number): Stats {
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
  return state
}

/** Descriptors of sources that nobody holds any more and nobody closed: a preview may outlive its tab. */
const abandoned = new FinalizationRegistry((file: number) => closeSync(file))

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
