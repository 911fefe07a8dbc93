import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes that are read at once where record after record is looked at, from the end to the start. */
const WINDOW_BYTES = 512_000

/** Records of one thread's file, by their bytes. Close it when done. */
export class RecordFile {
  readonly #file: number
  readonly #size: number
  #room: Buffer | null = null
  #window: { readonly from: number; readonly bytes: Buffer } | null = null

  /** Throws when the file cannot be opened. */
  constructor(path: string) {
    this.#file = openSync(path, 'r')
    this.#size = fstatSync(this.#file).size
  }

  /** Null = the file ends before. */
  read(from: number, to: number): Buffer | null {
    return this.#fill(Buffer.allocUnsafe(to - from), from)
  }

  /** The same, with what stands before it read along. The bytes are a view that nobody may keep. */
  readAlong(from: number, to: number): Buffer | null {
    const known = this.#window
    if (known !== null && from >= known.from && to <= known.from + known.bytes.length)
      return known.bytes.subarray(from - known.from, to - known.from)
    const start = Math.max(0, Math.min(from, to - WINDOW_BYTES))
    // The room is used again: taking half a megabyte anew each time costs more than reading it.
    this.#room ??= Buffer.allocUnsafe(WINDOW_BYTES)
    const room = to - start > WINDOW_BYTES ? Buffer.allocUnsafe(to - start) : this.#room
    const bytes = this.#fill(room.subarray(0, to - start), start)
    this.#window = bytes === null ? null : { from: start, bytes }
    return bytes?.subarray(from - start) ?? null
  }

  close(): void {
    closeSync(this.#file)
  }

  #fill(bytes: Buffer, from: number): Buffer | null {
    if (from + bytes.length > this.#size) return null
    for (let done = 0; done < bytes.length; ) {
      const count = readSync(this.#file, bytes, done, bytes.length - done, from + done)
      if (count === 0) return null
      done += count
    }
    return bytes
  }
}
