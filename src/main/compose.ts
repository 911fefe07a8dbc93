import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { AppNotice } from '../shared/ipc/notices.ts'
import { ForeignTools } from './agent/foreign-tools.ts'
import { databasePath, openDatabase } from './checkpoints/database.ts'
import { createDraftRepository } from './checkpoints/draft-repository.ts'
import { createEvents } from './checkpoints/event-repository.ts'
import { createInstructionRepository } from './checkpoints/instruction-repository.ts'
import { createTabRepository } from './checkpoints/tab-repository.ts'
import { createWorkspaceRepository } from './checkpoints/workspace-repository.ts'
import { Compactor } from './compactor/compactor.ts'
import type { CompactorPorts } from './compactor/ports.ts'
import { type ComposedLibrary, composeLibrary } from './compose-library.ts'
import { composeRuntime, type Runtime } from './compose-runtime.ts'
import { agentHandlers } from './door/agent-handlers.ts'
import { providerGone } from './door/answering-provider.ts'
import { compactHandlers } from './door/compact-handlers.ts'
import { watchDatabase } from './door/database-watch.ts'
import { exportHandlers } from './door/export-handlers.ts'
import { exportSource } from './door/export-source.ts'
import { grantsKey } from './door/grants-key.ts'
import { importHandlers } from './door/import-handlers.ts'
import { includeReader } from './door/include-reader.ts'
import { type EventListener, ObservationDoor } from './door/observation-door.ts'
import { OpenThreads } from './door/open-threads.ts'
import { OpenWorkspace } from './door/open-workspace.ts'
import { OutsideWatch } from './door/outside-watch.ts'
import { searchHandlers } from './door/search-handlers.ts'
import { describeProvider, settingsHandlers } from './door/settings-handlers.ts'
import { startNotices } from './door/start-notices.ts'
import { threadHandlers, threadMedia } from './door/thread-handlers.ts'
import { ThreadMeasurer } from './door/thread-measurer.ts'
import { ThreadPaths } from './door/thread-paths.ts'
import { WatchedFolders } from './door/watched-folders.ts'
import { workspaceHandlers } from './door/workspace-handlers.ts'
import type { OpenHere } from './import/import-thread.ts'
import type { Core, CoreEnvironment, Emit } from './ports.ts'
import { readSkills } from './prompts/skill-folder.ts'
import { openSummarizer } from './providers/open-summarizer.ts'
import { openAgentSettings } from './settings/agent-settings.ts'
import { openProviderStore } from './settings/provider-store.ts'
import { openRecentSearches } from './settings/recent-searches.ts'
import { openSeenSources } from './settings/seen-sources.ts'
import { openSettingsFile } from './settings/settings-file.ts'
import { threadIndexes } from './threads/kept/index-folder.ts'

/** Builds the program without a window. The one place that names concrete adapters. */
export async function composeCore(environment: CoreEnvironment): Promise<Core> {
  const { dataDir, resourcesDir, host } = environment
  const listeners = new Set<EventListener>()
  const emit: Emit = (event, payload) => {
    environment.emit(event, payload)
    for (const listener of listeners) listener(event, payload)
  }
  const now = Date.now
  const database = openDatabase(dataDir, now)
  const { db } = database
  const settings = await openSettingsFile(dataDir, now)
  const providers = await openProviderStore(dataDir, now)
  const agentSettings = await openAgentSettings(dataDir, now)
  const recent = await openRecentSearches(dataDir, now)
  const workspaces = createWorkspaceRepository(db, now)
  const instructions = createInstructionRepository(db, now)
  const kept = threadIndexes(dataDir)
  const threads: OpenThreads = new OpenThreads(
    {
      at: (path) => runtime.runtimes.at(path)?.live.file ?? null,
      recover: async (path) => (await runtime.recover(path))?.live.file ?? null,
      renew: async (path) => (await runtime.renew(path))?.live.file ?? null,
      letGo: (path) => runtime.runtimes.letGo(path),
    },
    kept,
  )
  const measurer = new ThreadMeasurer(emit, (address, file) => threads.measured(address, file))
  // What another tool wrote behind its transcript is taken in; anything else the view has to ask for.
  const isOutdated = async (address: string, thread: string) => {
    const grown = await threads.grow(address)
    if (grown === null) return threads.isOutdated(address)
    if (grown.from < grown.total) emit('thread.appended', { thread, ...grown })
    return false
  }
  const outside = new OutsideWatch(emit, isOutdated)
  const workspace = new OpenWorkspace({
    dataDir,
    resourcesDir,
    repository: workspaces,
    emit,
    onLeave: async () => {
      await Promise.all(runtime.runtimes.paths.map((path) => threads.forget(path)))
    },
    onOpened: (root) => {
      library.setRoot(root)
      watched.apply()
    },
    addressesOf: (path) => threads.addressesOf(path),
    isOutdated,
  })
  const paths: ThreadPaths = new ThreadPaths(() => workspace.folder, workspaces)
  const library: ComposedLibrary = composeLibrary({
    dataDir,
    db,
    emit,
    root: () => workspace.root,
    paths,
    script: environment.libraryScript ?? null,
  })
  listeners.add(library.listen)
  /** Paths that a person chose, dropped or named on the command line: these may be imported. */
  const chosen = new Set<string>()
  const openHere: OpenHere = {
    isInUse: (path) => (runtime.runtimes.at(path)?.runner.state.phase ?? 'idle') !== 'idle',
    letGo: (path) => threads.forget(path),
    made: (path) => runtime.forget(paths.idOf(path)),
  }
  const watched: WatchedFolders = new WatchedFolders({
    settings,
    seen: await openSeenSources(dataDir, now),
    workspace: () => workspace.folder,
    open: openHere,
    emit,
    now,
    ...environment.importWatch,
  })
  const foundWorkspace = await workspace.restore()
  // Taken now: what happens to the files later is told where it happens.
  const notices = [...startNotices({ ...environment, database, settings, providers }), ...foundWorkspace]
  const tellNotice = (notice: AppNotice) => {
    notices.push(notice)
    emit('app.notice', notice)
  }
  listeners.add(watchDatabase(database, databasePath(dataDir), tellNotice))
  const compactorPorts: CompactorPorts = {
    now: () => new Date(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    newId: randomUUID,
    instructions: {
      get: (thread) => instructions.get(workspace.root, thread),
      save: (thread, text) => instructions.save(workspace.root, thread, text),
    },
    providers: () => Promise.all(providers.list().map((provider) => describeProvider(provider, host))),
    openSummarizer: async (id, onRetry) => {
      const provider = providers.get(id)
      if (provider === null) throw providerGone(providers.nameOfRemoved(id) ?? id)
      const described = await describeProvider(provider, host)
      return openSummarizer(described, await host.getSecret(id), { onRetry })
    },
    readInclude: includeReader(() => workspace.root),
    skills: () => readSkills(skillFolders(workspace.root)),
    policyOf: (thread) => runtime.policyOf(thread),
    transcriptFolder: () => workspace.root,
    openContext: async (thread) => {
      const { foreign } = await threads.opened(await paths.resolve(thread))
      return foreign === null ? (await runtime.runtimes.get(thread)).context : null
    },
  }
  const compactor = new Compactor(compactorPorts)
  const foreignTools = new ForeignTools({
    settings: agentSettings.get,
    secret: (id) => host.getSecret(id),
    cwd: () => workspace.root ?? dataDir,
    now,
  })
  const runtime: Runtime = composeRuntime({
    dataDir,
    db,
    now,
    host,
    emit,
    workspace,
    paths,
    settings,
    providers,
    agentSettings,
    foreignTools,
    threadTools: library.threadTools,
    compactor: compactorPorts,
    kept,
    openFile: (path) => threads.share(path),
    readFile: (path) => threads.current(path),
  })
  const observation = new ObservationDoor({
    settings: () => settings.get().observation,
    host,
    paths,
    runtimes: runtime.runtimes,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  listeners.add((event) => {
    if (event === 'settings.changed') void observation.apply()
  })
  await observation.apply()
  watched.start()
  return {
    handlers: {
      ...observation.handlers,
      'app.notices': async () => notices,
      ...runtime.handlers,
      ...settingsHandlers({ settings, providers, host, emit }),
      ...agentHandlers({
        settings: agentSettings,
        tools: foreignTools,
        host,
        grantsKey: (thread) => grantsKey(workspace.root, thread),
      }),
      ...workspaceHandlers({
        workspace,
        threads,
        paths,
        host,
        library: library.library,
        tabs: createTabRepository(db),
        drafts: createDraftRepository(db, now),
        moveThread: runtime.moved,
        onMade: runtime.forget,
        carryChoices: runtime.carryChoices,
      }),
      ...threadHandlers({
        threads,
        paths,
        measurer,
        outside,
        emit,
        workspaceFolder: () => workspace.root,
        onOutside: library.addOutside,
        runtimes: runtime.runtimes,
        onMade: runtime.forget,
      }),
      ...searchHandlers({ library: library.library, recent, threads, paths }),
      ...importHandlers({
        workspace: () => workspace.folder,
        host,
        open: openHere,
        watched,
        chosen,
        newId: randomUUID,
      }),
      ...exportHandlers({
        workspace: () => workspace.folder,
        source: (thread, checkpoint) =>
          exportSource(
            {
              threads,
              paths,
              runtimes: runtime.runtimes,
              eventsOf: (id) => createEvents(db, workspace.root, id, now),
              now,
              timeZone: compactorPorts.timeZone,
            },
            thread,
            checkpoint,
          ),
        host,
        ownPatterns: () => settings.get().redactionPatterns,
        storedKeys: async () => {
          const keys = await Promise.all(providers.list().map(({ id }) => host.getSecret(id)))
          return keys.filter((key) => key !== null)
        },
        newId: randomUUID,
      }),
      ...compactHandlers({
        compactor,
        threads,
        paths,
        host,
        defaultSummarizer: async () => settings.get().defaultSummarizer,
        carryChoices: runtime.carryChoices,
        setPin: runtime.setPin,
        pinIn: runtime.pinIn,
        saveInstructions: (thread, text) => instructions.save(workspace.root, thread, text),
        onMade: runtime.forget,
        onContextChanged: async (thread) => (await runtime.runtimes.get(thread)).changed(),
      }),
    },
    media: (path) => threadMedia({ threads, paths }, path),
    grantFiles: async (absolutePaths) => {
      for (const path of absolutePaths) chosen.add(path)
      await paths.grant(absolutePaths)
    },
    close: async () => {
      measurer.stopAll()
      compactor.close()
      outside.close()
      await observation.close()
      // A running turn is stored before anything waits for an import to stop.
      await runtime.close()
      await watched.close()
      // Programs of other people may take their time to end: what is ours does not wait for them.
      const tools = foreignTools.close()
      await workspace.close()
      await library.close()
      database.close()
      await tools
    },
  }
}

/** Where a person's skills may lie: in the open workspace, and nowhere else. */
function skillFolders(root: string | null): readonly string[] {
  return root === null ? [] : [join(root, '.palimpsest', 'skills'), join(root, 'skills')]
}
