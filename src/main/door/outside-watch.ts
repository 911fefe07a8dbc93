import { type StatsListener, unwatchFile, watchFile } from 'node:fs'
import type { Emit } from '../ports.ts'
import { parseAddress } from '../threads/thread-address.ts'

/** Files looked after at once; the one opened longest ago is let go. */
const MAX_WATCHED = 20
const LOOK_EVERY_MS = 1000

/**
 * Looks after threads that were opened from outside the workspace, whose folder is not watched: tells when one
 * changed or went away. By looking once a second, since such files lie anywhere, also on network drives.
 */
export class OutsideWatch {
  readonly #emit: Emit
  /** Is the thread open, and are its bytes on disk others than those shown? */
  readonly #isOutdated: (address: string, thread: string) => Promise<boolean>
  readonly #watched = new Map<
    string,
    { readonly path: string; readonly listener: StatsListener; readonly first: ReturnType<typeof setTimeout> }
  >()

  constructor(emit: Emit, isOutdated: (address: string, thread: string) => Promise<boolean>) {
    this.#emit = emit
    this.#isOutdated = isOutdated
  }

  /** `thread` is the id the page knows, `address` where it really lies: a file, or a conversation in one. */
  watch(thread: string, address: string): void {
    this.#forget(thread)
    const { path } = parseAddress(address)
    const listener: StatsListener = (now) => {
      // Zeros stand for a file that is not there.
      if (now.mtimeMs === 0 && now.ino === 0) this.#emit('thread.changed', { thread, kind: 'removed' })
      else void this.#tellChange(thread, address)
    }
    watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, listener)
    // The system's first look comes a moment later: a change before it would be taken for how the file was.
    const first = setTimeout(() => void this.#tellChange(thread, address), LOOK_EVERY_MS)
    first.unref()
    this.#watched.set(thread, { path, listener, first })
    const oldest = this.#watched.keys().next().value
    if (this.#watched.size > MAX_WATCHED && oldest !== undefined) this.#forget(oldest)
  }

  close(): void {
    for (const thread of [...this.#watched.keys()]) this.#forget(thread)
  }

  async #tellChange(thread: string, address: string): Promise<void> {
    if (await this.#isOutdated(address, thread)) this.#emit('thread.changed', { thread, kind: 'changed' })
  }

  #forget(thread: string): void {
    const known = this.#watched.get(thread)
    if (known === undefined) return
    this.#watched.delete(thread)
    clearTimeout(known.first)
    unwatchFile(known.path, known.listener)
  }
}
