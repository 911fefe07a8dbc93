import { AppError } from '../../shared/ipc/errors.ts'
import { isUnchanged } from '../threads/fingerprint.ts'
import type { KeptIndexes } from '../threads/kept/index-folder.ts'
import { openNewest } from '../threads/newest/open-newest.ts'
import { keepIndex, openThread } from '../threads/open-thread.ts'
import { parseAddress } from '../threads/thread-address.ts'
import type { ThreadFile } from '../threads/thread-file.ts'

/** Thread files kept open at once: the active tab and its neighbours. */
const MAX_OPEN = 4

/** Threads that are talked to: their files grow here. */
export interface LiveFiles {
  at(path: string): ThreadFile | null
  /** Opens it to be talked to when a crash left something that its file does not hold; null = nothing was left. */
  recover(path: string): Promise<ThreadFile | null>
  /** Opens it anew and tells the windows what it holds now; null = it cannot be opened to be talked to any more. */
  renew(path: string): Promise<ThreadFile | null>
  letGo(path: string): Promise<void>
}

const NOTHING_LIVE: LiveFiles = {
  at: () => null,
  recover: async () => null,
  renew: async () => null,
  letGo: async () => undefined,
}

/** A thread as soon as something of it can be shown. */
export interface SoonestThread {
  readonly file: ThreadFile
  /** Set when `file` is only the newest part of a file that is still being read. */
  readonly whole: Promise<ThreadFile> | null
}

/** Opened thread files by absolute path. A file that changed on disk is opened again. */
export class OpenThreads {
  readonly #live: LiveFiles
  readonly #kept: KeptIndexes | undefined
  readonly #growing = new Map<string, Promise<unknown>>()
  readonly #files = new Map<string, Promise<ThreadFile>>()
  /** Resolve when a file has to be read because no index stands for it; gone when it was. */
  readonly #reading = new Map<string, PromiseWithResolvers<null>>()
  /** Newest parts of files that were being read when they were shown. */
  readonly #parts = new Map<string, ThreadFile>()

  constructor(live: LiveFiles = NOTHING_LIVE, kept?: KeptIndexes) {
    this.#live = live
    this.#kept = kept
  }

  /** The file as it is on disk now. Rejects with `file-*` codes. */
  async current(path: string): Promise<ThreadFile> {
    const live = this.#live.at(path)
    if (live !== null) {
      this.#files.delete(path)
      if (!live.grown.isEmpty || (await isUnchanged(path, live.fingerprint))) return live
      // Another program wrote to it while nothing ran here.
      const renewed = await this.#live.renew(path)
      if (renewed !== null) return renewed
    }
    const recovered = await this.#live.recover(path)
    if (recovered !== null) return recovered
    const known = this.#files.get(path)
    if (known !== undefined) {
      const file = await known
      if (await isUnchanged(parseAddress(path).path, file.fingerprint)) return this.#touch(path, known)
    }
    return this.#open(path)
  }

  /** Like `current`, but of a large file that has to be read its newest part comes first. */
  async soonest(path: string): Promise<SoonestThread> {
    const whole = this.current(path)
    const first = await Promise.race([whole, this.#readingOf(path).promise])
    if (first !== null) return { file: first, whole: null }
    const part = await openNewest(path).catch(() => null)
    if (part === null) return { file: await whole, whole: null }
    keepLatest(this.#parts, path, part)
    return { file: part, whole }
  }

  /** What `soonest` gave of a file that was being read then. Throws `not-found` when that was long ago. */
  newestPart(path: string): ThreadFile {
    const part = this.#parts.get(path)
    if (part === undefined) throw new AppError('not-found', 'The thread has been read meanwhile.')
    return part
  }

  /** The same file for whoever talks to it: it stays this one's to let go of. */
  async share(path: string): Promise<ThreadFile> {
    const known = this.#files.get(path)
    if (known !== undefined) {
      const file = await known
      if (await isUnchanged(parseAddress(path).path, file.fingerprint)) return file
    }
    return this.#open(path)
  }

  /** The file as it was opened last, for rows of a view that is about to be told of a change. */
  async opened(path: string): Promise<ThreadFile> {
    const live = this.#live.at(path)
    if (live !== null) return live
    const known = this.#files.get(path)
    return known === undefined ? this.#open(path) : this.#touch(path, known)
  }

  /** Everything of the file at `path` that is open or may be: the file itself, and the conversations in it. */
  addressesOf(path: string): readonly string[] {
    const inside = [...this.#files.keys()].filter(
      (address) => address !== path && parseAddress(address).path === path,
    )
    return [path, ...inside]
  }

  /** True when the file is open here and its bytes are others now: our own writes are no news. */
  async isOutdated(path: string): Promise<boolean> {
    const live = this.#live.at(path)
    if (live !== null)
      return live.grown.isEmpty && !(await isUnchanged(path, live.fingerprint).catch(() => false))
    const known = this.#files.get(path)
    if (known === undefined) return false
    try {
      return !(await isUnchanged(parseAddress(path).path, (await known).fingerprint))
    } catch {
      // It cannot be read any more, or never could: the view has to be told.
      return true
    }
  }

  /**
   * Takes in what another tool wrote behind a transcript that is open: the first message that is new or another, and
   * how many there are. Null when the file did not just grow.
   */
  grow(path: string): Promise<{ readonly from: number; readonly total: number } | null> {
    // One after the other: a reading goes on from where it is.
    const growing = (this.#growing.get(path) ?? Promise.resolve(null)).then(() => this.#grow(path))
    this.#growing.set(path, growing)
    return growing.finally(() => {
      if (this.#growing.get(path) === growing) this.#growing.delete(path)
    })
  }

  async #grow(path: string): Promise<{ readonly from: number; readonly total: number } | null> {
    const known = await this.#files.get(path)?.catch(() => null)
    const next = await known?.foreign?.grow().catch(() => null)
    if (next == null || next.file.count < (known?.count ?? 0)) return null
    this.#touch(path, Promise.resolve(next.file))
    return { from: next.from, total: next.file.count }
  }

  /**
   * Every message of it has been read: what is known of them need not be found again. By then it may be open no more;
   * an index of an earlier state of the file is not believed.
   */
  measured(address: string, file: ThreadFile): Promise<void> {
    return keepIndex(address, file, this.#kept)
  }

  /** Ends what runs in it first. */
  async forget(path: string): Promise<void> {
    this.#files.delete(path)
    await this.#live.letGo(path)
  }

  #open(path: string): Promise<ThreadFile> {
    const onReading = () => this.#readingOf(path).resolve(null)
    const opening = openThread(path, { onReading, ...(this.#kept === undefined ? {} : { kept: this.#kept }) })
    opening
      .catch(() => {
        if (this.#files.get(path) === opening) this.#files.delete(path)
      })
      .finally(() => this.#reading.delete(path))
    return this.#touch(path, opening)
  }

  #readingOf(path: string): PromiseWithResolvers<null> {
    const known = this.#reading.get(path)
    if (known !== undefined) return known
    const reading = Promise.withResolvers<null>()
    this.#reading.set(path, reading)
    return reading
  }

  #touch(path: string, file: Promise<ThreadFile>): Promise<ThreadFile> {
    keepLatest(this.#files, path, file)
    return file
  }
}

function keepLatest<T>(map: Map<string, T>, path: string, value: T): void {
  map.delete(path)
  map.set(path, value)
  const oldest = map.keys().next().value
  if (map.size > MAX_OPEN && oldest !== undefined) map.delete(oldest)
}
