import type { Policy } from '../../../shared/compact/policy.ts'
import type { Projection } from '../../compaction/projection/projected-message.ts'
import type { SettledMarks } from '../../compaction/reduce/cascade.ts'
import { nextProjection } from './reduce-thread.ts'
import type { ThreadContext } from './thread-context.ts'

/** A pause is counted in hours: for so long the same list may be shown. */
const HOLDS_MS = 60_000

interface Upcoming {
  readonly from: Projection
  readonly policy: Policy
  readonly settled: SettledMarks
  readonly atMs: number
  readonly projection: Projection
}

/** The lists of next requests, kept while nothing changed: meter and pages ask again and again. */
export class UpcomingLists {
  readonly #lists = new WeakMap<ThreadContext, Upcoming>()

  of(context: ThreadContext, nowMs: number): Projection {
    const { projection: from, policy, settled } = context
    const known = this.#lists.get(context)
    const isSame = known?.from === from && known.policy === policy && known.settled === settled
    if (known && isSame && nowMs - known.atMs < HOLDS_MS) return known.projection
    const projection = nextProjection(context, nowMs)
    this.#lists.set(context, { from, policy, settled, atMs: nowMs, projection })
    return projection
  }
}
