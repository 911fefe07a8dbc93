import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { IndexProgress } from '../../shared/search/answer.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { inSlices } from '../threads/in-slices.ts'
import { parseAddress } from '../threads/thread-address.ts'
import { ProgressCount } from './index-progress.ts'
import { indexThread } from './index-thread.ts'
import { createIndexWriter, type IndexedThread, type IndexWriter } from './index-writer.ts'
import {
  type FoundThread,
  type FoundThreads,
  isFileGone,
  isNoThread,
  listThreads,
  outsideThread,
} from './list-threads.ts'
import type { OpenThreadSource } from './thread-source.ts'

export interface IndexerOptions {
  readonly db: Database
  readonly open: OpenThreadSource
  readonly onProgress: (progress: IndexProgress) => void
  /** Titles of threads in these folders of the workspace came, changed or went; the index has them by now. */
  readonly onTitled?: (folders: readonly string[]) => void
  /** The index cannot be written any more; nothing is done after this. */
  readonly onBroken: (error: unknown) => void
  /** After what time a thread that could not be read for a passing reason is looked at again; 5 s when left out. */
  readonly retryMs?: number
}

/** How often progress is told, in milliseconds. */
const TELL_EVERY_MS = 250
const RETRY_MS = 5_000

/**
 * Keeps the index equal to the threads on disk: those of the open workspace and the files outside of it that were
 * opened. One thread after the other, oldest first, so that the newest messages have the highest rows.
 */
export class Indexer {
  readonly #options: IndexerOptions
  readonly #writer: IndexWriter
  readonly #waiting = new Map<string, FoundThread>()
  readonly #outside = new Set<string>()
  #root: string | null = null
  /** Folders to look into; null = all of the workspace. */
  #toLook: Set<string> | null = null
  #isLookAsked = false
  #current: FoundThread | null = null
  readonly #progress = new ProgressCount()
  /** Folders whose titles are others than those told last. */
  readonly #titled = new Set<string>()
  #running: Promise<void> | null = null
  #looking: Promise<void> = Promise.resolve()
  #abort = new AbortController()
  #retry: NodeJS.Timeout | null = null
  #toldMs = 0

  constructor(options: IndexerOptions) {
    this.#options = options
    this.#writer = createIndexWriter(options.db)
  }

  /** Another workspace is open; null = none. */
  setRoot(root: string | null): void {
    this.#root = root
    this.#waiting.clear()
    this.lookAgain()
  }

  /** Also looks after this file, by absolute path. */
  addOutside(absolutePath: string): void {
    this.#outside.add(absolutePath)
    // Files from outside are looked at in every look; the workspace has not changed.
    this.lookAgain([])
  }

  /**
   * Something changed on disk: in these folders ('' = the workspace's own), or anywhere when there is no list. Many
   * calls while it looks are one more look.
   */
  lookAgain(folders: readonly string[] | null = null): void {
    if (folders === null) this.#toLook = null
    else if (!this.#isLookAsked) this.#toLook = new Set(folders)
    else for (const folder of folders) this.#toLook?.add(folder)
    if (this.#isLookAsked) return
    this.#isLookAsked = true
    this.#looking = this.#looking
      .then(() => {
        this.#isLookAsked = false
        return this.#look(this.#toLook)
      })
      .catch((error: unknown) => this.#stop(error))
  }

  /** Resolves when nothing is left to do. */
  async settled(): Promise<void> {
    for (;;) {
      await this.#looking
      if (this.#running === null) return
      await this.#running
    }
  }

  /** What is half done goes on another time. */
  async close(): Promise<void> {
    this.#abort.abort()
    if (this.#retry !== null) clearTimeout(this.#retry)
    this.#waiting.clear()
    await this.#looking
    await this.#running
  }

  async #look(folders: ReadonlySet<string> | null): Promise<void> {
    if (this.#abort.signal.aborted) return
    const root = this.#root
    const found =
      root === null ? NOTHING : await listThreads(root, folders, this.#abort.signal).catch(this.#orNothing)
    if (root !== this.#root || this.#abort.signal.aborted) return
    if (root !== null) await this.#forgetGone(root, found, folders)
    const outside = await this.#lookOutside()
    const all = [...found.threads, ...outside]
    if (found.unread.length > 0) this.#lookLater()
    if (folders === null && found.unread.length === 0) this.#progress.keep(new Set(all.map(keyOf)))
    for (const thread of all.toSorted((a, b) => a.modifiedMs - b.modifiedMs)) this.#consider(thread)
    this.#start()
  }

  /** A look that was broken off by the end has found nothing. */
  #orNothing = (error: unknown): FoundThreads => {
    if (this.#abort.signal.aborted) return NOTHING
    throw error
  }

  /** Files outside that were opened, now or in an earlier run. */
  async #lookOutside(): Promise<readonly FoundThread[]> {
    const known = this.#writer.threads('')
    const found: FoundThread[] = []
    for (const path of new Set([...this.#outside, ...known.map((thread) => thread.path)])) {
      const thread = await outsideThread(path)
      if (thread !== null) found.push(thread)
      else if (await isFileGone(parseAddress(path).path))
        for (const gone of known.filter((one) => one.path === path)) this.#forget(gone)
    }
    return found
  }

  async #forgetGone(
    root: string,
    { threads, unread }: FoundThreads,
    folders: ReadonlySet<string> | null,
  ): Promise<void> {
    const there = new Set(threads.map(({ path }) => path))
    for (const known of this.#writer.threads(root)) {
      if (there.has(known.path) || folders?.has(folderOf(known.path)) === false) continue
      if (unread.some((folder) => isBelow(known.path, folder))) continue
      if (await isNoThread(root, known.path)) this.#forget(known)
      else this.#lookLater()
    }
  }

  #forget(thread: IndexedThread): void {
    this.#writer.transaction(() => this.#writer.removeThread(thread.id))
    this.#progress.forget(keyOf(thread))
  }

  #lookLater(): void {
    if (this.#retry !== null || this.#abort.signal.aborted) return
    this.#retry = setTimeout(() => {
      this.#retry = null
      this.lookAgain()
    }, this.#options.retryMs ?? RETRY_MS)
    this.#retry.unref()
  }

  #consider(thread: FoundThread): void {
    const known = this.#writer.find(thread.root, thread.path)
    const isSame =
      known !== null && known.sizeBytes === thread.sizeBytes && known.modifiedMs === thread.modifiedMs
    const key = keyOf(thread)
    if (isSame && known.state !== 'partial') {
      this.#progress.settle(key, thread.sizeBytes, known.messages)
      return
    }
    if (this.#current !== null && isEqual(this.#current, thread)) return
    this.#progress.wait(key, thread.sizeBytes)
    this.#waiting.set(key, thread)
  }

  #start(): void {
    if (this.#running !== null) return
    this.#running = this.#run()
      .catch((error: unknown) => this.#stop(error))
      .finally(() => {
        this.#running = null
        this.#tell(false)
      })
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort
    for (;;) {
      const next = this.#waiting.values().next()
      if (next.done === true || signal.aborted) break
      this.#waiting.delete(keyOf(next.value))
      this.#current = next.value
      await this.#indexOne(next.value).finally(() => {
        this.#current = null
      })
    }
    while (!signal.aborted && this.#waiting.size === 0 && this.#writer.mergeStep()) await setImmediate()
  }

  async #indexOne(thread: FoundThread): Promise<void> {
    const key = keyOf(thread)
    const { signal } = this.#abort
    try {
      const source = await this.#options.open(thread.absolutePath)
      try {
        this.#progress.open(key, source.count)
        this.#noteTitle(thread, source.head.title)
        const steps = indexThread(this.#writer, thread, source, (messages) => {
          this.#progress.add(key, messages)
          this.#tellSometimes()
        })
        await inSlices(steps, signal)
      } finally {
        source.close()
      }
    } catch (error) {
      if (signal.aborted) return
      if (isDatabaseError(error)) throw error
      if (isPassing(error)) return this.#lookLater()
      // A thread that cannot be read is not looked into again before it changes.
      this.#progress.settle(key, thread.sizeBytes, 0)
      this.#noteFailure(thread)
    }
  }

  #noteFailure(thread: FoundThread): void {
    const { root, path, sizeBytes, modifiedMs } = thread
    const known = this.#writer.find(root, path)
    this.#noteTitle(thread, '')
    this.#writer.transaction(() => {
      if (known !== null) this.#writer.removeMessages(known.id, -1)
      this.#writer.saveThread({
        root,
        path,
        sizeBytes,
        modifiedMs,
        folder: '',
        title: '',
        model: '',
        format: '',
        mark: '',
        messages: 0,
        hasCheckpoint: false,
        sourceName: '',
        state: 'failed',
      })
    })
  }

  /** To be called before the thread's row is written with this title. */
  #noteTitle({ root, path }: FoundThread, title: string): void {
    if (root !== '' && this.#writer.find(root, path)?.title !== title) this.#titled.add(folderOf(path))
  }

  #stop(error: unknown): void {
    if (this.#abort.signal.aborted) return
    this.#abort.abort()
    this.#options.onBroken(error)
  }

  #tellSometimes(): void {
    const now = performance.now()
    if (now - this.#toldMs < TELL_EVERY_MS) return
    this.#toldMs = now
    this.#tell(true)
  }

  #tell(isRunning: boolean): void {
    this.#options.onProgress(this.#progress.read(isRunning))
    if (this.#titled.size === 0) return
    this.#options.onTitled?.([...this.#titled])
    this.#titled.clear()
  }
}

const NOTHING: FoundThreads = { threads: [], unread: [] }

/** The file itself may be sound: another program holds it, or too many are open. */
function isPassing(error: unknown): boolean {
  const { code, details } = toDiskError(error, '')
  return code === 'file-busy' || code === 'file-changed' || /^(?:EAGAIN|EINTR|ENOMEM)$/.test(details ?? '')
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function keyOf({ root, path }: { readonly root: string; readonly path: string }): string {
  return `${root}\n${path}`
}

function isEqual(a: FoundThread, b: FoundThread): boolean {
  return keyOf(a) === keyOf(b) && a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs
}

function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && error.name === 'SqliteError'
}
