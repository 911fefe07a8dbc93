import type { Policy } from '../../../shared/compact/policy.ts'
import type { Message, ModelOrigin } from '../../../shared/thread/message.ts'
import type { ChosenWindow } from '../../compaction/model-window.ts'
import { sanitizeFor } from '../../compaction/sanitize/private-state.ts'
import { familyOfModel } from '../../compaction/tokens/model-family.ts'
import type { TokenFamily } from '../../compaction/tokens/token-family.ts'
import type { ThreadFile } from '../../threads/thread-file.ts'
import { FileFacts } from './file-facts.ts'
import { type CheckResult, InPlaceCompactor } from './in-place-compactor.ts'
import { MemoryStore } from './memory-store.ts'
import type { ChosenSummarizer, ThreadPorts } from './ports.ts'
import { ThreadContext } from './thread-context.ts'

/** A decision on the way through a recorded thread. */
export interface ReplayDecision {
  /** Place of the reply that was about to be asked for. */
  readonly index: number
  readonly level: 'reduce' | 'summarize' | 'none'
  readonly state: string
  readonly reason: string
  readonly tokensBefore: number
  readonly tokensAfter: number
}

export interface ReplayOptions {
  readonly policy: Policy
  readonly window: ChosenWindow
  readonly summarizer: () => Promise<ChosenSummarizer>
  readonly timeZone: string
  readonly onDecision: (decision: ReplayDecision) => void
  /** What would have been sent for the reply at `index`; false ends the walk. */
  readonly onRequest: (index: number, messages: readonly Message[]) => boolean
  readonly signal: AbortSignal
}

/** Nobody: private reasoning of a recorded thread goes to no one. */
const NO_ONE: ModelOrigin = { protocol: 'openai-chat', host: '', model: '', keyMark: '' }

/** Between two replies of a recorded thread whose messages carry no time. */
const STEP_MS = 1_000

/**
 * Walks a recorded thread reply by reply through the same checks that a running one goes through, so that a policy
 * can be tried before it is trusted. Nothing is written; complete outputs count as stored. Resolves with the number
 * of requests.
 */
export async function replayThread(file: ThreadFile, options: ReplayOptions): Promise<number> {
  let nowMs = 0
  const facts = new FileFacts(file, 0)
  const context = new ThreadContext(
    facts,
    replayPorts(options, familyOfModel(file.head.model?.id ?? ''), () => nowMs),
  )
  const compactor = new InPlaceCompactor({ nowMs: () => nowMs, timeZone: options.timeZone })
  let requests = 0
  for (let index = 0; index < file.count; index += 1) {
    const message = file.readMessage(index)
    nowMs = Math.max(nowMs + STEP_MS, message.runtime?.atMs ?? 0)
    if (message.role !== 'assistant') continue
    options.signal.throwIfAborted()
    facts.moveTo(index)
    if (index === 0) continue
    const result = await checkOnce(context, compactor, index, options)
    requests += 1
    const messages = context.projection.map((item) => item.message)
    if (!options.onRequest(index, sanitizeFor(messages, NO_ONE)) || result.kind === 'refused') break
  }
  return requests
}

async function checkOnce(
  context: ThreadContext,
  compactor: InPlaceCompactor,
  index: number,
  options: ReplayOptions,
): Promise<CheckResult> {
  context.sync()
  const before = context.pressure.tokens
  const overrides = context.overrides.length
  const event = context.event
  const result = await compactor.check(context, { signal: options.signal, onNotice: () => undefined })
  if (context.overrides.length > overrides)
    options.onDecision({
      index,
      level: 'reduce',
      state: 'completed',
      reason: 'threshold',
      tokensBefore: before,
      tokensAfter:
        context.event === event ? context.pressure.tokens : (context.event?.tokensBefore ?? before),
    })
  const decision = summaryDecision(context, index, before, result)
  if (decision !== null) options.onDecision(decision)
  return result
}

function summaryDecision(
  context: ThreadContext,
  index: number,
  tokensBefore: number,
  result: CheckResult,
): ReplayDecision | null {
  const tokensAfter = context.pressure.tokens
  if (result.kind === 'ask')
    return { index, level: 'none', state: 'ask', reason: 'threshold', tokensBefore, tokensAfter }
  const { outcome } = result
  if (outcome === null) return null
  const base = { index, level: 'summarize', state: outcome.kind, tokensBefore, tokensAfter } as const
  switch (outcome.kind) {
    case 'completed':
      return { ...base, reason: 'threshold', tokensBefore: outcome.event.tokensBefore }
    case 'skipped':
      return { ...base, reason: outcome.reason }
    case 'failed':
      return { ...base, reason: `${outcome.stage}: ${outcome.code}` }
    case 'needs_new_thread':
      return { ...base, reason: outcome.stage }
    case 'reduced':
    case 'cancelled':
      return { ...base, reason: outcome.kind }
  }
}

function replayPorts(options: ReplayOptions, family: TokenFamily, nowMs: () => number): ThreadPorts {
  return {
    store: new MemoryStore(nowMs),
    policy: () => options.policy,
    model: () => ({ key: 'replay', window: options.window, family }),
    summarizer: options.summarizer,
    writeOutput: async () => true,
    appendHistory: async () => null,
    restore: async () => ({ files: [], plan: null }),
    record: () => undefined,
    stem: 'replay',
  }
}
