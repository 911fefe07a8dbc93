import type { ThreadRuntime } from './thread-runtime.ts'

/** A runtime and the file it holds. */
interface Held {
  readonly path: string
  readonly runtime: Promise<ThreadRuntime>
}

/**
 * The runtimes of open threads, one for each file, whatever windows and requests ask for it (I8). A thread that is
 * renamed, moved or thrown away is let go first.
 */
export class ThreadRuntimes {
  readonly #open: (thread: string, path: string) => Promise<ThreadRuntime>
  readonly #resolve: (thread: string) => Promise<string>
  readonly #held = new Map<string, Held>()
  readonly #ready = new Map<string, ThreadRuntime>()
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
    const known = this.#held.get(path)
    if (known !== undefined) return known.runtime
    const runtime = this.#open(thread, path).then(async (opened) => {
      await opened.runner.settle()
      this.#ready.set(path, opened)
      return opened
    })
    this.#held.set(path, { path, runtime })
    // A thread that could not be opened may be opened another time.
    runtime.catch(() => this.#held.delete(path))
    return runtime
  }

  /** The runtime of a file, when there is one already. */
  at(path: string): ThreadRuntime | null {
    return this.#ready.get(path) ?? null
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
        await (await runtime?.catch(() => null))?.close()
      }),
    )
  }

  /** Ends everything; resolves when the last thread is written. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#held.keys()].map((path) => this.letGo(path)))
  }
}
