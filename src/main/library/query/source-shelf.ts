import { stat } from 'node:fs/promises'
import { parseAddress } from '../../threads/thread-address.ts'
import type { OpenThreadSource, ThreadSource } from '../thread-source.ts'

/** Sources that stay open, and for how long nobody may have asked them, in milliseconds. */
const MOST_OPEN = 12
const IDLE_MS = 15_000

interface Shelved {
  readonly source: ThreadSource
  /** Size and time of the file when it was opened. */
  readonly state: string
}

/**
 * Transcripts of other tools that are read whole: they stay open from one search to the next, since a person who types
 * asks for the same ones again and again. The longest unused is closed first.
 */
export class SourceShelf {
  readonly #open: OpenThreadSource
  readonly #shelved = new Map<string, Shelved>()
  #idle: NodeJS.Timeout | null = null

  constructor(open: OpenThreadSource) {
    this.#open = open
  }

  /** To be read from at once: it may be closed when another one is asked for. Rejects when it cannot be opened. */
  async get(path: string): Promise<ThreadSource> {
    const state = await stateOf(path)
    const known = this.#shelved.get(path)
    if (known !== undefined && known.state === state) {
      this.#put(path, known)
      return known.source
    }
    const source = await this.#open(path)
    this.#put(path, { source, state })
    return source
  }

  close(): void {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = null
    for (const { source } of this.#shelved.values()) source.close()
    this.#shelved.clear()
  }

  #put(path: string, shelved: Shelved): void {
    const former = this.#shelved.get(path)
    if (former !== undefined && former.source !== shelved.source) former.source.close()
    this.#shelved.delete(path)
    this.#shelved.set(path, shelved)
    for (const [oldest, { source }] of this.#shelved) {
      if (this.#shelved.size <= MOST_OPEN) break
      source.close()
      this.#shelved.delete(oldest)
    }
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.close(), IDLE_MS)
    this.#idle.unref()
  }
}

async function stateOf(address: string): Promise<string> {
  const { size, mtimeMs } = await stat(parseAddress(address).path)
  return `${size}:${mtimeMs}`
}
