import type { TurnRunner } from './turn-runner.ts'

/** One runner for each thread, whatever windows and requests ask for it (I8). */
export class TurnRunners {
  private readonly open: (thread: string) => Promise<TurnRunner>
  private readonly runners = new Map<string, Promise<TurnRunner>>()
  private isClosed = false

  /** `open` makes the runner of a thread; it is called once, until the thread is let go. */
  constructor(open: (thread: string) => Promise<TurnRunner>) {
    this.open = open
  }

  /** The thread's runner, with what a crash left open settled. Rejects when the thread cannot be opened. */
  get(thread: string): Promise<TurnRunner> {
    if (this.isClosed) return Promise.reject(new Error('the runners are closed'))
    const known = this.runners.get(thread)
    if (known !== undefined) return known
    const opening = this.open(thread).then(async (runner) => {
      await runner.settle()
      return runner
    })
    this.runners.set(thread, opening)
    // A thread that could not be opened may be opened another time.
    opening.catch(() => this.runners.delete(thread))
    return opening
  }

  /** Ends what runs in a thread that is renamed, moved or thrown away. */
  async letGo(thread: string): Promise<void> {
    const runner = this.runners.get(thread)
    this.runners.delete(thread)
    await (await runner?.catch(() => null))?.close()
  }

  /** Ends everything; resolves when the last thread is written. */
  async close(): Promise<void> {
    this.isClosed = true
    await Promise.all([...this.runners.keys()].map((thread) => this.letGo(thread)))
  }
}
