import type { ByteSource } from '../byte-source.ts'
import { skipSpace } from './bytes.ts'
import { JsonFault } from './json-fault.ts'

/** Bytes looked at in one go. Larger ones cost more to get than to scan; a larger value is read whole. */
const WINDOW_BYTES = 1 << 20

/**
 * A stretch of a long text that moves on with a scan, and grows where one value needs it: the whole text is never in
 * memory. Positions count from the first byte of the text, and only go forward.
 */
export class ByteWindow {
  readonly length: number
  readonly #source: Pick<ByteSource, 'length' | 'slice'>
  readonly #size: number
  readonly #onRead: (bytes: Uint8Array) => void
  #base = 0
  #bytes: Uint8Array
  /** Everything before has been told to `onRead`. */
  #told = 0

  /** `onRead` gets every byte once, in order. */
  constructor(
    source: Pick<ByteSource, 'length' | 'slice'>,
    size = WINDOW_BYTES,
    onRead: (bytes: Uint8Array) => void = () => undefined,
  ) {
    this.length = source.length
    this.#source = source
    this.#size = size
    this.#onRead = onRead
    this.#bytes = this.#read(0, size)
  }

  /** The byte at a position; undefined past the end. */
  byte(at: number): number | undefined {
    if (at >= this.#base + this.#bytes.length && at < this.length) this.#moveTo(at)
    return this.#bytes[at - this.#base]
  }

  /** Position of the first byte from `at` on that is not JSON white space; may be the length. */
  skipSpace(at: number): number {
    for (let from = at; ; ) {
      const to = this.#base + skipSpace(this.#bytes, from - this.#base)
      if (to < this.#base + this.#bytes.length || this.#isAtEnd) return to
      this.#moveTo(to)
      from = to
    }
  }

  /**
   * Position behind what `skip` passes over from `at` on. It is called again, with more bytes, when it came to the end
   * of those in sight. Throws JsonFault with the position in the text.
   */
  skip(at: number, skip: (bytes: Uint8Array, index: number) => number): number {
    for (;;) {
      try {
        const to = skip(this.#bytes, at - this.#base)
        if (to < this.#bytes.length || this.#isAtEnd) return this.#base + to
      } catch (error) {
        if (!(error instanceof JsonFault)) throw error
        if (error.kind !== 'truncated' || this.#isAtEnd)
          throw new JsonFault(error.kind, this.#base + error.position)
      }
      this.#moveTo(at)
    }
  }

  /** Reads something at `at` that a skip has just passed over. */
  look<T>(at: number, read: (bytes: Uint8Array, index: number) => T): T {
    return read(this.#bytes, at - this.#base)
  }

  /** The fault of meeting the wrong byte. */
  faultAt(at: number): JsonFault {
    return new JsonFault(at >= this.length ? 'truncated' : 'syntax', at)
  }

  get #isAtEnd(): boolean {
    return this.#base + this.#bytes.length >= this.length
  }

  /** Begins at `at`; when it does already, twice as much comes into sight. */
  #moveTo(at: number): void {
    const size = at > this.#base ? this.#size : Math.max(this.#size, this.#bytes.length * 2)
    this.#base = at
    this.#bytes = this.#read(at, size)
  }

  #read(from: number, size: number): Uint8Array {
    const bytes = this.#source.slice(from, Math.min(from + size, this.length))
    const news = bytes.subarray(Math.max(0, this.#told - from))
    if (news.length > 0) this.#onRead(news)
    this.#told = Math.max(this.#told, from + bytes.length)
    return bytes
  }
}
