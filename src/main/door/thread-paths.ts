import { realpath } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import type { WorkspaceFolder } from '../threads/workspace-folder.ts'

/** Resolves thread ids to absolute paths that may be read: inside the workspace, or granted by the person. */
export class ThreadPaths {
  readonly #granted = new Set<string>()
  readonly #workspace: () => WorkspaceFolder | null

  constructor(workspace: () => WorkspaceFolder | null, granted: readonly string[]) {
    this.#workspace = workspace
    for (const path of granted) this.#granted.add(path)
  }

  /** Lets files be opened by absolute path: chosen in a dialog or named on the command line. */
  async grant(paths: readonly string[]): Promise<readonly string[]> {
    const real = await Promise.all(paths.map((path) => realpath(path).catch(() => path)))
    for (const path of real) this.#granted.add(path)
    return real
  }

  get granted(): readonly string[] {
    return [...this.#granted]
  }

  /** Rejects with `path-outside` for anything else. */
  async resolve(thread: string): Promise<string> {
    if (isAbsolute(thread)) {
      const real = await realpath(thread).catch(() => thread)
      if (this.#granted.has(real)) return real
      throw outside()
    }
    const workspace = this.#workspace()
    if (workspace === null) throw outside()
    return workspace.resolve(thread)
  }

  /** The id of a file: relative to the workspace when inside it, else its absolute path. */
  idOf(absolutePath: string): string {
    return this.#workspace()?.relative(absolutePath) ?? absolutePath
  }
}

function outside(): AppError {
  return new AppError('path-outside', 'This file is not in the workspace and was not opened by you.')
}
