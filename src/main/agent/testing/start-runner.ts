import { expect } from 'vitest'
import type { ActivityEntry, TurnDelta, TurnState } from '../../../shared/ipc/turn.ts'
import type { ChatAnswer, ChatDelta } from '../../providers/chat/chat-model.ts'
import { NO_GRANTS, type ThreadGrants } from '../approvals/decide.ts'
import type { ChatModelPort, ContextGuard, GuardAnswer, TurnPorts } from '../ports.ts'
import type { Tool } from '../tools/tool.ts'
import { TurnRunner } from '../turn-runner.ts'
import { MemoryThread } from './memory-thread.ts'

/** One call of the scripted model: what it does with the body. */
export type ModelStep = (
  onDelta: (delta: ChatDelta) => void,
  signal: AbortSignal,
) => Promise<ChatAnswer> | ChatAnswer

export const ORIGIN = { protocol: 'openai-chat', host: 'model.test', model: 'm1', keyMark: '' } as const

/** A whole reply of the scripted model. */
export function reply(
  text: string,
  calls: readonly { readonly name: string; readonly args: unknown }[] = [],
): ModelStep {
  return (onDelta) => {
    if (text !== '') onDelta({ kind: 'text', text })
    return {
      text,
      thinking: '',
      calls: calls.map(({ name, args }, at) => ({
        id: `c${at}`,
        name,
        argumentsText: typeof args === 'string' ? args : JSON.stringify(args),
      })),
      usage: { input: 100, output: 10, cacheRead: 0, cacheWrite: 0, reasoning: null, cost: null },
      ending: calls.length > 0 ? 'tool-calls' : 'complete',
      privateItems: [],
    }
  }
}

/** Text, then silence until it is stopped; `deaf` does not even hear that. */
export function hang(text: string, isDeaf = false): ModelStep {
  return (onDelta, signal) => {
    if (text !== '') onDelta({ kind: 'text', text })
    return new Promise((_, reject) => {
      if (!isDeaf) signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
}

interface Options {
  readonly root?: string
  readonly steps?: ModelStep[]
  /** A real one in place of the script. */
  readonly model?: ChatModelPort
  readonly tools?: readonly Tool[]
  readonly guard?: Partial<ContextGuard>
  readonly thread?: MemoryThread
  readonly ensureModel?: () => Promise<void>
  readonly now?: () => number
}

/** A runner over a thread in memory and a model that follows a script. */
export function startRunner(options: Options) {
  const thread = options.thread ?? new MemoryThread()
  const states: TurnState[] = []
  const deltas: TurnDelta[] = []
  const activity: Omit<ActivityEntry, 'id' | 'thread'>[] = []
  const excluded: number[] = []
  /** What the guard was asked, and how many facts there were then. */
  const checks: number[] = []
  let grants: ThreadGrants = NO_GRANTS
  let call = 0
  let ids = 0
  const model: ChatModelPort = options.model ?? {
    origin: ORIGIN,
    stream: async (_, onDelta, signal) => {
      const step = options.steps?.[call]
      call += 1
      if (step === undefined) throw new Error('the script has no further step')
      return await step(onDelta, signal)
    },
  }
  const ready = (): GuardAnswer => ({ kind: 'ready', body: {}, model })
  const guard: ContextGuard = {
    beforeCall: async () => {
      checks.push(thread.count)
      return ready()
    },
    afterOverflow: async () => ready(),
    afterReply: () => undefined,
    compactNow: async () => ({ kind: 'skipped', reason: 'nothing-to-fold' }),
    ...options.guard,
  }
  const ports: TurnPorts = {
    facts: thread,
    queue: thread.queue,
    parts: thread.parts,
    keepOutput: async () => null,
    guard,
    ensureModel: options.ensureModel ?? (async () => undefined),
    refuseText: () => null,
    excludeMessage: (index) => {
      excluded.push(index)
    },
    moreTools: async () => options.tools ?? [],
    grants: {
      get: () => grants,
      save: async (next) => {
        grants = next
      },
    },
    root: () => options.root ?? '/nowhere',
    protectedPaths: () => [],
    emit: {
      changed: (state) => states.push(state),
      delta: (delta) => deltas.push(delta),
      appended: () => undefined,
    },
    record: (entry) => activity.push(entry),
    now: options.now ?? Date.now,
    newId: () => {
      ids += 1
      return `a${ids}`
    },
  }
  const runner = new TurnRunner(ports)
  return {
    runner,
    thread,
    states,
    deltas,
    activity,
    excluded,
    checks,
    ready,
    calls: () => call,
    /** Waits until the thread is idle and its queue is empty or waits for the person. */
    idle: () => expect.poll(() => runner.state.phase, { interval: 5 }).toBe('idle'),
    phase: (phase: TurnState['phase']) => expect.poll(() => runner.state.phase, { interval: 2 }).toBe(phase),
  }
}
