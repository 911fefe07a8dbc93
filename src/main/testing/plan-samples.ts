import { findCut } from '../compaction/boundary/find-cut.ts'
import { CLOSED_BREAKER } from '../compaction/breaker.ts'
import type { CompactionPlan, PlanInput } from '../compaction/plan-values.ts'
import { PRESETS } from '../compaction/policy/presets.ts'
import type { ProjectedMessage, Projection } from '../compaction/projection/projected-message.ts'
import { ANY_ANCHOR, measurePressure } from '../compaction/tokens/pressure.ts'
import { item } from './projection-samples.ts'

/** A check before a model call over this projection: 75 % of 200,000, nothing else going on. */
export function checkOf(projection: Projection, more: Partial<PlanInput> = {}): PlanInput {
  const fixedTokens = more.fixedTokens ?? 1_000
  const policy = more.policy ?? PRESETS['ratio-75']
  const window = more.window ?? { tokens: 200_000, source: 'catalog' }
  const facts = projection.filter(({ index }) => index !== null)
  const users = facts.filter(({ message }) => message.role === 'user')
  return {
    kind: 'automatic',
    policy,
    window,
    projection,
    pressure: measurePressure(projection, ANY_ANCHOR, { fixedTokens, hasFloor: policy.hasFloor }),
    fixedTokens,
    now: {
      factCount: (facts.at(-1)?.index ?? -1) + 1,
      latestUserIndex: users.at(-1)?.index ?? -1,
      model: 'host/model',
      windowTokens: window.tokens,
      ms: 0,
    },
    memory: null,
    breaker: CLOSED_BREAKER,
    hasReduced: true,
    areToolsRunning: false,
    isCompacting: false,
    isForcedUsed: false,
    segmentFrom: null,
    findCut: (list, keep, context) => findCut(list, keep, { ...context, keptFromIndex: keptFromOf(list) }),
    ...more,
  }
}

/** First fact behind a checkpoint; 0 without one. */
function keptFromOf(projection: Projection): number {
  const at = projection.findIndex(({ provenance }) => provenance === 'checkpoint')
  if (at < 0) return 0
  return projection.slice(at).find(({ provenance }) => provenance === 'fact')?.index ?? 0
}

/** The list after a plan was carried out, with a summary and restored files of the given sizes. */
export function carriedOut(
  projection: Projection,
  plan: Extract<CompactionPlan, { readonly kind: 'summarize' }>,
  summaryTokens: number,
  restoredTokens: number,
): Projection {
  const kept = projection.filter(
    ({ provenance, index }) =>
      provenance === 'meta' ||
      provenance === 'pin' ||
      (provenance === 'fact' &&
        index !== null &&
        (index >= plan.cut.index || plan.cut.keptRequests.includes(index))),
  )
  const made: ProjectedMessage[] = [item(null, 'user', summaryTokens, { provenance: 'checkpoint' })]
  if (restoredTokens > 0) made.push(item(null, 'user', restoredTokens, { provenance: 'restored' }))
  const head = kept.filter(({ provenance }) => provenance === 'meta')
  return [...head, ...made, ...kept.filter(({ provenance }) => provenance !== 'meta')]
}
