import { Worker } from 'node:worker_threads'
import type { IndexProgress } from '../../shared/search/answer.ts'
import { isIndexDamage } from './index-database.ts'
import type { FromIndexer, IndexerStart, ToIndexer } from './indexer-messages.ts'

export interface IndexerLineOptions {
  /** The worker's script. */
  readonly script: URL
  readonly dataDir: string
  /** There is an index to read, perhaps another than before. */
  readonly onOpened: () => void
  readonly onProgress: (progress: IndexProgress) => void
  /** Titles of threads in these folders of the workspace came, changed or went. */
  readonly onTitled: (folders: readonly string[]) => void
}

/** The first rows of a thread are painted before the indexer takes a processor, in milliseconds. */
const START_AFTER_MS = 700
/** A worker that ends more often than this stays down: searching goes on over what is there. */
const MOST_STARTS = 3
const CLOSE_GRACE_MS = 500

/** The core's line to the indexer. Nothing it does blocks the core; without a writable data folder it does nothing. */
export class IndexerLine {
  readonly #options: IndexerLineOptions
  readonly #outside = new Set<string>()
  #root: string | null = null
  #worker: Worker | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #starts = 0
  #isAnew = false
  #isClosed = false

  constructor(options: IndexerLineOptions) {
    this.#options = options
  }

  setRoot(root: string | null): void {
    this.#root = root
    if (this.#worker === null) this.#startSoon()
    else this.#send({ kind: 'root', root })
  }

  addOutside(path: string): void {
    this.#outside.add(path)
    if (this.#worker === null) this.#startSoon()
    else this.#send({ kind: 'outside', path })
  }

  /** Something changed in these folders of the workspace. */
  lookAgain(folders: readonly string[] | null): void {
    this.#send({ kind: 'look', folders })
  }

  /** The index turned out damaged: it is made anew. */
  rebuild(): void {
    this.#isAnew = true
    void this.#worker?.terminate()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    const worker = this.#worker
    if (worker === null) return
    const closed = new Promise<void>((resolve) => {
      worker.on('message', (message: FromIndexer) => message.kind === 'closed' && resolve())
      worker.once('exit', () => resolve())
      setTimeout(resolve, CLOSE_GRACE_MS).unref()
    })
    this.#send({ kind: 'close' })
    await closed
    await worker.terminate()
  }

  #send(message: ToIndexer): void {
    this.#worker?.postMessage(message)
  }

  #startSoon(): void {
    if (this.#timer !== null || this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#start()
    }, START_AFTER_MS)
    this.#timer.unref()
  }

  #start(): void {
    if (this.#isClosed || this.#starts >= MOST_STARTS) return
    this.#starts += 1
    const start: IndexerStart = { dataDir: this.#options.dataDir, isAnew: this.#isAnew }
    this.#isAnew = false
    const worker = new Worker(this.#options.script, { workerData: start })
    this.#worker = worker
    worker.unref()
    worker.on('message', (message: FromIndexer) => {
      if (message.kind === 'opened') this.#options.onOpened()
      if (message.kind === 'progress') this.#options.onProgress(message.progress)
      if (message.kind === 'titled') this.#options.onTitled(message.folders)
    })
    // Without a listener the error would end the core; `exit` follows in any case.
    worker.on('error', (error) => {
      // A full disk or a busy file is no reason to throw away what was found.
      if (isIndexDamage(error)) this.#isAnew = true
    })
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null
      if (this.#isClosed) return
      if (this.#starts >= MOST_STARTS) this.#options.onProgress({ indexed: 0, total: 0, isRunning: false })
      else this.#startSoon()
    })
    this.#send({ kind: 'root', root: this.#root })
    for (const path of this.#outside) this.#send({ kind: 'outside', path })
  }
}
