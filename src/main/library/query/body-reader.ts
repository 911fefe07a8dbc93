import type { Message } from '../../../shared/thread/message.ts'
import { parseMessage } from '../../threads/native/parse-message.ts'
import type { OpenThreadSource, ThreadSource } from '../thread-source.ts'
import { RecordFile } from './record-file.ts'

/** Which message to read, as the index knows it. */
export interface BodyPlace {
  readonly thread: string
  readonly index: number
  readonly from: number | null
  readonly to: number | null
}

export interface BodyReaderPorts {
  /** Absolute path of a thread that may be read; rejects for others. */
  readonly resolve: (thread: string) => Promise<string>
  readonly open: OpenThreadSource
}

/** Pictures are not searched. */
const NO_BLOBS = new Map<string, never>()

/**
 * Reads single messages out of their files for one search: each file is opened once, and of a native one only the
 * message's own bytes are read. Close it when done.
 */
export class BodyReader {
  readonly #ports: BodyReaderPorts
  readonly #files = new Map<string, RecordFile | null>()
  readonly #sources = new Map<string, ThreadSource | null>()

  constructor(ports: BodyReaderPorts) {
    this.#ports = ports
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
    for (const source of this.#sources.values()) source?.close()
    this.#files.clear()
    this.#sources.clear()
  }

  async #file(thread: string): Promise<RecordFile | null> {
    const known = this.#files.get(thread)
    if (known !== undefined) return known
    const path = await this.#ports.resolve(thread).catch(() => null)
    const file = path === null ? null : new RecordFile(path)
    this.#files.set(thread, file)
    return file
  }

  async #readWhole({ thread, index }: BodyPlace): Promise<Message | null> {
    let source = this.#sources.get(thread)
    if (source === undefined) {
      source = await this.#ports.open(await this.#ports.resolve(thread)).catch(() => null)
      this.#sources.set(thread, source)
    }
    return source === null || index >= source.count ? null : source.message(index)
  }
}
