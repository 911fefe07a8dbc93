import { randomUUID } from 'node:crypto'
import type { ContextReport } from '../../../shared/compact/context.ts'
import type { CompactionOutcome, SkipReason } from '../../../shared/compact/event.ts'
import { compactionEventName } from '../../../shared/compact/event-name.ts'
import type { CompactionNotice } from '../../../shared/ipc/turn.ts'
import { findCut } from '../../compaction/boundary/find-cut.ts'
import { type BreakerState, CLOSED_BREAKER, mayRun, reduceBreaker } from '../../compaction/breaker.ts'
import { planCompaction } from '../../compaction/plan.ts'
import type { CompactionPlan, PlanInput } from '../../compaction/plan-values.ts'
import { triggerTokensOf } from '../../compaction/policy/thresholds.ts'
import type { Projection } from '../../compaction/projection/projected-message.ts'
import type { ThreadMoment } from '../../compaction/run-memory.ts'
import { describeContext } from '../../compaction/tokens/context-report.ts'
import { inSlices } from '../../threads/in-slices.ts'
import { reduceThread } from './reduce-thread.ts'
import { runCompaction } from './run-compaction.ts'
import type { ThreadContext } from './thread-context.ts'
import { UpcomingLists } from './upcoming-lists.ts'

/** One check before a model call, or one command of a person. */
export interface CheckOptions {
  readonly signal: AbortSignal
  /** Told when a summary begins, while it is written, and once when it ends: one id, one ending (I6). */
  readonly onNotice: (notice: CompactionNotice) => void
}

/** May the request go out? */
export type CheckResult =
  | { readonly kind: 'ready'; readonly projection: Projection; readonly outcome: CompactionOutcome | null }
  /** Mode `ask`: the trigger is reached and a person decides; the request still fits. */
  | { readonly kind: 'ask'; readonly projection: Projection }
  /** It must not be sent as it is (S-080). `asks`: a person may have it made to fit. */
  | { readonly kind: 'refused'; readonly outcome: CompactionOutcome; readonly asks?: boolean }

/** Whether a forced attempt of this user request is still to be had (C-09). */
export interface OverflowMoment {
  readonly isForcedUsed: boolean
}

/** Reasons to ask no model now; a request that does not fit is then made to fit without one (S-080). */
const WITHOUT_A_MODEL: ReadonlySet<SkipReason> = new Set(['breaker-open', 'no-new-content'])

/** Compacts threads where they are, one run at a time per thread (I8). The breaker is one for the whole program. */
export class InPlaceCompactor {
  readonly #nowMs: () => number
  readonly #timeZone: string
  readonly #running = new WeakSet<ThreadContext>()
  readonly #upcoming = new UpcomingLists()
  #breaker: BreakerState = CLOSED_BREAKER

  constructor(options: { readonly nowMs: () => number; readonly timeZone: string }) {
    this.#nowMs = options.nowMs
    this.#timeZone = options.timeZone
  }

  get breaker(): BreakerState {
    return this.#breaker
  }

  /**
   * Takes in what came since, and reads what of a long list is not in memory: before work that looks at all of it.
   * False = stopped meanwhile.
   */
  async read(context: ThreadContext, signal: AbortSignal): Promise<boolean> {
    context.sync()
    try {
      await inSlices(context.readSteps(), signal)
      return true
    } catch (error) {
      if (signal.aborted) return false
      throw error
    }
  }

  /**
   * The list that the next request is made of, as the check before it will reduce it: nothing is stored, no model is
   * asked. Reads what of a long list is not in memory yet.
   */
  async upcoming(context: ThreadContext): Promise<Projection> {
    context.sync()
    await inSlices(context.readSteps())
    return this.#upcoming.of(context, this.#nowMs())
  }

  /** Before every model call (S-097): reductions, measuring, and a summary when pressure remains (S-013, S-015). */
  async check(context: ThreadContext, options: CheckOptions): Promise<CheckResult> {
    if (!(await this.read(context, options.signal)))
      return { kind: 'refused', outcome: { kind: 'cancelled' } }
    await this.#reduce(context, false)
    const plan = this.#plan(context, 'automatic', { hasReduced: true, isForcedUsed: false })
    if (plan.kind === 'skip') {
      if (plan.fitsWindow) return { kind: 'ready', projection: context.projection, outcome: null }
      if (WITHOUT_A_MODEL.has(plan.reason)) return this.#rescue(context, options)
      return { kind: 'refused', outcome: { kind: 'skipped', reason: plan.reason } }
    }
    if (plan.kind === 'needs-new-thread') return { kind: 'refused', outcome: newThread(plan) }
    if (plan.kind === 'summarize' && plan.needsConsent)
      return fitsNow(context)
        ? { kind: 'ask', projection: context.projection }
        : { kind: 'refused', outcome: { kind: 'skipped', reason: 'manual-only' }, asks: true }
    const outcome = await this.#carryOut(context, plan, 'automatic', '', options)
    // A full window may not hang on a model that fails.
    if (outcome.kind === 'failed' && !fitsNow(context)) return this.#rescue(context, options)
    return this.#afterRun(context, outcome)
  }

  /** `/compact [focus]` (S-075), or from a message on when `segmentFrom` is given (S-037). Sends nothing afterwards. */
  async compact(
    context: ThreadContext,
    request: { readonly focus: string; readonly segmentFrom: number | null },
    options: CheckOptions,
  ): Promise<CompactionOutcome> {
    if (!(await this.read(context, options.signal))) return { kind: 'cancelled' }
    const plan = this.#plan(context, 'manual', {
      hasReduced: true,
      isForcedUsed: false,
      segmentFrom: request.segmentFrom,
    })
    return this.#carryOut(context, plan, 'manual', request.focus, options)
  }

  /** The one forced attempt after a provider refused a request as too large (S-111). */
  async recover(context: ThreadContext, moment: OverflowMoment, options: CheckOptions): Promise<CheckResult> {
    if (!(await this.read(context, options.signal)))
      return { kind: 'refused', outcome: { kind: 'cancelled' } }
    await this.#reduce(context, true)
    const plan = this.#plan(context, 'overflow', { hasReduced: true, isForcedUsed: moment.isForcedUsed })
    const outcome = await this.#carryOut(context, plan, 'overflow', '', options)
    return outcome.kind === 'completed'
      ? { kind: 'ready', projection: context.projection, outcome }
      : { kind: 'refused', outcome }
  }

  /** What a refusal would bring about, before it is one: forced reductions, and a summary by code. */
  async #rescue(context: ThreadContext, options: CheckOptions): Promise<CheckResult> {
    const result = await this.recover(context, { isForcedUsed: false }, options)
    return result.kind === 'ready' && !fitsNow(context)
      ? { kind: 'refused', outcome: { kind: 'skipped', reason: 'no-gain' } }
      : result
  }

  /** The numbers of the meter, the trigger and the context endpoint (S-099). */
  report(context: ThreadContext, spent: ContextReport['spent']): Omit<ContextReport, 'nextCostUsd'> {
    context.sync()
    const { window } = context.ports.model()
    const projection = context.hasUnread ? context.projection : this.#upcoming.of(context, this.#nowMs())
    return describeContext({
      head: context.headTokens,
      projection,
      pressure: projection === context.projection ? context.pressure : context.measure(projection),
      triggerTokens: triggerTokensOf(context.policy, window.tokens),
      window,
      spent,
    })
  }

  async #reduce(context: ThreadContext, isForced: boolean): Promise<void> {
    const reduced = await reduceThread(context, { nowMs: this.#nowMs(), isForced })
    if (reduced === null) return
    context.ports.record({
      atMs: this.#nowMs(),
      kind: 'reduction',
      result: 'completed',
      tokens: reduced.tokensAfter,
      costUsd: 0,
      durationMs: null,
      details: { tokensBefore: reduced.tokensBefore, decisions: reduced.decisions },
    })
  }

  #plan(
    context: ThreadContext,
    kind: PlanInput['kind'],
    now: {
      readonly hasReduced: boolean
      readonly isForcedUsed: boolean
      readonly segmentFrom?: number | null
    },
  ): CompactionPlan {
    return planCompaction({
      kind,
      policy: context.policy,
      window: context.ports.model().window,
      projection: context.projection,
      pressure: context.pressure,
      fixedTokens: context.fixedTokens,
      now: { ...momentOf(context), ms: this.#nowMs() },
      memory: context.memory,
      breaker: this.#breaker,
      hasReduced: now.hasReduced,
      areToolsRunning: areToolsRunning(context),
      isCompacting: this.#running.has(context),
      isForcedUsed: now.isForcedUsed,
      segmentFrom: now.segmentFrom ?? null,
      findCut: (projection, keep, room) =>
        findCut(projection, keep, { ...room, keptFromIndex: context.event?.cutoffIndex ?? 0 }),
    })
  }

  async #carryOut(
    context: ThreadContext,
    plan: CompactionPlan,
    kind: PlanInput['kind'],
    focus: string,
    options: CheckOptions,
  ): Promise<CompactionOutcome> {
    if (plan.kind === 'skip') return { kind: 'skipped', reason: plan.reason }
    if (plan.kind === 'needs-new-thread') return newThread(plan)
    if (plan.kind === 'reduce') return { kind: 'skipped', reason: 'below-trigger' }
    const started: CompactionNotice = {
      id: randomUUID(),
      kind,
      startedMs: this.#nowMs(),
      messageCount: plan.expected.foldedMessages,
      tokensBefore: context.pressure.tokens,
      reason: kind === 'automatic' ? 'threshold' : kind,
      progress: null,
      outcome: null,
    }
    this.#running.add(context)
    this.#trial(context, kind)
    options.onNotice(started)
    const moment = momentOf(context)
    const outcome = await runCompaction(
      context,
      {
        id: started.id,
        kind,
        plan,
        focus,
        timeZone: this.#timeZone,
        nowMs: this.#nowMs,
        onPass: (pass, passes) => options.onNotice({ ...started, progress: { pass, passes } }),
        onRetry: () => undefined,
      },
      options.signal,
    )
    this.#running.delete(context)
    const ended = this.#settle(context, outcome)
    this.#remember(context, moment, ended)
    this.#record(context, started, ended)
    options.onNotice({ ...started, outcome: ended })
    return ended
  }

  /** After an automatic run the check is made again on what there is now (S-084). */
  #afterRun(context: ThreadContext, outcome: CompactionOutcome): CheckResult {
    if (outcome.kind === 'needs_new_thread' || outcome.kind === 'cancelled')
      return { kind: 'refused', outcome }
    const plan = this.#plan(context, 'automatic', { hasReduced: true, isForcedUsed: false })
    const fits = plan.kind === 'skip' ? plan.fitsWindow : plan.kind !== 'needs-new-thread' && fitsNow(context)
    return fits ? { kind: 'ready', projection: context.projection, outcome } : { kind: 'refused', outcome }
  }

  #trial(context: ThreadContext, kind: PlanInput['kind']): void {
    if (kind !== 'automatic' || !mayRun(this.#breaker, kind, this.#nowMs())) return
    this.#breaker = reduceBreaker(this.#breaker, { kind: 'trial-started' }, context.policy.breaker)
  }

  #settle(context: ThreadContext, outcome: CompactionOutcome): CompactionOutcome {
    const settings = context.policy.breaker
    // Nobody was asked: the breaker is one for all threads, and this says nothing about a summarizer.
    const wasAsked = outcome.kind !== 'failed' || outcome.code !== 'provider-gone'
    if (outcome.kind === 'failed' && wasAsked) {
      this.#breaker = reduceBreaker(this.#breaker, { kind: 'failed', atMs: this.#nowMs() }, settings)
      return { ...outcome, retryAtMs: this.#breaker.retryAtMs }
    }
    const kind = outcome.kind === 'completed' ? 'succeeded' : 'abandoned'
    this.#breaker = reduceBreaker(this.#breaker, { kind }, settings)
    return outcome
  }

  #remember(context: ThreadContext, moment: ThreadMoment, outcome: CompactionOutcome): void {
    if (outcome.kind === 'cancelled') return
    const trigger = triggerTokensOf(context.policy, context.ports.model().window.tokens)
    const isLarge = trigger !== null && context.pressure.tokens >= trigger
    context.memory = {
      moment,
      isApplied: outcome.kind === 'completed',
      isAboveTrigger: outcome.kind === 'failed' ? false : isLarge,
    }
  }

  #record(context: ThreadContext, started: CompactionNotice, outcome: CompactionOutcome): void {
    const event = outcome.kind === 'completed' ? outcome.event : null
    context.ports.record({
      atMs: this.#nowMs(),
      kind: 'compaction',
      result: outcome.kind,
      tokens: event?.tokensAfter ?? null,
      costUsd: event?.costUsd ?? null,
      durationMs: this.#nowMs() - started.startedMs,
      details: {
        event: compactionEventName(outcome),
        id: started.id,
        trigger: started.kind,
        tokensBefore: started.tokensBefore,
        ...(outcome.kind === 'failed' ? { stage: outcome.stage, code: outcome.code } : {}),
        ...(outcome.kind === 'skipped' ? { reason: outcome.reason } : {}),
        ...(outcome.kind === 'needs_new_thread' ? { stage: outcome.stage } : {}),
      },
    })
  }
}

function newThread(plan: Extract<CompactionPlan, { readonly kind: 'needs-new-thread' }>): CompactionOutcome {
  return { kind: 'needs_new_thread', stage: plan.stage, tokens: plan.tokens, limit: plan.limit }
}

function fitsNow(context: ThreadContext): boolean {
  const { tokens } = context.ports.model().window
  return tokens === null || context.pressure.tokens <= tokens
}

function momentOf(context: ThreadContext): ThreadMoment {
  const { facts } = context
  const { key, window } = context.ports.model()
  return {
    factCount: facts.count,
    latestUserIndex: facts.layout.turns.at(-1)?.from ?? -1,
    model: key,
    windowTokens: window.tokens,
  }
}

/**
 * Only of the newest message, and only of a reply of our own: what other programs left unanswered will never be
 * answered, and the projection says so.
 */
function areToolsRunning({ facts }: ThreadContext): boolean {
  if (facts.count === 0) return false
  const { runtime, toolCalls } = facts.readMessage(facts.count - 1)
  return runtime !== undefined && toolCalls.some((call) => call.output === null)
}
