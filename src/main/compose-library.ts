import type { Database } from 'better-sqlite3'
import type { AppEvents, EventName } from '../shared/ipc/events.ts'
import { threadTools } from './agent/tools/thread-tools.ts'
import type { Tool } from './agent/tools/tool.ts'
import { createMarkedThreads } from './checkpoints/marked-threads.ts'
import type { ThreadPaths } from './door/thread-paths.ts'
import { keptSources } from './library/file-source.ts'
import { IndexerLine } from './library/indexer-line.ts'
import { Library } from './library/library.ts'
import { wholeText } from './library/message-texts.ts'
import type { Emit } from './ports.ts'
import { threadIndexes } from './threads/kept/index-folder.ts'
import type { LiveThread } from './threads/live-thread.ts'

export interface LibraryEnvironment {
  readonly dataDir: string
  readonly db: Database
  readonly emit: Emit
  readonly root: () => string | null
  readonly paths: ThreadPaths
  /** Script of the indexer's worker; null = nothing is indexed, and nothing found. */
  readonly script: URL | null
}

/** The index of all threads: asked here, written in a worker of its own. */
export interface ComposedLibrary {
  readonly library: Library
  /** Another workspace is open. */
  setRoot(root: string | null): void
  /** A file outside the workspace was opened. */
  addOutside(absolutePath: string): void
  /** What the window is told concerns the index too: files that changed, turns that ended. */
  listen(event: EventName, payload: AppEvents[EventName]): void
  /** None where nothing is indexed. */
  threadTools(thread: string, facts: LiveThread): readonly Tool[]
  close(): Promise<void>
}

/** Joins index and indexer; the place that names their adapters, for `compose.ts`. */
export function composeLibrary(environment: LibraryEnvironment): ComposedLibrary {
  const { dataDir, db, emit, root, paths, script } = environment
  const marked = createMarkedThreads(db)
  const library: Library = new Library({
    dataDir,
    root,
    resolve: (thread) => paths.resolve(thread),
    open: keptSources(threadIndexes(dataDir)),
    marks: {
      pins: () => marked.pins(root()),
      checkpointThreads: () => marked.checkpointThreads(root()),
      checkpoints: () => marked.checkpoints(root()),
    },
    onDamage: () => indexer?.rebuild(),
  })
  const indexer =
    script === null
      ? null
      : new IndexerLine({
          script,
          dataDir,
          onOpened: () => {
            library.reopen()
            emit('workspace.titled', { folders: null })
          },
          onProgress: (progress) => {
            library.noteProgress(progress)
            emit('search.progress', progress)
          },
          onTitled: (folders) => emit('workspace.titled', { folders }),
        })
  if (indexer === null) library.noteProgress({ indexed: 0, total: 0, isRunning: false })
  return {
    library,
    setRoot: (path) => indexer?.setRoot(path),
    addOutside: (path) => indexer?.addOutside(path),
    listen(event, payload) {
      // Safe: the payload of an event has its type by `AppEvents`.
      if (event === 'workspace.changed')
        indexer?.lookAgain((payload as AppEvents['workspace.changed']).folders)
      // The thread's file was written a moment before; a file outside has no folder that is watched.
      if (event === 'turn.changed' && (payload as AppEvents['turn.changed']).state.phase === 'idle')
        indexer?.lookAgain([])
    },
    threadTools: (thread, facts) =>
      indexer === null
        ? []
        : threadTools({
            get count() {
              return facts.count
            },
            message: (index) => facts.readMessage(index),
            textOf: wholeText,
            search: (query, limit) =>
              library.recall(thread, query, limit, {
                count: facts.count,
                message: (index) => facts.readMessage(index),
              }),
          }),
    close: async () => {
      await indexer?.close()
      library.close()
    },
  }
}
