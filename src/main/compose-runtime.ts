import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { Policy } from '../shared/compact/policy.ts'
import type { Handlers } from '../shared/ipc/handlers.ts'
import type { ForeignTools } from './agent/foreign-tools.ts'
import type { Tool } from './agent/tools/tool.ts'
import { createActivity } from './checkpoints/activity-repository.ts'
import { forgetThread } from './checkpoints/forget-thread.ts'
import { createJournal } from './checkpoints/journal-repository.ts'
import { moveThread } from './checkpoints/move-thread.ts'
import { createPolicies } from './checkpoints/policy-repository.ts'
import { createQueue } from './checkpoints/queue-repository.ts'
import { createReplyParts } from './checkpoints/reply-part-repository.ts'
import { createThreadChoices } from './checkpoints/thread-choice-repository.ts'
import { readNovaSettings } from './compaction/policy/nova-settings.ts'
import { outputPath } from './compaction/reduce/output-path.ts'
import { InPlaceCompactor } from './compactor/in-place/in-place-compactor.ts'
import type { ChosenSummarizer } from './compactor/in-place/ports.ts'
import { BUILT_IN_ID } from './compactor/narrate-built-in.ts'
import type { CompactorPorts } from './compactor/ports.ts'
import { AnsweringProviders } from './door/answering-provider.ts'
import { checkpointHandlers } from './door/checkpoint-handlers.ts'
import { contextHandlers } from './door/context-handlers.ts'
import type { CopyDoor } from './door/copy-source.ts'
import { grantsKey, movedGrantsKey } from './door/grants-key.ts'
import type { OpenWorkspace } from './door/open-workspace.ts'
import { policyFor, policyHandlers } from './door/policy-handlers.ts'
import type { ThreadPaths } from './door/thread-paths.ts'
import { createThreadRuntime, type ThreadRuntime } from './door/thread-runtime.ts'
import { ThreadRuntimes } from './door/thread-runtimes.ts'
import { openThreadStore, placeMarks, settleMarks } from './door/thread-store.ts'
import { turnHandlers } from './door/turn-handlers.ts'
import type { Emit, HostPort } from './ports.ts'
import { latestPlan } from './restoration/latest-plan.ts'
import { recentPaths } from './restoration/recent-paths.ts'
import { restoreFiles } from './restoration/restore-files.ts'
import type { AgentSettingsStore } from './settings/agent-settings.ts'
import type { ProviderStore } from './settings/provider-store.ts'
import type { SettingsFile } from './settings/settings-file.ts'
import { appendHistory } from './threads/history-file.ts'
import type { KeptIndexes } from './threads/kept/index-folder.ts'
import { type LiveThread, openLiveThread } from './threads/live-thread.ts'
import type { ThreadFile } from './threads/thread-file.ts'
import { keepToolOutput, writeToolOutput } from './threads/tool-output-file.ts'

/** What the runtime takes from the rest of the program. */
export interface RuntimeEnvironment {
  readonly dataDir: string
  readonly db: Database
  readonly now: () => number
  readonly host: HostPort
  readonly emit: Emit
  readonly workspace: OpenWorkspace
  readonly paths: ThreadPaths
  readonly settings: SettingsFile
  readonly providers: ProviderStore
  readonly agentSettings: AgentSettingsStore
  readonly foreignTools: ForeignTools
  /** Tools with which a thread's model looks into its own history. */
  readonly threadTools: (thread: string, facts: LiveThread) => readonly Tool[]
  readonly compactor: Pick<CompactorPorts, 'timeZone' | 'openSummarizer' | 'readInclude' | 'skills'>
  readonly kept: KeptIndexes
  /** The file as the view shows it: a thread is read once. */
  readonly openFile: (path: string) => Promise<ThreadFile>
  /** Any thread as it is on disk now, for looking into it. */
  readonly readFile: CopyDoor['threads']['current']
}

type RuntimeHandlers = ReturnType<typeof turnHandlers> &
  ReturnType<typeof contextHandlers> &
  ReturnType<typeof checkpointHandlers> &
  ReturnType<typeof policyHandlers> &
  Pick<Handlers, 'activity.list' | 'turn.provider' | 'turn.setProvider'>

/** The runtime: conversations, their context, and the routes to both. */
export interface Runtime {
  readonly runtimes: ThreadRuntimes
  readonly handlers: RuntimeHandlers
  policyOf(thread: string): Policy
  /**
   * Gives a copy what was chosen for its source: who answers, the policy, and the marks of the messages it holds;
   * `placeOf` says where they stand in it, null = not at all. Permissions stay with the source.
   */
  carryChoices(source: string, copy: string, placeOf: (index: number) => number | null): Promise<void>
  /** Pins or unpins a message, as a person does in the thread. */
  setPin(thread: string, index: number, isOn: boolean): Promise<unknown>
  /** Pins messages of a copy that nobody has opened yet. */
  pinIn(copy: string, pins: readonly { readonly index: number; readonly messageId: string }[]): void
  /** The runtime of a file of which more was said than it holds; null = it holds everything. */
  recover(path: string): Promise<ThreadRuntime | null>
  /** Lets everything that is kept about a thread, or those of a folder, follow it to its new path. */
  moved(root: string, from: string, to: string): Promise<void>
  /** For a thread file that was just made: drops what is kept about an earlier one of its name. */
  forget(thread: string): Promise<void>
  /** Opens a file anew that another program changed; null = it cannot be opened. */
  renew(path: string): Promise<ThreadRuntime | null>
  close(): Promise<void>
}

/** Files to look at for each one that is put back: some are gone or no text. */
const PATHS_PER_FILE = 4

/** Joins the rooms of the runtime; the second place that names concrete adapters, for `compose.ts`. */
export function composeRuntime(environment: RuntimeEnvironment): Runtime {
  const { db, now, host, emit, workspace, paths, providers, agentSettings } = environment
  const activity = createActivity(db, now)
  const policies = createPolicies(db)
  const choices = createThreadChoices(db)
  const compactor = new InPlaceCompactor({ nowMs: now, timeZone: environment.compactor.timeZone })
  const answering = new AnsweringProviders({
    providers,
    host,
    chosen: (thread) => choices.provider(workspace.root, thread),
  })
  const grantsKeyOf = (thread: string): string => grantsKey(workspace.root, thread)
  const storeOf = (thread: string) => openThreadStore(db, workspace.root, thread, now)
  /** Threads outside a workspace have a folder of their own that holds nothing of the person's. */
  const rootOf = (): string => {
    if (workspace.root !== null) return workspace.root
    const folder = join(environment.dataDir, 'no-workspace')
    mkdirSync(folder, { recursive: true })
    return folder
  }
  const policyDoor = {
    policies,
    root: () => workspace.root,
    settingsFile: rememberLast(
      (block: unknown) => readNovaSettings(block)?.policy ?? null,
      () => environment.settings.compactionBlock(),
    ),
    // A transcript has no model that answers here; what cannot be opened says so where it is shown.
    windowOf: async (thread: string | null) => {
      const runtime = thread === null ? null : await runtimes.get(thread).catch(() => null)
      return runtime?.context.ports.model().window.tokens ?? null
    },
    missingProvider: (id: string) => (id === BUILT_IN_ID ? null : providers.nameOfRemoved(id)),
    onSaved: () => {
      for (const path of runtimes.paths) runtimes.at(path)?.changed()
    },
  }

  async function chooseSummarizer(
    thread: string,
    id: string | null,
    onRetry: (afterMs: number, code: string) => void,
  ): Promise<ChosenSummarizer> {
    if (id === null) answering.requireChosen(thread)
    const wanted = id ?? answering.of(thread)?.settings.id ?? BUILT_IN_ID
    if (wanted === BUILT_IN_ID) return { kind: 'built-in' }
    return { kind: 'model', summarizer: await environment.compactor.openSummarizer(wanted, onRetry) }
  }

  async function open(thread: string, path: string): Promise<ThreadRuntime> {
    const { root } = workspace
    const ownGrants = grantsKeyOf(thread)
    const store = openThreadStore(db, root, thread, now)
    const { dir, name } = parse(thread)
    const stem = dir === '' ? name : `${dir}/${name}`
    let runtime: ThreadRuntime | null = null
    let isOutdated = false
    const live = await openLiveThread(path, {
      journal: createJournal(db, root, thread, now),
      kept: environment.kept,
      open: environment.openFile,
      onSaved: (isUnsaved, code) => runtime?.runner.noteSaved(isUnsaved, code),
      onRestored: () => emit('thread.changed', { thread, kind: 'restored' }),
      onMerged: () => {
        // A context that is still being read may hold messages from before.
        if (runtime === null) isOutdated = true
        else runtime.changed()
        emit('thread.changed', { thread, kind: 'changed' })
      },
    })
    runtime = await createThreadRuntime({
      thread,
      live,
      compactor,
      context: {
        store: store.context,
        summarizer: ({ summarizerId }, onRetry) => chooseSummarizer(thread, summarizerId, onRetry),
        writeOutput: (output) => writeToolOutput(rootOf(), output),
        appendHistory: ({ number, messages }) =>
          appendHistory(
            rootOf(),
            { stem, former: store.events.historyFile() },
            { number, atMs: now(), messages },
          ),
        restore: async ({ aged, kept }, limits) => {
          // What the kept messages hold already need not be sent twice.
          const inKept = new Set(recentPaths(kept, Number.POSITIVE_INFINITY))
          const wanted = recentPaths(aged, limits.maxFiles * PATHS_PER_FILE)
          return {
            files: await restoreFiles(
              rootOf(),
              wanted.filter((file) => !inKept.has(file)),
              limits,
            ),
            plan: latestPlan(kept) === null ? latestPlan(aged) : null,
          }
        },
      },
      policy: () => policyFor(policyDoor, thread).policy,
      provider: () => answering.of(thread),
      openModel: () => answering.open(thread),
      render: {
        timeZone: environment.compactor.timeZone,
        readInclude: environment.compactor.readInclude,
        skills: environment.compactor.skills,
        workingDirectory: () => workspace.root ?? '',
      },
      turn: {
        queue: createQueue(db, root, thread),
        parts: createReplyParts(db, root, thread),
        keepOutput: async ({ messageId, index, call }, write) => {
          const filePath = outputPath(stem, messageId, index, call)
          return (await keepToolOutput(rootOf(), filePath, write)) ? filePath : null
        },
        moreTools: (signal) => environment.foreignTools.tools(signal),
        threadTools: (facts) => environment.threadTools(thread, facts),
        grants: {
          get: () => agentSettings.grants(ownGrants),
          save: ({ allowed, refused }) =>
            agentSettings.saveGrants(ownGrants, { allowed: [...allowed], refused: [...refused] }),
        },
        root: rootOf,
        protectedPaths: () => runtimes.paths,
        newId: randomUUID,
        excludeMessage: (index) => {
          settleMarks(store.marks, live.ids)
          store.marks.set({ index, messageId: live.readMessage(index).id, kind: 'exclude' }, true)
          store.events.touch()
        },
      },
      emit,
      record: (entry) => activity.record(root, entry),
      spent: () => activity.spent(root, thread),
      now,
    })
    if (isOutdated) runtime.changed()
    return runtime
  }

  const runtimes: ThreadRuntimes = new ThreadRuntimes({
    resolve: (thread) => paths.resolve(thread),
    open: (thread, path) => open(paths.idOf(path) === path ? thread : paths.idOf(path), path),
  })
  const forget = async (thread: string): Promise<void> => {
    forgetThread(db, workspace.root, thread)
    const grants = grantsKeyOf(thread)
    const { allowed, refused } = agentSettings.grants(grants)
    if (allowed.length + refused.length === 0) return
    // They hold no more from here on; a disk that refuses keeps them in its file until the next time.
    await agentSettings.saveGrants(grants, { allowed: [], refused: [] }).catch(() => undefined)
  }
  const carryChoices: Runtime['carryChoices'] = async (source, copy, placeOf) => {
    const chosen = choices.provider(workspace.root, source)
    if (chosen !== null) choices.setProvider(workspace.root, copy, chosen)
    const policy = policies.get('thread', workspace.root, source)
    if (policy !== null) policies.save('thread', workspace.root, copy, policy)
    const stored = storeOf(source).marks.list()
    if (stored.length === 0) return
    const { live } = await runtimes.get(source)
    const { marks } = storeOf(copy)
    for (const mark of placeMarks(stored, live.ids)) {
      const index = placeOf(mark.index)
      if (index !== null) marks.set({ ...mark, index }, true)
    }
  }
  const marked = checkpointHandlers({
    runtimes,
    storeOf,
    copies: { threads: { current: environment.readFile }, paths },
    recordUndo: (thread, what, id) =>
      activity.record(workspace.root, {
        atMs: now(),
        kind: 'undo',
        thread,
        result: 'completed',
        tokens: null,
        costUsd: null,
        durationMs: null,
        details: { what, id },
      }),
    recordEdit: (thread, { id, tokensBefore, tokensAfter }) =>
      activity.record(workspace.root, {
        atMs: now(),
        kind: 'compaction',
        thread,
        result: 'completed',
        tokens: tokensAfter,
        costUsd: 0,
        durationMs: null,
        details: { what: 'edit', id, tokensBefore },
      }),
    newId: randomUUID,
    now,
  })
  return {
    runtimes,
    forget,
    policyOf: (thread) => policyFor(policyDoor, thread).policy,
    moved: async (root, from, to) => {
      moveThread(db, root, from, to)
      // They hold under the new name from here on; a disk that refuses keeps them in its file until the next time.
      await agentSettings.moveGrants((key) => movedGrantsKey(key, root, from, to)).catch(() => undefined)
    },
    carryChoices,
    setPin: (thread, index, isOn) =>
      marked['mark.set']({ thread, index, kind: 'pin', isOn }, { signal: new AbortController().signal }),
    pinIn: (copy, pins) => {
      const { marks } = storeOf(copy)
      for (const pin of pins) marks.set({ ...pin, kind: 'pin' }, true)
    },
    recover: async (path) => {
      const thread = paths.idOf(path)
      const { root } = workspace
      const isWhole =
        createJournal(db, root, thread, now).isEmpty() &&
        createReplyParts(db, root, thread).list().length === 0
      return isWhole ? null : runtimes.get(thread)
    },
    renew: async (path) => {
      await runtimes.letGo(path)
      const renewed = await runtimes.get(paths.idOf(path)).catch(() => null)
      renewed?.tellContext()
      renewed?.tellStored()
      return renewed
    },
    handlers: {
      ...turnHandlers({ runnerOf: async (thread) => (await runtimes.get(thread)).runner }),
      ...contextHandlers({ runtimes, host, paths, now, onMade: forget, carryChoices }),
      ...marked,
      ...policyHandlers(policyDoor),
      'activity.list': async ({ thread, before, limit }) =>
        activity.list(workspace.root, thread, before, limit),
      'turn.provider': async ({ thread }) => answering.describe(thread),
      'turn.setProvider': async ({ thread, providerId }) => {
        choices.setProvider(workspace.root, thread, providerId)
        // Every window that shows the thread is told, not only the one it was chosen in.
        emit('turn.provider', { thread, provider: answering.describe(thread) })
        runtimes.at(await paths.resolve(thread))?.tellContext()
        return null
      },
    },
    close: () => runtimes.close(),
  }
}

/** The answer for what `read` gives now, worked out again only when that is another value. */
function rememberLast<I, O>(answer: (input: I) => O, read: () => I): () => O {
  let last: { readonly input: I; readonly output: O } | null = null
  return () => {
    const input = read()
    if (last === null || last.input !== input) last = { input, output: answer(input) }
    return last.output
  }
}
