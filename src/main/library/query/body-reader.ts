import type { Message } from '../../../shared/thread/message.ts'
import { parseMessage } from '../../threads/native/parse-message.ts'
import { RecordFile } from './record-file.ts'
import type { SourceShelf } from './source-shelf.ts'

/** Which message to read, as the index knows it. */
export interface BodyPlace {
  readonly thread: string
  readonly index: number
  readonly from: number | null
  readonly to: number | null
}

/** Absolute path of a thread that may be read; rejects for others. */
export type ResolveThread = (thread: string) => Promise<string>

/** Pictures are not searched. */
const NO_BLOBS = new Map<string, never>()

/**
 * Reads single messages out of their files for one search: each file is opened once, and of a native one only the
 * message's own bytes are read. Close it when done; what is read whole stays with its shelf.
 */
export class BodyReader {
  readonly #resolve: ResolveThread
  readonly #shelf: SourceShelf
  readonly #files = new Map<string, RecordFile | null>()
  readonly #unreadable = new Set<string>()

  constructor(resolve: ResolveThread, shelf: SourceShelf) {
    this.#resolve = resolve
    this.#shelf = shelf
  }

  /**
   * Null = it cannot be read any more: the file is gone, or changed since it was indexed; or `isWanted` says of its
   * record that nobody needs it (a message without a record is always read).
   */
  async read(place: BodyPlace, isWanted?: (record: Buffer) => boolean): Promise<Message | null> {
    try {
      if (place.from === null || place.to === null) return await this.#readWhole(place)
      const file = await this.#file(place.thread)
      // Whoever chooses by records looks at many, one before the other.
      const record =
        isWanted === undefined ? file?.read(place.from, place.to) : file?.readAlong(place.from, place.to)
      if (record === null || record === undefined || isWanted?.(record) === false) return null
      return parseMessage(record, NO_BLOBS).message
    } catch {
      return null
    }
  }

  close(): void {
    for (const file of this.#files.values()) file?.close()
    this.#files.clear()
  }

  async #file(thread: string): Promise<RecordFile | null> {
    const known = this.#files.get(thread)
    if (known !== undefined) return known
    const path = await this.#resolve(thread).catch(() => null)
    const file = path === null ? null : new RecordFile(path)
    this.#files.set(thread, file)
    return file
  }

  async #readWhole({ thread, index }: BodyPlace): Promise<Message | null> {
    if (this.#unreadable.has(thread)) return null
    try {
      const source = await this.#shelf.get(await this.#resolve(thread))
      return index >= source.count ? null : source.message(index)
    } catch {
      this.#unreadable.add(thread)
      return null
    }
  }
}
