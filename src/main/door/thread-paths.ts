import { realpath } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import type { WorkspaceRepository } from '../checkpoints/workspace-repository.ts'
import { formatAddress, parseAddress } from '../threads/thread-address.ts'
import type { WorkspaceFolder } from '../threads/workspace-folder.ts'

/** Resolves thread ids to absolute paths that may be read: inside the workspace, or granted by the person. */
export class ThreadPaths {
  readonly #workspace: () => WorkspaceFolder | null
  readonly #grants: Pick<WorkspaceRepository, 'grant' | 'isGranted'>

  constructor(
    workspace: () => WorkspaceFolder | null,
    grants: Pick<WorkspaceRepository, 'grant' | 'isGranted'>,
  ) {
    this.#workspace = workspace
    this.#grants = grants
  }

  /** Lets files be opened by absolute path: chosen in a dialog or named on the command line. Real paths. */
  async grant(paths: readonly string[]): Promise<readonly string[]> {
    const real = await Promise.all(paths.map(realOrSame))
    for (const path of real) this.#grants.grant(path)
    return real
  }

  /** Rejects with `path-outside` for anything else. A conversation of a transcript stays named behind its path. */
  async resolve(thread: string): Promise<string> {
    const { path, ...place } = parseAddress(thread)
    return formatAddress({ path: await this.#resolvePath(path), ...place })
  }

  async #resolvePath(thread: string): Promise<string> {
    if (isAbsolute(thread)) {
      const real = await realOrSame(thread)
      if (this.#grants.isGranted(real)) return real
      throw outside()
    }
    const workspace = this.#workspace()
    if (workspace === null) throw outside()
    return workspace.resolve(thread)
  }

  /** The id of a file: relative to the workspace when inside it, else its absolute path. */
  idOf(absolutePath: string): string {
    return this.#workspace()?.idOf(absolutePath) ?? absolutePath
  }
}

/** A path that leads nowhere stays as it is: opening it says what is wrong. */
async function realOrSame(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

function outside(): AppError {
  return new AppError('path-outside', 'This file is not in the workspace and was not opened by you.')
}
