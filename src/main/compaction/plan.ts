import type { SkipReason } from '../../shared/compact/event.ts'
import { mayRun } from './breaker.ts'
import { isWorthIt, knownLimit } from './judge-result.ts'
import { chooseCut, type FoundCut, type ProjectionSums, sumProjection } from './plan-cut.ts'
import type { CompactionPlan, Expectation, PlanInput } from './plan-values.ts'
import { dealOutRoom } from './policy/room.ts'
import { triggerTokensOf } from './policy/thresholds.ts'
import { hasNewContent, hasNewModel, isResting } from './run-memory.ts'
import { padded } from './tokens/pressure.ts'

/** A provider refused a request of this size, so the real limit is below it: that share of it is aimed at. */
const AIM_AFTER_REFUSAL = 0.75

/** A summary is expected to be this share of what it stands for, within its budget. */
const SUMMARY_OF_FOLDED = 0.25

/**
 * Decides what a check before a model call comes to (S-097, S-102, S-107, S-109).
 *
 * - `automatic`: reached trigger → reductions under pressure → summary, if pressure remains. Absolute size alone
 *   counts, never growth (S-108). Stops at the breaker, at rest (B-31) and where nothing new came.
 * - `manual`: a person asked. Trigger, breaker and rest do not count; what an active checkpoint already covers
 *   is not done again (B-48).
 * - `overflow`: the provider refused. Estimate, budget check and breaker are skipped, once per user request
 *   (S-111, S-131, C-09); a second refusal needs a new thread (C-10). With mode `off` it is the person's turn.
 */
export function planCompaction(input: PlanInput): CompactionPlan {
  const limit = knownLimit(input.window)
  const fitsWindow = limit === null || input.pressure.tokens <= limit
  const skip = (reason: SkipReason): CompactionPlan => ({ kind: 'skip', reason, fitsWindow })

  if (input.isCompacting) return skip('already-running')
  if (input.areToolsRunning) return skip('tools-running')
  const sizeReason = input.kind === 'automatic' ? belowTrigger(input) : null
  if (sizeReason !== null) return skip(sizeReason)
  if (input.kind === 'overflow') {
    const { tokens } = input.pressure
    if (input.policy.mode === 'off') return skip('manual-only')
    if (input.isForcedUsed) {
      return { kind: 'needs-new-thread', stage: 'second_overflow', tokens, limit: limit ?? tokens }
    }
  }

  const sums = sumProjection(input.projection)
  const historyReason = input.kind === 'overflow' ? null : reasonToWait(input, sums, fitsWindow)
  if (historyReason === 'reduce') return { kind: 'reduce' }
  if (historyReason !== null) return skip(historyReason)
  return planSummary(input, sums, limit, skip)
}

/** S-107: fires at the trigger, not before. */
function belowTrigger(input: PlanInput): SkipReason | null {
  const trigger = triggerTokensOf(input.policy, input.window.tokens)
  if (trigger === null) return 'manual-only'
  return input.pressure.tokens < trigger ? 'below-trigger' : null
}

function reasonToWait(
  input: PlanInput,
  sums: ProjectionSums,
  fitsWindow: boolean,
): SkipReason | 'reduce' | null {
  const { memory, now } = input
  if (input.kind === 'manual') {
    return memory?.isApplied === true && !hasNewContent(memory, now) ? 'no-new-content' : null
  }
  const trigger = triggerTokensOf(input.policy, input.window.tokens)
  // Nothing that compaction makes could bring the request below the trigger (B-30).
  if (trigger !== null && input.fixedTokens + sums.unshrinkable >= trigger) return 'fixed-part-too-large'
  // Reductions cost no model call and run while the breaker is open as well (S-124).
  if (!input.hasReduced && input.policy.reductions.snip.isOn) return 'reduce'
  if (memory !== null) {
    // A tool loop that grew out of the window is refused unless its older steps are folded (B-33).
    if (fitsWindow && isResting(memory, now)) return 'no-gain'
    if (!hasNewContent(memory, now) && !hasNewModel(memory, now)) return 'no-new-content'
  }
  return mayRun(input.breaker, input.kind, now.ms) ? null : 'breaker-open'
}

function planSummary(
  input: PlanInput,
  sums: ProjectionSums,
  limit: number | null,
  skip: (reason: SkipReason) => CompactionPlan,
): CompactionPlan {
  const { policy, pressure } = input
  const isForced = input.kind === 'overflow'
  const unshrinkable = input.fixedTokens + sums.unshrinkable
  const aim = isForced ? Math.floor(pressure.tokens * AIM_AFTER_REFUSAL) : null
  const room = dealOutRoom(policy, input.window.tokens, unshrinkable, aim)
  const found = chooseCut(input, room)
  const mustShrink = limit !== null && pressure.tokens > limit
  if (found.kind === 'nothing') {
    // One message, a pin or the summary itself is too large: no compaction can help (S-089).
    const isLost = input.kind !== 'manual' && (isForced || mustShrink)
    return isLost ? newThread(pressure.tokens, limit) : skip(found.reason)
  }
  const expected = expect(input, sums, found, room.summaryTokens)
  if (limit !== null && expected.tokensAfter > limit && input.kind !== 'manual') {
    return newThread(expected.tokensAfter, limit)
  }
  const minGain = isForced || mustShrink ? 0 : policy.minGainRatio
  if (!isWorthIt(expected.tokensBefore, expected.tokensAfter, minGain)) {
    return isForced ? newThread(pressure.tokens, limit) : skip('no-gain')
  }
  return {
    kind: 'summarize',
    cut: found.cut,
    direction:
      input.segmentFrom === null ? { kind: 'prefix' } : { kind: 'segment', fromIndex: input.segmentFrom },
    strategy: policy.strategy,
    room,
    expected,
    isForced,
    needsConsent: policy.mode === 'ask' && input.kind === 'automatic',
  }
}

function newThread(tokens: number, limit: number | null): CompactionPlan {
  return { kind: 'needs-new-thread', stage: 'post_check', tokens, limit: limit ?? tokens }
}

function expect(input: PlanInput, sums: ProjectionSums, found: FoundCut, summaryTokens: number): Expectation {
  // A former summary is folded into the new one (S-134), and what was restored beside it is chosen anew.
  const gone = found.foldedTokens + sums.replaced
  const summary = Math.min(summaryTokens, Math.ceil(gone * SUMMARY_OF_FOLDED))
  return {
    tokensBefore: input.pressure.tokens,
    tokensAfter: padded(Math.max(0, input.pressure.full - gone) + summary),
    foldedTokens: found.foldedTokens,
    foldedMessages: found.foldedMessages,
  }
}
