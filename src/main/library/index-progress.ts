import type { IndexProgress } from '../../shared/search/answer.ts'

/** A message and what stands around it, before anything of a workspace was measured. */
const BYTES_PER_MESSAGE = 2_500

interface ThreadCount {
  readonly bytes: number
  /** Null until it was opened. */
  readonly messages: number | null
  readonly indexed: number
}

/**
 * Counts messages of threads that wait and of those that are done. How many messages a waiting thread holds is guessed
 * by its size, from what the opened ones held.
 */
export class ProgressCount {
  readonly #threads = new Map<string, ThreadCount>()

  /** A thread waits to be looked into. */
  wait(thread: string, bytes: number): void {
    this.#threads.set(thread, { bytes, messages: null, indexed: 0 })
  }

  /** A thread was opened: how many messages it holds is known from now on. */
  open(thread: string, messages: number): void {
    const bytes = this.#threads.get(thread)?.bytes ?? 0
    this.#threads.set(thread, { bytes, messages, indexed: 0 })
  }

  /** Messages of an opened thread came into the index. */
  add(thread: string, messages: number): void {
    const count = this.#threads.get(thread)
    if (count !== undefined) this.#threads.set(thread, { ...count, indexed: count.indexed + messages })
  }

  /** A thread that needs no work, or cannot be read. */
  settle(thread: string, bytes: number, messages: number): void {
    this.#threads.set(thread, { bytes, messages, indexed: messages })
  }

  forget(thread: string): void {
    this.#threads.delete(thread)
  }

  /** Only these threads count from now on. */
  keep(threads: ReadonlySet<string>): void {
    for (const thread of this.#threads.keys()) if (!threads.has(thread)) this.#threads.delete(thread)
  }

  read(isRunning: boolean): IndexProgress {
    let indexed = 0
    let messages = 0
    let knownBytes = 0
    let waitingBytes = 0
    for (const count of this.#threads.values()) {
      indexed += count.indexed
      messages += count.messages ?? 0
      if (count.messages === null) waitingBytes += count.bytes
      else knownBytes += count.bytes
    }
    const perMessage = messages > 0 ? Math.max(1, knownBytes / messages) : BYTES_PER_MESSAGE
    const total = messages + Math.round(waitingBytes / perMessage)
    return { indexed, total: Math.max(total, indexed), isRunning }
  }
}
