import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import { checkLink } from '../../shared/links.ts'
import type { DraftRepository } from '../checkpoints/draft-repository.ts'
import type { TabRepository } from '../checkpoints/tab-repository.ts'
import type { Library } from '../library/library.ts'
import type { HostPort } from '../ports.ts'
import { parseAddress } from '../threads/thread-address.ts'
import type { WorkspaceFolder } from '../threads/workspace-folder.ts'
import type { OpenThreads } from './open-threads.ts'
import type { OpenWorkspace } from './open-workspace.ts'
import type { ThreadPaths } from './thread-paths.ts'

type WorkspaceHandlers = Pick<
  Handlers,
  Extract<
    keyof Handlers,
    `workspace.${string}` | `tabs.${string}` | `draft.${string}` | 'link.open' | 'clipboard.write'
  >
>

export interface WorkspaceDoor {
  readonly workspace: OpenWorkspace
  readonly threads: OpenThreads
  readonly paths: ThreadPaths
  readonly host: HostPort
  readonly library: Pick<Library, 'titles'>
  readonly tabs: TabRepository
  readonly drafts: DraftRepository
  /** Lets tabs, drafts and what was chosen follow a thread that moved. */
  readonly moveThread: (root: string, from: string, to: string) => Promise<void>
  /** A thread file was made: nothing of an earlier one of its name is its own. */
  readonly onMade: (thread: string) => Promise<void>
  /** What was chosen for a thread holds in its duplicate too. */
  readonly carryChoices: (source: string, copy: string, placeOf: (index: number) => number) => Promise<void>
}

/** Routes of the sidebar, the tabs and the few things only the host can do. */
export function workspaceHandlers(door: WorkspaceDoor): WorkspaceHandlers {
  const { workspace, host } = door
  const folder = (): WorkspaceFolder => opened(workspace)
  const moved = async (from: string, change: () => ReturnType<WorkspaceFolder['rename']>) => {
    await door.threads.forget(await folder().resolve(from))
    const entry = await change()
    await door.moveThread(folder().root, from, entry.path)
    return entry
  }
  const made = async (entry: ReturnType<WorkspaceFolder['duplicate']>) => {
    await door.onMade((await entry).path)
    return entry
  }
  return {
    'workspace.get': async () => workspace.describe(),
    'workspace.choose': async () => {
      const path = await host.chooseFolder()
      return path === null ? null : workspace.open(path)
    },
    'workspace.openSample': async () => workspace.openSample(),
    'workspace.list': async ({ folder: id }) => folder().list(id),
    'workspace.titles': async ({ folder: id }) => door.library.titles(id),
    'workspace.createThread': async ({ folder: id, name }) => made(folder().createThread(id, name)),
    'workspace.createFolder': async ({ folder: id, name }) => folder().createFolder(id, name),
    'workspace.rename': async ({ path, name }) => moved(path, () => folder().rename(path, name)),
    'workspace.duplicate': async ({ path }) => {
      const entry = await made(folder().duplicate(path))
      await door.carryChoices(path, entry.path, (index) => index).catch(() => undefined)
      return entry
    },
    'workspace.move': async ({ path, folder: id }) => moved(path, () => folder().move(path, id)),
    'workspace.trash': async ({ path }) => {
      await door.threads.forget(await folder().resolve(path))
      await folder().trash(path, host)
      return null
    },
    'workspace.reveal': async ({ path }) => {
      // A conversation of a transcript lies in its file.
      await host.revealItem(parseAddress(await door.paths.resolve(path)).path)
      return null
    },
    'workspace.openFile': async () => {
      const granted = await door.paths.grant(await host.chooseFiles())
      return granted.map((path) => door.paths.idOf(path))
    },
    'tabs.get': async () => door.tabs.load(workspace.root),
    'tabs.save': async (state) => {
      door.tabs.save(workspace.root, state)
      return null
    },
    'draft.get': async ({ thread }) => ({ text: door.drafts.get(workspace.root, thread) }),
    'draft.save': async ({ thread, text }) => {
      door.drafts.save(workspace.root, thread, text)
      return null
    },
    'link.open': async ({ url }) => {
      const link = checkLink(url)
      if (link.kind === 'refused')
        throw new AppError('link-refused', 'This address is not opened.', { params: { reason: link.reason } })
      await host.openExternal(link.url)
      return null
    },
    'clipboard.write': async ({ text }) => {
      await host.writeClipboard(text)
      return null
    },
  }
}

function opened(workspace: OpenWorkspace): WorkspaceFolder {
  if (workspace.folder !== null) return workspace.folder
  throw new AppError('file-not-found', 'No folder of threads is open.')
}
