import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppNotice } from '../../shared/ipc/notices.ts'
import type { Workspace } from '../../shared/ipc/workspace.ts'
import type { WorkspaceRepository } from '../checkpoints/workspace-repository.ts'
import { sweepTemporaries } from '../disk/temporary-file.ts'
import type { Emit } from '../ports.ts'
import { changeOfSources } from '../threads/source-change.ts'
import { type WorkspaceChange, type WorkspaceWatch, watchWorkspace } from '../threads/watch-workspace.ts'
import { WorkspaceFolder } from '../threads/workspace-folder.ts'
import { noFolder } from './chosen-folder.ts'

export interface OpenWorkspaceOptions {
  readonly dataDir: string
  readonly resourcesDir: string
  readonly repository: WorkspaceRepository
  readonly emit: Emit
  /** Awaited before another folder takes the place of the former one: what runs in it works with its files. */
  readonly onLeave: () => Promise<void>
  /** A folder was opened in the place of the former one. */
  readonly onOpened: (root: string) => void
  /** Addresses of what is open of a file: the file itself first. */
  readonly addressesOf: (absolutePath: string) => readonly string[]
  /** Is the thread open, and are its bytes on disk others than those shown? */
  readonly isOutdated: (address: string, thread: string) => Promise<boolean>
}

/** The workspace that is open, watched for changes from outside. */
export class OpenWorkspace {
  readonly #options: OpenWorkspaceOptions
  #folder: WorkspaceFolder | null = null
  #watch: WorkspaceWatch | null = null

  constructor(options: OpenWorkspaceOptions) {
    this.#options = options
  }

  get folder(): WorkspaceFolder | null {
    return this.#folder
  }

  get root(): string | null {
    return this.#folder?.root ?? null
  }

  describe(): Workspace | null {
    const folder = this.#folder
    if (folder === null) return null
    return { root: folder.root, name: folder.name, isSample: folder.root.startsWith(this.#sampleRoot()) }
  }

  /**
   * The workspace of the last run; at the first start, or when its folder is gone, the sample. Answers what the
   * person should know of it.
   */
  async restore(): Promise<readonly AppNotice[]> {
    const notices: AppNotice[] = []
    const last = this.#options.repository.lastRoot()
    if (last !== null) {
      try {
        await this.open(last)
        return notices
      } catch {
        // The folder is gone or may not be read: the sample opens instead, and the folder can be chosen again.
        this.#options.repository.forget(last)
        notices.push({ code: 'workspace-gone', path: last })
      }
    }
    try {
      await this.openSample()
    } catch {
      // Without the sample no folder is open, and the page asks for one.
      notices.push({ code: 'sample-missing', path: this.#options.resourcesDir })
    }
    return notices
  }

  /** Opens a folder; rejects when it is none. The former workspace stays open then. */
  async open(path: string): Promise<Workspace> {
    const folder = await WorkspaceFolder.open(path).catch((error: unknown) => {
      throw noFolder(error, path)
    })
    await sweepTemporaries(folder.root, Date.now())
    await this.#watch?.close()
    if (this.#folder !== null && this.#folder.root !== folder.root) await this.#options.onLeave()
    this.#folder = folder
    const watch = watchWorkspace(folder.root, (change) => void this.#tell(folder, change))
    this.#watch = watch
    // What came after the tree was listed and before the watch stood is in none of its changes.
    void watch.ready.then(() => {
      if (this.#watch === watch) this.#options.emit('workspace.changed', { folders: [''] })
    })
    this.#options.repository.remember(folder.root)
    this.#options.onOpened(folder.root)
    return { root: folder.root, name: folder.name, isSample: folder.root.startsWith(this.#sampleRoot()) }
  }

  /** Copies the sample workspace into the data folder once, and opens it. What a person changed in it stays. */
  async openSample(): Promise<Workspace> {
    const target = this.#sampleRoot()
    await cp(join(this.#options.resourcesDir, 'sample-workspace'), target, {
      recursive: true,
      force: false,
      errorOnExist: false,
    })
    return this.open(target)
  }

  async close(): Promise<void> {
    await this.#watch?.close()
  }

  async #tell(folder: WorkspaceFolder, seen: WorkspaceChange): Promise<void> {
    const { emit, addressesOf, isOutdated } = this.#options
    const change = await changeOfSources(folder.root, seen)
    const openIn = (thread: string) => {
      const path = join(folder.root, thread)
      return addressesOf(path).map((address) => ({ address, thread: thread + address.slice(path.length) }))
    }
    emit('workspace.changed', { folders: change.folders })
    // It may be there again: a thread in use is written again under its name.
    for (const file of change.removedFiles)
      if (!existsSync(join(folder.root, file)))
        for (const { thread } of openIn(file)) emit('thread.changed', { thread, kind: 'removed' })
    for (const file of change.changedFiles)
      for (const { address, thread } of openIn(file))
        if (await isOutdated(address, thread)) emit('thread.changed', { thread, kind: 'changed' })
  }

  #sampleRoot(): string {
    return join(this.#options.dataDir, 'sample-workspace')
  }
}
