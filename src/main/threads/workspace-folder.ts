import { createReadStream } from 'node:fs'
import { mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, parse } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import type { TreeEntry } from '../../shared/ipc/workspace.ts'
import { createNewFile } from '../disk/create-exclusive.ts'
import { createFree } from '../disk/create-free.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { describeEntry, isShownName, listFolder } from './list-folder.ts'
import { moveExclusive } from './move-exclusive.ts'
import { newThreadText } from './new-thread.ts'
import { numberedName } from './numbered-name.ts'
import { safeName } from './safe-name.ts'
import { isInside, resolveInside, toId } from './workspace-path.ts'

/** The one thing of the host that a workspace needs. */
export interface TrashPort {
  trashItem(absolutePath: string): Promise<void>
}

function refuse(message: string): AppError {
  return new AppError('bad-input', message)
}

/** The folder of threads a person chose. Ids are paths relative to it with `/`; nothing outside is touched. */
export class WorkspaceFolder {
  /** Absolute real path. */
  readonly root: string

  private constructor(root: string) {
    this.root = root
  }

  /** Throws AppError when there is no such folder. */
  static async open(path: string): Promise<WorkspaceFolder> {
    try {
      const root = await realpath(path)
      if ((await stat(root)).isDirectory()) return new WorkspaceFolder(root)
    } catch (error) {
      throw toDiskError(error, path)
    }
    throw new AppError('file-not-found', 'This is not a folder.', { params: { name: basename(path) } })
  }

  get name(): string {
    return basename(this.root) || this.root
  }

  /** Absolute real path of an id, checked to lie inside (`path-outside`). It need not exist. */
  resolve(id: string): Promise<string> {
    return resolveInside(this.root, id)
  }

  /** Id of an absolute path, or null when it lies outside. */
  idOf(path: string): string | null {
    return isInside(this.root, path) ? toId(this.root, path) : null
  }

  /** Children of one folder ('' = root), folders first. */
  list(folderId: string): Promise<readonly TreeEntry[]> {
    return listFolder(this.root, folderId)
  }

  /** Makes an empty thread. The typed name becomes one that every platform takes; it must be free. */
  async createThread(folderId: string, typedName: string): Promise<TreeEntry> {
    const name = safeName(typedName, '.json')
    const path = join(await this.resolve(folderId), name)
    await createNewFile(path, newThreadText(parse(name).name))
    return this.entryAt(path)
  }

  async createFolder(folderId: string, typedName: string): Promise<TreeEntry> {
    const parent = await this.resolve(folderId)
    const path = join(parent, safeName(typedName))
    try {
      const names = await readdir(parent)
      if (names.some((name) => name.toLowerCase() === basename(path).toLowerCase()))
        throw new AppError('file-exists', 'Something with this name is already there.', {
          params: { name: basename(path) },
        })
      await mkdir(path)
    } catch (error) {
      throw toDiskError(error, path)
    }
    return this.entryAt(path)
  }

  /** Renames a file or folder; a file keeps its extension. The content, its title included, stays as it is. */
  async rename(id: string, typedName: string): Promise<TreeEntry> {
    const from = await this.existing(id)
    const isFolder = (await stat(from)).isDirectory()
    const to = join(dirname(from), safeName(typedName, isFolder ? '' : parse(from).ext))
    await moveExclusive(from, to)
    return this.entryAt(to)
  }

  /** Copies a file byte for byte as `NAME copy.json`, `NAME copy 2.json`, … */
  async duplicate(id: string): Promise<TreeEntry> {
    const from = await this.existing(id)
    if (!(await stat(from)).isFile()) throw refuse('Only files can be duplicated.')
    const { name, ext } = parse(from)
    const stem = name.replace(/ copy(?: \d+)?$/, '')
    const to = await createFree(dirname(from), (attempt) => ({
      name: numberedName(`${stem} copy`, ext, attempt),
      write: (file) => file.writeFile(createReadStream(from)),
    }))
    return this.entryAt(to)
  }

  /** Moves a file or folder into another folder of the workspace under its own name. */
  async move(id: string, folderId: string): Promise<TreeEntry> {
    const from = await this.existing(id)
    const folder = await this.resolve(folderId)
    if (isInside(from, folder)) throw refuse('A folder cannot be moved into itself.')
    const to = join(folder, basename(from))
    await moveExclusive(from, to)
    return this.entryAt(to)
  }

  /** Hands a file or folder to the system's trash; nothing is ever deleted for good. */
  async trash(id: string, port: TrashPort): Promise<void> {
    await port.trashItem(await this.existing(id))
  }

  /** The entry of an id as it is now. */
  async entry(id: string): Promise<TreeEntry> {
    return this.entryAt(await this.existing(id))
  }

  private async existing(id: string): Promise<string> {
    if (id === '') throw refuse('The workspace folder itself cannot be changed.')
    const parent = await this.resolve(dirname(id) === '.' ? '' : dirname(id))
    // Not the target of a link: what is renamed or thrown away is the link itself.
    const path = join(parent, basename(id))
    await this.resolve(id)
    try {
      await stat(path)
      return path
    } catch (error) {
      throw toDiskError(error, path)
    }
  }

  private async entryAt(path: string): Promise<TreeEntry> {
    try {
      const siblings = (await readdir(dirname(path))).filter(isShownName)
      return await describeEntry(path, basename(path), toId(this.root, dirname(path)), siblings)
    } catch (error) {
      throw toDiskError(error, path)
    }
  }
}
