import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type { CompactionKind, CompactionOutcome, CompactionStage } from '../../../shared/compact/event.ts'
import { toErrorValue } from '../../../shared/ipc/errors.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { onlyByHand } from '../../compaction/checkpoint/by-hand.ts'
import { judgeResult } from '../../compaction/judge-result.ts'
import type { CompactionPlan } from '../../compaction/plan-values.ts'
import { triggerTokensOf } from '../../compaction/policy/thresholds.ts'
import { clearResults } from '../../compaction/projection/clear-results.ts'
import { earlierSections } from '../earlier-sections.ts'
import { foldCheckpoints } from '../fold-checkpoints.ts'
import { localDate } from '../local-date.ts'
import { draftEvent } from './draft-event.ts'
import type { ChosenSummarizer } from './ports.ts'
import type { ThreadContext } from './thread-context.ts'
import { type OnPass, type WrittenSummary, writeSummary } from './write-summary.ts'

/** A compaction that was decided. */
export interface CompactionRun {
  readonly id: string
  readonly kind: Exclude<CompactionKind, 'wizard'>
  readonly plan: Extract<CompactionPlan, { readonly kind: 'summarize' }>
  readonly focus: string
  readonly timeZone: string
  readonly nowMs: () => number
  readonly onPass: OnPass
  readonly onRetry: (afterMs: number, code: string) => void
}

/** About four characters to a token; a budget in characters is held to the room in tokens. */
const CHARS_PER_TOKEN = 4

/** A summary shorter than this says nothing, whatever the room. */
const LEAST_SUMMARY_CHARS = 1_000

/**
 * Carries a plan out: summary, check, restoration, measuring, one event. Until the event is stored nothing has
 * changed, so that every ending but `completed` leaves the projection as it was, byte for byte (S-139, S-140).
 * Never rejects: exactly one ending, always.
 */
export async function runCompaction(
  context: ThreadContext,
  run: CompactionRun,
  signal: AbortSignal,
): Promise<CompactionOutcome> {
  let stage: CompactionStage = 'summary'
  try {
    const startedMs = run.nowMs()
    const before = context.pressure
    const source = gather(context, run)
    const chosen = await chooseSummarizer(context, run)
    const summary = await writeSummary(
      source,
      {
        template: context.policy.template,
        direction: run.plan.direction.kind,
        budgetChars: summaryChars(context, run),
        focus: run.focus,
        localDate: localDate(new Date(run.nowMs()), run.timeZone),
        timeZone: run.timeZone,
        contextTokens: before.tokens,
      },
      chosen,
      run.onPass,
      signal,
    )
    stage = 'restore'
    recordSummary(context, run, summary, startedMs)
    const restoration = await context.ports.restore(source, restoreLimits(context, run))
    signal.throwIfAborted()
    stage = 'post_check'
    const { cut, direction, strategy } = run.plan
    const draft = draftEvent(context, {
      id: run.id,
      kind: run.kind,
      cutIndex: cut.index,
      segmentFrom: direction.kind === 'segment' ? direction.fromIndex : null,
      strategy,
      focus: run.focus,
      summary,
      restoration,
      createdMs: startedMs,
      isEdited: false,
    })
    const after = context.measure(context.projectWith(draft))
    const verdict = judgeResult({
      tokensBefore: before.full,
      tokensAfter: after.full,
      triggerTokens: triggerTokensOf(context.policy, context.ports.model().window.tokens),
      window: context.ports.model().window,
      minGainRatio: context.policy.minGainRatio,
    })
    if (verdict.kind === 'needs-new-thread')
      return { kind: 'needs_new_thread', stage: 'post_check', tokens: after.tokens, limit: verdict.limit }
    if (verdict.kind === 'no-gain' || after.tokens >= before.tokens)
      return { kind: 'skipped', reason: 'no-gain' }
    stage = 'store'
    const { number } = draft
    const filePath = await context.ports.appendHistory({ number, messages: source.aged })
    // The pointer to the history file is part of the checkpoint's text, so it is measured with it.
    const placed = { ...draft, filePath, tokensBefore: before.tokens, durationMs: run.nowMs() - startedMs }
    const event = { ...placed, tokensAfter: context.measure(context.projectWith(placed)).tokens }
    signal.throwIfAborted()
    context.ports.store.append(event)
    context.changed()
    return { kind: 'completed', event }
  } catch (error) {
    const { code, params } = toErrorValue(error)
    if (signal.aborted || code === 'cancelled') return { kind: 'cancelled' }
    const at = code === 'summary-invalid' ? 'verify' : stage
    const provider = typeof params.provider === 'string' ? { provider: params.provider } : {}
    return { kind: 'failed', stage: at, code, retryAtMs: null, ...provider }
  }
}

/** A call of a summarizer is accounted for apart from the conversation's own (S-079, S-094). */
function recordSummary(
  context: ThreadContext,
  run: CompactionRun,
  { summarizer, tokens, costUsd, requestStyle }: WrittenSummary,
  startedMs: number,
): void {
  if (requestStyle.kind === 'built-in') return
  context.ports.record({
    atMs: run.nowMs(),
    kind: 'summary',
    result: 'completed',
    tokens,
    costUsd,
    durationMs: run.nowMs() - startedMs,
    details: { id: run.id, summarizer, style: requestStyle.kind, reason: requestStyle.reason },
  })
}

interface Gathered {
  readonly aged: readonly Message[]
  readonly kept: readonly Message[]
  readonly previous: readonly CheckpointSection[]
  readonly firstIndex: number
}

/** What ages out since the last checkpoint, from the facts: reductions never reach a summary, what a person chose does. */
function gather(context: ThreadContext, { plan }: CompactionRun): Gathered {
  const { facts, event, marks } = context
  const { metaPromptIndex, checkpointIndex } = facts.layout
  const from =
    plan.direction.kind === 'segment'
      ? plan.direction.fromIndex
      : Math.max(
          event === null ? 0 : event.cutoffIndex,
          (metaPromptIndex ?? -1) + 1,
          (checkpointIndex ?? -1) + 1,
        )
  const sent = (index: number) => !marks.excluded.has(index)
  const read = (start: number, end: number) =>
    context
      .readRepaired(start, end)
      .filter(({ index }) => sent(index))
      .map((fact) => ({ ...fact, message: clearResults(fact.message, marks.cleared.get(fact.index)) }))
  const earlier =
    plan.direction.kind === 'segment'
      ? onlyByHand(event?.summaryMessage.sections ?? [])
      : previousSections(context)
  const { aged, previous } = foldCheckpoints(read(from, plan.cut.index), earlier, facts.origin?.byHand)
  return {
    aged: aged.map(({ message }) => message),
    kept: read(plan.cut.index, facts.count).map(({ message }) => message),
    previous,
    firstIndex: from,
  }
}

/** Sections of the active checkpoint, else of the one that the thread holds (S-189). */
function previousSections({ event, facts }: ThreadContext): readonly CheckpointSection[] {
  return event === null ? earlierSections(facts) : event.summaryMessage.sections
}

/** Recovery after an overflow may not hang on a second successful model call: code writes the summary then. */
async function chooseSummarizer(context: ThreadContext, run: CompactionRun): Promise<ChosenSummarizer> {
  if (run.kind === 'overflow') return { kind: 'built-in' }
  return context.ports.summarizer(context.policy, run.onRetry)
}

function summaryChars(context: ThreadContext, { plan }: CompactionRun): number {
  const room = plan.room.summaryTokens * CHARS_PER_TOKEN
  return Math.max(LEAST_SUMMARY_CHARS, Math.min(context.policy.summaryChars, room))
}

function restoreLimits(context: ThreadContext, { plan }: CompactionRun) {
  const { maxFiles, perFileTokens } = context.policy.restoration
  return { maxFiles, perFileTokens, totalTokens: plan.room.restorationTokens, family: context.family }
}
