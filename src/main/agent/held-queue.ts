import type { QueuedMessage } from '../../shared/ipc/turn.ts'
import type { QueuePort } from './ports.ts'

/**
 * The queue as a runner goes through it. Held messages wait for the person and for nothing else: those found when
 * the thread opens, and those that waited when a turn was stopped or failed (ADR 11).
 */
export class HeldQueue {
  readonly #queue: QueuePort
  readonly #held: Set<string>

  constructor(queue: QueuePort) {
    this.#queue = queue
    this.#held = new Set(queue.list().map(({ id }) => id))
  }

  list(): readonly QueuedMessage[] {
    return this.#queue
      .list()
      .map((message) => (this.#held.has(message.id) ? { ...message, waitsFor: 'person' } : message))
  }

  /** What is sent next; null = nothing, or only what is held. */
  next(): QueuedMessage | null {
    return this.list().find(({ waitsFor }) => waitsFor !== 'person') ?? null
  }

  add(text: string, waitsFor: 'turn' | 'compaction'): QueuedMessage {
    return this.#queue.add(text, waitsFor)
  }

  remove(id: string): void {
    this.#held.delete(id)
    this.#queue.remove(id)
  }

  /** Everything that waits now waits for the person. */
  hold(): void {
    for (const { id } of this.#queue.list()) this.#held.add(id)
  }

  /** Lets a message go, before all others. */
  release(id: string): void {
    this.#held.delete(id)
    this.#queue.moveToFront(id)
  }
}
