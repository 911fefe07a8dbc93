import type { ThreadRuntime } from './thread-runtime.ts'

/** A runtime and the file it holds. */
interface Held {
  readonly path: string
  readonly runtime: Promise<ThreadRuntime>
}

/** Threads that nobody looks at any more are held this long: whoever comes back soon finds them as they were. */
const MAX_LEFT = 4

/**
 * The runtimes of open threads, one for each file, whatever windows and requests ask for it (I8). A thread that is
 * renamed, moved or thrown away is let go first, and so is one that was left long ago and does nothing.
 */
export class ThreadRuntimes {
  readonly #open: (thread: string, path: string) => Promise<ThreadRuntime>
  readonly #resolve: (thread: string) => Promise<string>
  readonly #held = new Map<string, Held>()
  readonly #ready = new Map<string, ThreadRuntime>()
  /** What is being let go of: until it is written nobody else may open the file. */
  readonly #closing = new Map<string, Promise<unknown>>()
  /** Paths of threads whose tab was closed, the latest last. */
  readonly #left = new Set<string>()
  #isClosed = false

  constructor(options: {
    readonly resolve: (thread: string) => Promise<string>
    readonly open: (thread: string, path: string) => Promise<ThreadRuntime>
  }) {
    this.#resolve = options.resolve
    this.#open = options.open
  }

  /** The thread's runtime, with what a crash left open settled. Rejects when the thread cannot be opened. */
  async get(thread: string): Promise<ThreadRuntime> {
    const path = await this.#resolve(thread)
    if (this.#isClosed) throw new Error('the runtimes are closed')
    this.#left.delete(path)
    const known = this.#held.get(path)
    if (known !== undefined) return known.runtime
    const runtime = this.#begin(thread, path)
    const held = { path, runtime }
    this.#held.set(path, held)
    const isHeld = (): boolean => this.#held.get(path) === held
    runtime.then(
      (opened) => {
        if (isHeld()) this.#ready.set(path, opened)
      },
      () => {
        // A thread that could not be opened may be opened another time.
        if (isHeld()) this.#held.delete(path)
      },
    )
    return runtime
  }

  async #begin(thread: string, path: string): Promise<ThreadRuntime> {
    await this.#closing.get(path)
    const opened = await this.#open(thread, path)
    try {
      await opened.runner.settle()
      return opened
    } catch (error) {
      await opened.close()
      throw error
    }
  }

  /** The runtime of a file, when there is one already. */
  at(path: string): ThreadRuntime | null {
    return this.#ready.get(path) ?? null
  }

  /** A window shows the thread. */
  shown(path: string): void {
    this.#left.delete(path)
  }

  /**
   * A window shows the thread no more. Another one may: then it is opened again for that one, should it be let go.
   * Never ends anything: what runs, waits, could not be saved or has to be told stays.
   */
  async left(path: string): Promise<void> {
    this.#left.delete(path)
    this.#left.add(path)
    const resting = [...this.#left].filter((one) => {
      const runtime = this.#ready.get(one)
      return runtime !== undefined && isAtRest(runtime)
    })
    for (const one of resting.slice(0, Math.max(0, this.#left.size - MAX_LEFT))) {
      this.#left.delete(one)
      await this.letGo(one)
    }
    for (const one of this.#left) if (!this.#held.has(one)) this.#left.delete(one)
  }

  /** Absolute paths of threads that are open here. */
  get paths(): readonly string[] {
    return [...this.#held.keys()]
  }

  /** Ends what runs in a file, or below a folder, and writes it. */
  async letGo(path: string): Promise<void> {
    const inside = [...this.#held.keys()].filter(
      (held) => held === path || held.startsWith(`${path}/`) || held.startsWith(`${path}\\`),
    )
    await Promise.all(
      inside.map(async (one) => {
        const runtime = this.#held.get(one)?.runtime
        this.#held.delete(one)
        this.#ready.delete(one)
        const closing = runtime?.catch(() => null).then((opened) => opened?.close())
        const closed = Promise.allSettled([closing])
        this.#closing.set(one, closed)
        await closed
        if (this.#closing.get(one) === closed) this.#closing.delete(one)
        // A failure is the caller's to tell.
        await closing
      }),
    )
  }

  /** Ends everything; resolves when the last thread is written. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#held.keys()].map((path) => this.letGo(path)))
  }
}

function isAtRest({ runner }: ThreadRuntime): boolean {
  const { phase, queue, failure, notice, isUnsaved, asksToCompact } = runner.state
  const isTold = failure === null && (notice === null || notice.outcome !== null)
  return phase === 'idle' && queue.length === 0 && isTold && !isUnsaved && !asksToCompact
}
