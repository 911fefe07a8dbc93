import { setTimeout } from 'node:timers/promises'
import { totalTokens } from '../compactor/total-tokens.ts'
import type { Emit } from '../ports.ts'
import { inSlices } from '../threads/in-slices.ts'
import type { ThreadFile } from '../threads/thread-file.ts'

/** The window paints its first rows before the rest of the file is read, in milliseconds. */
const START_AFTER_MS = 150

/**
 * Reads threads that were opened to their end, between requests, and tells the window what only that can tell:
 * tokens and notes. Stopping loses nothing: the next start goes on where it was.
 */
export class ThreadMeasurer {
  readonly #emit: Emit
  readonly #onMeasured: (address: string, file: ThreadFile) => Promise<void>
  readonly #running = new Map<string, AbortController>()

  constructor(
    emit: Emit,
    onMeasured: (address: string, file: ThreadFile) => Promise<void> = async () => undefined,
  ) {
    this.#emit = emit
    this.#onMeasured = onMeasured
  }

  /** Does nothing for a file that was read to its end before. `address` = where it lies, for who is told of its end. */
  start(thread: string, address: string, file: ThreadFile): void {
    this.stop(thread)
    if (file.isIndexed) {
      // What runs in the thread may have read it to its end meanwhile.
      if (!file.isIndexKept) void this.#onMeasured(address, file)
      return
    }
    const abort = new AbortController()
    this.#running.set(thread, abort)
    void this.#measure(thread, address, file, abort)
  }

  stop(thread: string): void {
    this.#running.get(thread)?.abort()
    this.#running.delete(thread)
  }

  stopAll(): void {
    for (const thread of [...this.#running.keys()]) this.stop(thread)
  }

  async #measure(thread: string, address: string, file: ThreadFile, abort: AbortController): Promise<void> {
    const { signal } = abort
    try {
      await setTimeout(START_AFTER_MS, undefined, { signal })
      await inSlices(file.indexSteps(), signal)
      this.#emit('thread.measured', {
        thread,
        messages: file.count,
        tokens: totalTokens(file),
        notes: file.notes,
      })
      await this.#onMeasured(address, file)
    } catch {
      // Stopped, or the file cannot be read any more: the view is told of that by `thread.changed`.
    } finally {
      if (this.#running.get(thread) === abort) this.#running.delete(thread)
    }
  }
}
