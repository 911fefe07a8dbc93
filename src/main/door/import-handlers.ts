import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import type { OpenHere } from '../import/import-thread.ts'
import { runImport } from '../import/run-import.ts'
import { type Scan, scanSources } from '../import/scan-sources.ts'
import type { HostPort } from '../ports.ts'
import type { WorkspaceFolder } from '../threads/workspace-folder.ts'
import { chosenFolder } from './chosen-folder.ts'
import type { WatchedFolders } from './watched-folders.ts'

type ImportHandlers = Pick<
  Handlers,
  'import.choose' | 'import.scan' | 'import.run' | 'import.watched' | 'import.watch' | 'import.unwatch'
>

export interface ImportDoor {
  readonly workspace: () => WorkspaceFolder | null
  readonly host: Pick<HostPort, 'chooseFolder' | 'chooseFiles'>
  readonly open: OpenHere
  /** Paths a person chose or dropped. */
  readonly chosen: Set<string>
  readonly watched: Pick<WatchedFolders, 'list' | 'has' | 'add' | 'remove' | 'alone'>
  readonly newId: () => string
}

/** Scans that are remembered: a person goes back and adds a folder. */
const MOST_SCANS = 4

/** Routes of the import dialog. Only what a person chose is looked at, and only the open workspace is written to. */
export function importHandlers(door: ImportDoor): ImportHandlers {
  const scans = new Map<string, Scan>()
  const { chosen } = door
  return {
    'import.choose': async ({ kind }) => {
      const folder = kind === 'folder' ? await chosenFolder(door.host) : null
      const paths = kind === 'files' ? await door.host.chooseFiles() : folder === null ? [] : [folder]
      for (const path of paths) chosen.add(path)
      return paths
    },
    'import.scan': async ({ paths }, emit, { signal }) => {
      if (!paths.every((path) => chosen.has(path)))
        throw new AppError('path-outside', 'This file was not chosen in the dialog.')
      const scan = await scanSources(paths, emit, signal)
      const scanId = door.newId()
      scans.set(scanId, scan)
      for (const old of [...scans.keys()].slice(0, -MOST_SCANS)) scans.delete(old)
      emit({ kind: 'scanned', scanId, ignored: scan.ignored })
    },
    'import.run': async ({ scanId, options }, emit, { signal }) => {
      const scan = scans.get(scanId)
      if (scan === undefined)
        throw new AppError('preview-gone', 'This scan is not there any more. Scan again.')
      const workspace = door.workspace()
      if (workspace === null) throw new AppError('file-not-found', 'No folder of threads is open.')
      const folder = await workspace.resolve(options.folder)
      const total = scan.threads.filter(({ branch }) => options.branches || branch === null).length
      const idOf = (path: string) => workspace.idOf(path) ?? path
      const run = { root: workspace.root, folder, sources: scan.sources, options, idOf, total }
      await door.watched.alone(() => runImport(run, emit, signal, door.open))
    },
    'import.watched': async () => door.watched.list(),
    'import.watch': async ({ path, folder, include }) => {
      if (!chosen.has(path) && !door.watched.has(path))
        throw new AppError('path-outside', 'This folder was not chosen in the dialog.')
      return door.watched.add(path, folder, include)
    },
    'import.unwatch': async ({ path }) => door.watched.remove(path),
  }
}
