import { AppError } from '../../shared/ipc/errors.ts'

/** How frames of one stream are gathered before they cross. */
export interface QueueLimits {
  /** Frames that arrive within this time travel together. */
  readonly gatherMs: number
  /** Messages under way that the other side has not taken yet. */
  readonly maxUntaken: number
  /** Frames that may wait. More means that nobody reads: the stream fails instead of filling the memory. */
  readonly maxWaiting: number
}

/** One message per frame of the screen, four under way, ten thousand waiting at most. */
export const QUEUE_LIMITS: QueueLimits = { gatherMs: 16, maxUntaken: 4, maxWaiting: 10_000 }

/**
 * Gathers the frames of one stream. `send` is called with at least one frame, never more often than every
 * `gatherMs`, and never while `maxUntaken` messages are under way; `flush` sends what is left at once.
 */
export class FrameQueue {
  readonly #send: (frames: readonly unknown[]) => void
  readonly #limits: QueueLimits
  #waiting: unknown[] = []
  #untaken = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #isClosed = false

  constructor(send: (frames: readonly unknown[]) => void, limits: QueueLimits = QUEUE_LIMITS) {
    this.#send = send
    this.#limits = limits
  }

  /** Adds a frame. Throws `internal` when too many wait; frames after the end are ignored. */
  add(frame: unknown): void {
    if (this.#isClosed) return
    if (this.#waiting.length >= this.#limits.maxWaiting) {
      throw new AppError('internal', 'A stream was not read fast enough.', {
        params: { waiting: this.#waiting.length },
      })
    }
    this.#waiting.push(frame)
    this.#schedule()
  }

  /** The other side took one message. */
  taken(): void {
    this.#untaken = Math.max(0, this.#untaken - 1)
    if (this.#waiting.length > 0) this.#schedule()
  }

  /** Sends the rest and takes no more. */
  flush(): void {
    this.#pass(true)
    this.drop()
  }

  /** Forgets the rest and takes no more. */
  drop(): void {
    this.#isClosed = true
    this.#waiting = []
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #schedule(): void {
    if (this.#isClosed || this.#timer !== null || this.#untaken >= this.#limits.maxUntaken) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#pass(false)
    }, this.#limits.gatherMs)
  }

  #pass(isLast: boolean): void {
    if (this.#waiting.length === 0 || (!isLast && this.#untaken >= this.#limits.maxUntaken)) return
    const frames = this.#waiting
    this.#waiting = []
    this.#untaken += 1
    this.#send(frames)
  }
}
