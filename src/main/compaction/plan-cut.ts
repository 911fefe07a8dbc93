import type { SkipReason } from '../../shared/compact/event.ts'
import type { Keep } from '../../shared/compact/policy.ts'
import type { Cut, PlanInput } from './plan-values.ts'
import type { Room } from './policy/room.ts'
import { effectiveWindow, keepOf, triggerTokensOf } from './policy/thresholds.ts'
import type { ProjectedMessage } from './projection/projected-message.ts'

/** What is in a projection, in tokens. */
export interface ProjectionSums {
  /** Meta prompt and pins: no compaction makes them smaller. */
  readonly unshrinkable: number
  /** A former checkpoint and what was restored beside it: replaced by the next one. */
  readonly replaced: number
  readonly facts: number
}

/** Walks a projection once. */
export function sumProjection(projection: readonly ProjectedMessage[]): ProjectionSums {
  let unshrinkable = 0
  let replaced = 0
  let facts = 0
  for (const { provenance, tokens } of projection) {
    if (provenance === 'fact') facts += tokens
    else if (provenance === 'checkpoint' || provenance === 'restored') replaced += tokens
    else unshrinkable += tokens
  }
  return { unshrinkable, replaced, facts }
}

/** A cut with what lies before it. */
export interface FoundCut {
  readonly kind: 'found'
  readonly cut: Extract<Cut, { readonly kind: 'cut' }>
  readonly foldedTokens: number
  readonly foldedMessages: number
}

/**
 * Cuts by the policy's keep, and closer to the end where that would keep more than there is room for. A full
 * strategy keeps what must stay and no more (S-033). A forced run does not stop at a history that fits its
 * budget (S-131). Otherwise the reason why nothing can be folded.
 */
export function chooseCut(
  input: PlanInput,
  room: Room,
): FoundCut | { readonly kind: 'nothing'; readonly reason: SkipReason } {
  const { policy, window, projection, findCut } = input
  const windowTokens = window.tokens
  const context = {
    triggerTokens: triggerTokensOf(policy, windowTokens),
    windowTokens: effectiveWindow(policy, windowTokens),
  }
  const least: Keep = { kind: 'tokens', value: 0, capOfTrigger: 1 }
  const wanted = policy.strategy === 'full' ? least : keepOf(policy, windowTokens)
  const tries: Keep[] = [wanted]
  if (room.keepTokens !== null) tries.push({ kind: 'tokens', value: room.keepTokens, capOfTrigger: 1 })
  if (input.kind === 'overflow') tries.push(least)

  let best: FoundCut | null = null
  for (const keep of tries) {
    const cut = findCut(projection, keep, context)
    const found = cut.kind === 'cut' ? withFolded(input, cut) : null
    if (found === null) continue
    best = found
    if (room.keepTokens === null || found.cut.keptTokens <= room.keepTokens) break
  }
  return best ?? { kind: 'nothing', reason: whyNothing(input) }
}

/** Null = no message lies before the cut. */
function withFolded(input: PlanInput, cut: FoundCut['cut']): FoundCut | null {
  let foldedTokens = 0
  let foldedMessages = 0
  const from = input.segmentFrom ?? 0
  for (const { provenance, index, tokens } of input.projection) {
    if (provenance !== 'fact' || index === null || index < from || index >= cut.index) continue
    foldedTokens += tokens
    foldedMessages += 1
  }
  return foldedMessages === 0 ? null : { kind: 'found', cut, foldedTokens, foldedMessages }
}

/** S-129, S-130: a summary alone, a history within its budget, or nothing at all. */
function whyNothing(input: PlanInput): SkipReason {
  const facts = input.projection.filter(({ provenance }) => provenance === 'fact').length
  const hasSummary = input.projection.some(({ provenance }) => provenance === 'checkpoint')
  if (hasSummary) return 'only-a-summary'
  return facts > 1 ? 'fits-budget' : 'nothing-to-fold'
}
