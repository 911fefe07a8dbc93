import { mkdir, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError, type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import type { ImportFrame, ImportOptions, ImportOutcome, WatchedFolder } from '../../shared/ipc/import.ts'
import type { ImportFolder } from '../../shared/ipc/settings.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { changedSources } from '../import/changed-sources.ts'
import { findFiles } from '../import/find-files.ts'
import type { OpenHere } from '../import/import-thread.ts'
import { runImport } from '../import/run-import.ts'
import { scanSources } from '../import/scan-sources.ts'
import type { Emit } from '../ports.ts'
import type { SeenSources } from '../settings/seen-sources.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import { SKIPPED_FOLDERS } from '../threads/skipped-folders.ts'
import { watchTree } from '../threads/watch-tree.ts'
import type { WorkspaceWatch } from '../threads/watch-workspace.ts'
import type { WorkspaceFolder } from '../threads/workspace-folder.ts'
import { isInside } from '../threads/workspace-path.ts'

export interface WatchedFoldersOptions {
  readonly settings: Pick<SettingsFile, 'get' | 'set'>
  readonly seen: SeenSources
  readonly workspace: () => WorkspaceFolder | null
  readonly open: OpenHere
  readonly emit: Emit
  readonly now: () => number
  /** Quiet time before a change is read, in milliseconds. */
  readonly quietMs?: number
  /** Time until a folder that is gone is looked for again, in milliseconds. */
  readonly lookAgainMs?: number
}

const QUIET_MS = 2_000
const LOOK_AGAIN_MS = 30_000

const NOTHING = { new: 0, updated: 0, copied: 0, unchanged: 0 }

/** One folder while its workspace is open. */
interface Running {
  readonly entry: ImportFolder
  readonly stop: AbortController
  watch: WorkspaceWatch | null
  again: NodeJS.Timeout | null
  /** Passes one after the other; null = none runs. */
  pass: Promise<void> | null
  isOutdated: boolean
  state: 'reading' | 'watching' | 'gone'
  counts: Readonly<Record<ImportOutcome, number>>
  lastMs: number | null
  error: ErrorValue | null
}

/**
 * "Keep copies of new transcripts from this folder": looks through each folder when its workspace is opened and
 * whenever something changed in it, and imports what is new by the same steps as the dialog.
 */
export class WatchedFolders {
  readonly #options: WatchedFoldersOptions
  readonly #running = new Map<string, Running>()
  #isStarted = false
  #imports: Promise<unknown> = Promise.resolve()

  constructor(options: WatchedFoldersOptions) {
    this.#options = options
  }

  /** From now on folders are looked through: what they are imported into is ready. */
  start(): void {
    this.#isStarted = true
    this.apply()
  }

  list(): readonly WatchedFolder[] {
    return this.#options.settings.get().importFolders.map((entry) => {
      const running = this.#running.get(entry.path)
      return {
        path: entry.path,
        folder: entry.folder,
        workspace: basename(entry.root),
        state: running?.state ?? 'elsewhere',
        counts: running?.counts ?? NOTHING,
        lastMs: running?.lastMs ?? null,
        error: running?.error ?? null,
      }
    })
  }

  has(path: string): boolean {
    return this.#options.settings.get().importFolders.some((entry) => entry.path === path)
  }

  /** Adds a folder for the open workspace, or changes where its threads go. Rejects with AppError. */
  async add(
    path: string,
    folder: string,
    include?: ImportFolder['include'],
  ): Promise<readonly WatchedFolder[]> {
    const workspace = this.#options.workspace()
    if (workspace === null) throw new AppError('file-not-found', 'No folder of threads is open.')
    await workspace.resolve(folder)
    const known = this.has(path)
    const real = await realpath(path).catch((error: unknown) => {
      if (known) return path
      throw toDiskError(error, path)
    })
    if (isInside(workspace.root, real) || isInside(real, workspace.root))
      throw new AppError('folder-overlaps', 'This folder holds the workspace, or lies in it.')
    const others = this.#options.settings.get().importFolders.filter((entry) => entry.path !== real)
    const former = this.#options.settings.get().importFolders.find((entry) => entry.path === real)
    if (former?.root !== workspace.root) await this.#options.seen.forget(real)
    this.#end(real)
    return this.#save([
      ...others,
      { path: real, root: workspace.root, folder, include: include ?? former?.include ?? EVERYTHING },
    ])
  }

  async remove(path: string): Promise<readonly WatchedFolder[]> {
    this.#end(path)
    await this.#options.seen.forget(path)
    return this.#save(this.#options.settings.get().importFolders.filter((entry) => entry.path !== path))
  }

  /** Watches what belongs to the open workspace, and nothing else. */
  apply(): void {
    if (!this.#isStarted) return
    const root = this.#options.workspace()?.root
    const wanted = this.#options.settings.get().importFolders.filter((entry) => entry.root === root)
    for (const [path, { entry }] of this.#running) if (!wanted.includes(entry)) this.#end(path)
    for (const entry of wanted) if (!this.#running.has(entry.path)) this.#begin(entry)
    this.#tell()
  }

  /** Runs an import while no other one does: two at once would not see what the other has written. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#imports.then(work, work)
    this.#imports = run.catch(() => undefined)
    return run
  }

  /** Resolves when nothing is read or written any more. */
  async close(): Promise<void> {
    this.#isStarted = false
    const passes = [...this.#running.values()].map(({ pass }) => pass)
    for (const path of [...this.#running.keys()]) this.#end(path)
    await Promise.all(passes)
  }

  async #save(importFolders: readonly ImportFolder[]): Promise<readonly WatchedFolder[]> {
    try {
      const settings = await this.#options.settings.set({ importFolders })
      this.#options.emit('settings.changed', settings)
    } finally {
      // Also when the disk refused: what was chosen then counts for this run.
      this.apply()
    }
    return this.list()
  }

  #begin(entry: ImportFolder): void {
    const running: Running = {
      entry,
      stop: new AbortController(),
      watch: null,
      again: null,
      pass: null,
      isOutdated: false,
      state: 'reading',
      counts: NOTHING,
      lastMs: null,
      error: null,
    }
    this.#running.set(entry.path, running)
    this.#look(running)
  }

  #end(path: string): void {
    const running = this.#running.get(path)
    if (running === undefined) return
    this.#running.delete(path)
    running.stop.abort(new AppError('cancelled', 'Stopped.'))
    if (running.again !== null) clearTimeout(running.again)
    void running.watch?.close()
  }

  #look(running: Running): void {
    running.isOutdated = true
    running.pass ??= this.#passes(running).finally(() => {
      running.pass = null
    })
  }

  async #passes(running: Running): Promise<void> {
    while (running.isOutdated && !running.stop.signal.aborted) {
      running.isOutdated = false
      try {
        // Watched before it is looked through: nothing falls between the two.
        if (running.watch === null) await this.#watch(running)
        if (running.stop.signal.aborted) return
        await this.#takeOver(running)
        running.state = 'watching'
      } catch (error) {
        if (running.stop.signal.aborted) return
        const value = toErrorValue(error)
        running.state = value.code === 'file-not-found' ? 'gone' : 'watching'
        running.error = running.state === 'gone' ? null : value
        if (running.state === 'gone') this.#lookAgainLater(running)
      }
      this.#tell()
    }
  }

  async #watch(running: Running): Promise<void> {
    const { path } = running.entry
    // A folder that is not there is told, not waited for.
    await realpath(path).catch((error: unknown) => {
      throw toDiskError(error, path)
    })
    const quietMs = this.#options.quietMs ?? QUIET_MS
    if (running.stop.signal.aborted) return
    // Known before it is ready: whatever ends the folder meanwhile closes it.
    running.watch = watchTree(path, () => this.#look(running), { skipped: SKIPPED_FOLDERS, quietMs })
    await running.watch.ready
  }

  #lookAgainLater(running: Running): void {
    void running.watch?.close()
    running.watch = null
    running.again = setTimeout(() => this.#look(running), this.#options.lookAgainMs ?? LOOK_AGAIN_MS)
    running.again.unref()
  }

  async #takeOver(running: Running): Promise<void> {
    const { entry, stop } = running
    const { signal } = stop
    const files = await findFiles([entry.path], signal)
    const { sources, stamps } = await changedSources(files, this.#options.seen.of(entry.path))
    const retry = sources.length === 0 ? [] : await this.alone(() => this.#import(running, sources))
    signal.throwIfAborted()
    const kept = new Map(stamps)
    for (const path of retry) kept.delete(path)
    await this.#options.seen.keep(entry.path, kept)
  }

  /** Answers the sources that are to be read again: they changed under the reading. */
  async #import(running: Running, sources: readonly string[]): Promise<readonly string[]> {
    const { entry, stop } = running
    const workspace = this.#options.workspace()
    stop.signal.throwIfAborted()
    if (workspace === null || workspace.root !== entry.root) return sources
    running.state = 'reading'
    this.#tell()
    const folder = await workspace.resolve(entry.folder)
    await mkdir(folder, { recursive: true })
    const failed: { readonly source: string; readonly error: ErrorValue }[] = []
    const scan = await scanSources(
      sources,
      (frame) => {
        // Tools begin files in which nobody has said anything yet.
        if (frame.kind === 'problem' && frame.problem.error.code !== 'file-empty') failed.push(frame.problem)
      },
      stop.signal,
    )
    const fresh: string[] = []
    const take = (frame: ImportFrame): void => {
      if (frame.kind === 'failed') failed.push(frame)
      if (frame.kind !== 'imported') return
      running.counts = { ...running.counts, [frame.outcome]: running.counts[frame.outcome] + 1 }
      if (frame.outcome !== 'unchanged') running.lastMs = this.#options.now()
      if (frame.outcome === 'new' || frame.outcome === 'copied') fresh.push(frame.thread)
    }
    const options: ImportOptions = { ...entry.include, folder: entry.folder, changed: 'update' }
    const idOf = (path: string) => workspace.idOf(path) ?? path
    const run = {
      root: entry.root,
      folder,
      sources: scan.sources,
      options,
      idOf,
      total: scan.threads.length,
    }
    try {
      await runImport(run, take, stop.signal, this.#options.open)
    } finally {
      const [first] = fresh
      if (first !== undefined)
        this.#options.emit('import.arrived', { path: entry.path, count: fresh.length, first })
    }
    running.error = failed.at(-1)?.error ?? null
    return failed.filter(({ error }) => error.code === 'file-changed').map(({ source }) => source)
  }

  #tell(): void {
    this.#options.emit('import.watched', this.list())
  }
}

const EVERYTHING: ImportFolder['include'] = { toolOutput: true, images: true, branches: true }
