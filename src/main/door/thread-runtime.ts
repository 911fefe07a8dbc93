import { parse } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ContextReport } from '../../shared/compact/context.ts'
import type { Policy } from '../../shared/compact/policy.ts'
import type { AppEvents } from '../../shared/ipc/events.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import type { ActivityEntry } from '../../shared/ipc/turn.ts'
import type { JsonValue, Message } from '../../shared/thread/message.ts'
import { createContextGuard } from '../agent/context-guard.ts'
import type { TurnPorts } from '../agent/ports.ts'
import { refuseText } from '../agent/refuse-text.ts'
import type { Tool } from '../agent/tools/tool.ts'
import { toolBox } from '../agent/tools/tool-box.ts'
import { TurnRunner } from '../agent/turn-runner.ts'
import { chooseWindow, type LearnedWindows, learnWindow, windowKey } from '../compaction/model-window.ts'
import type { Projection } from '../compaction/projection/projected-message.ts'
import { estimateHeadTokens } from '../compaction/tokens/estimate-message.ts'
import { familyOfModel } from '../compaction/tokens/model-family.ts'
import { type ByFamily, byFamily } from '../compaction/tokens/token-family.ts'
import type { InPlaceCompactor } from '../compactor/in-place/in-place-compactor.ts'
import type { FactSource, ThreadModel, ThreadPorts } from '../compactor/in-place/ports.ts'
import { openContext, type ThreadContext } from '../compactor/in-place/thread-context.ts'
import { type RenderedThread, type RenderInput, renderThread } from '../prompts/render-thread.ts'
import type { ChatModel } from '../providers/chat/chat-model.ts'
import { inputCostOf } from '../providers/model-profiles.ts'
import { profileOf } from '../providers/provider-profile.ts'
import { threadWindow } from '../providers/thread-window.ts'
import { inSlices } from '../threads/in-slices.ts'
import type { LiveThread } from '../threads/live-thread.ts'
import { pictureReader } from '../threads/message-images.ts'

/** Messages from which on a context takes longer than a frame to make. */
const LONG_THREAD = 5_000
/** What the first rows of a thread take to be read and sent. */
const ROWS_FIRST_MS = 120

/** A provider that answers in a thread, as far as it is known without opening it. */
export interface AnsweringProvider {
  readonly settings: ProviderSettings
  /** Length a local server has its model loaded with; null = not asked or not told. */
  readonly loadedTokens: number | null
}

/** What a thread's runtime is made of. */
export interface RuntimeParts {
  readonly thread: string
  readonly live: LiveThread
  readonly compactor: InPlaceCompactor
  readonly context: Pick<ThreadPorts, 'store' | 'writeOutput' | 'appendHistory' | 'restore' | 'summarizer'>
  readonly policy: () => Policy
  /** Null = none is set up. */
  readonly provider: () => AnsweringProvider | null
  /** Rejects with `no-key`, `no-provider` or a provider's own refusal. */
  readonly openModel: () => Promise<ChatModel>
  readonly render: Pick<RenderInput, 'timeZone' | 'readInclude'> & {
    readonly skills: () => Promise<NonNullable<RenderInput['skills']>>
    readonly workingDirectory: () => string
  }
  readonly turn: Pick<
    TurnPorts,
    'queue' | 'parts' | 'keepOutput' | 'moreTools' | 'grants' | 'root' | 'protectedPaths' | 'newId'
  > & {
    readonly excludeMessage: (index: number) => void
    /** Tools of this thread alone: its own history. */
    readonly threadTools: (live: LiveThread) => readonly Tool[]
  }
  readonly emit: <K extends keyof AppEvents>(event: K, payload: AppEvents[K]) => void
  readonly record: (entry: Omit<ActivityEntry, 'id'>) => void
  readonly spent: () => ContextReport['spent']
  readonly now: () => number
}

/** Everything one thread does: its facts, its context, its turns. One for each thread that is open. */
export interface ThreadRuntime {
  readonly live: LiveThread
  readonly context: ThreadContext
  readonly runner: TurnRunner
  report(): ContextReport
  /** Tells every window the numbers of the context. */
  tellContext(): void
  /** Tells every window that names, marks or checkpoints beside the file are others now. */
  tellStored(): void
  /** Messages and system prompt as they are sent: prompt templates are filled in. */
  render(messages: readonly Message[]): Promise<RenderedThread>
  /** The list the next request is made of; nothing is stored. */
  upcoming(): Promise<Projection>
  /** The exact body of the next request. Rejects when no model can be asked. */
  nextBody(): Promise<{ readonly [key: string]: JsonValue }>
  /** Events, overrides or marks changed from outside a run. */
  changed(): void
  close(): Promise<void>
}

/** Joins the parts of one thread. Sends nothing. */
export async function createThreadRuntime(parts: RuntimeParts): Promise<ThreadRuntime> {
  const { thread, live, compactor, emit } = parts
  const record = (entry: Omit<ActivityEntry, 'id' | 'thread'>) => parts.record({ ...entry, thread })
  let model: ChatModel | null = null
  let learned: LearnedWindows = new Map()
  const threadTools = parts.turn.threadTools(live)
  const ownSchemas = toolBox(threadTools).schemas
  const ownTools = byFamily(
    (family) => estimateHeadTokens({ systemPrompt: '', tools: ownSchemas }, family).tools,
  )

  const threadModel = (): ThreadModel => {
    const provider = parts.provider()
    const settings = provider?.settings
    const profile = settings === undefined ? null : profileOf(settings)
    const name = settings?.model ?? live.head.model?.id ?? ''
    const key = windowKey(settings?.baseUrl ?? '', name)
    const window = chooseWindow(
      {
        manual: settings?.windowTokens ?? null,
        server: provider?.loadedTokens ?? null,
        // Until somebody is set up, the model that the file names says how large a request may become.
        catalog: settings === undefined ? threadWindow(live.head) : (profile?.windowTokens ?? null),
        learned: learned.get(key) ?? null,
      },
      parts.policy().unknownWindow,
    )
    return { key, window, family: familyOfModel(name) }
  }
  const ports: ThreadPorts = {
    ...parts.context,
    summarizer: async (policy, onRetry) => {
      const chosen = await parts.context.summarizer(policy, onRetry)
      const settings = parts.provider()?.settings
      if (chosen.kind !== 'model' || settings?.summaryStyle !== 'agent-shaped') return chosen
      if (chosen.summarizer.id !== settings.id) return { ...chosen, reason: 'other-model' }
      // What answered last may not be what would answer now.
      model = await parts.openModel()
      const chat = guard.summaryChat()
      return chat === null
        ? { ...chosen, reason: 'no-request-yet' }
        : { kind: 'chat', summarizer: chosen.summarizer, chat }
    },
    policy: parts.policy,
    model: threadModel,
    record,
    stem: stemOf(thread),
  }
  // The window asks for rows and meter at once; of a long thread the rows come first.
  if (live.count > LONG_THREAD) await setTimeout(ROWS_FIRST_MS)
  const context = await inSlices(openContext(withOwnTools(live, ownTools), ports))
  const render = async (messages: readonly Message[]) =>
    renderThread({
      head: live.head,
      messages,
      now: new Date(parts.now()),
      timeZone: parts.render.timeZone,
      workingDirectory: parts.render.workingDirectory(),
      readInclude: parts.render.readInclude,
      skills: await parts.render.skills(),
    })
  const report = () => {
    const { usedTokens, ...rest } = compactor.report(context, parts.spent())
    const settings = parts.provider()?.settings
    const price = settings === undefined ? null : (profileOf(settings)?.price ?? null)
    return { ...rest, usedTokens, nextCostUsd: inputCostOf(usedTokens, price) }
  }
  const tellContext = () => emit('context.changed', { thread, report: report() })
  /** Dividers, panel and list are asked again only when an event, a decision or a mark is new. */
  let toldMs = parts.context.store.changedMs()
  const tellIfStored = () => {
    const changedMs = parts.context.store.changedMs()
    if (changedMs === toldMs) return
    toldMs = changedMs
    emit('checkpoints.changed', { thread })
  }
  const guard = createContextGuard({
    context,
    compactor,
    model: () => {
      if (model === null) throw new Error('no model was opened before the turn')
      return model
    },
    render,
    images: (projection) =>
      pictureReader(
        live.file,
        projection.flatMap(({ index, message }) => (index === null ? [] : [{ index, message }])),
      ),
    learn: (lesson) => {
      learned = learnWindow(learned, threadModel().key, lesson)
    },
    onChange: () => {
      tellContext()
      tellIfStored()
    },
  })
  const runner = new TurnRunner({
    facts: live,
    queue: parts.turn.queue,
    parts: parts.turn.parts,
    keepOutput: parts.turn.keepOutput,
    guard,
    ensureModel: async () => {
      model = await parts.openModel()
    },
    refuseText: (text) => {
      const { window, family } = threadModel()
      return refuseText(text, {
        windowTokens: window.source === 'assumed' ? null : window.tokens,
        headTokens: live.headTokens[family].system + ownTools[family],
        family,
      })
    },
    excludeMessage: (index) => {
      parts.turn.excludeMessage(index)
      context.changed()
    },
    moreTools: async (signal) => [...threadTools, ...(await parts.turn.moreTools(signal))],
    grants: parts.turn.grants,
    root: parts.turn.root,
    protectedPaths: parts.turn.protectedPaths,
    emit: {
      changed: (state) => emit('turn.changed', { thread, state }),
      delta: (delta) => emit('turn.delta', { thread, delta }),
      appended: (from, total) => emit('thread.appended', { thread, from, total }),
    },
    record,
    now: parts.now,
    newId: parts.turn.newId,
  })
  return {
    live,
    context,
    runner,
    report,
    tellContext,
    tellStored: () => emit('checkpoints.changed', { thread }),
    render,
    upcoming: () => compactor.upcoming(context),
    nextBody: async () => {
      model = await parts.openModel()
      return guard.bodyOf(await compactor.upcoming(context), ownSchemas)
    },
    changed: () => {
      context.changed()
      // What was undone or restored is a new situation.
      context.memory = context.memory === null ? null : { ...context.memory, isApplied: false }
      tellContext()
      emit('checkpoints.changed', { thread })
    },
    close: async () => {
      await runner.close()
      await live.close()
    },
  }
}

/** The thread's path without its ending, for the names of its side files. */
function stemOf(thread: string): string {
  const { dir, name } = parse(thread)
  return dir === '' ? name : `${dir}/${name}`
}

/** The facts with the size of what is really sent as tools: the agent's own, not those the file declares. */
function withOwnTools(live: LiveThread, ownTools: ByFamily<number>): FactSource {
  return {
    get head() {
      return live.head
    },
    get headTokens() {
      return byFamily((family) => ({ system: live.headTokens[family].system, tools: ownTools[family] }))
    },
    get layout() {
      return live.layout
    },
    get checkpointMs() {
      return live.file.checkpointMs
    },
    get count() {
      return live.count
    },
    get ids() {
      return live.ids
    },
    readMessage: (index) => live.readMessage(index),
    costOf: (index, family) => live.costOf(index, family),
    costSteps: () => live.file.indexSteps(),
    rawSlice: (index) => live.rawSlice(index),
  }
}
