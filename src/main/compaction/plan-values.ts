import type { CompactionKind, SkipReason } from '../../shared/compact/event.ts'
import type { Keep, Policy } from '../../shared/compact/policy.ts'
import type { BreakerState } from './breaker.ts'
import type { ChosenWindow } from './model-window.ts'
import type { Room } from './policy/room.ts'
import type { Projection } from './projection/projected-message.ts'
import type { RunMemory, ThreadMoment } from './run-memory.ts'
import type { Pressure } from './tokens/pressure.ts'

/** Where a projection is cut. `index` = the first kept fact; `moved` = messages the snap moved it by. */
export type Cut =
  | { readonly kind: 'cut'; readonly index: number; readonly keptTokens: number; readonly moved: number }
  | { readonly kind: 'nothing'; readonly reason: string }

/** The one boundary function, as planning needs it. */
export type FindCut = (
  projection: Projection,
  keep: Keep,
  context: { readonly triggerTokens: number | null; readonly windowTokens: number | null },
) => Cut

/** Everything a decision is made of. Nothing else is looked at. */
export interface PlanInput {
  readonly kind: Exclude<CompactionKind, 'wizard'>
  readonly policy: Policy
  readonly window: ChosenWindow
  readonly projection: Projection
  readonly pressure: Pressure
  /** System prompt and tools. */
  readonly fixedTokens: number
  readonly now: ThreadMoment & { readonly ms: number }
  /** Last run of this thread; null = none. */
  readonly memory: RunMemory | null
  readonly breaker: BreakerState
  /** The reductions that wait for pressure have run in this check (S-109). */
  readonly hasReduced: boolean
  /** A call of the newest message has no result yet (B-03). */
  readonly areToolsRunning: boolean
  readonly isCompacting: boolean
  /** The forced attempt of this user request is used up (C-09). */
  readonly isForcedUsed: boolean
  /** First message of a recent segment that a person wants summarized; null = everything before the cut (S-037). */
  readonly segmentFrom: number | null
  readonly findCut: FindCut
}

/** Sizes before and after, in tokens of the full estimate; restored files come on top of `tokensAfter`. */
export interface Expectation {
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly foldedTokens: number
  readonly foldedMessages: number
}

/** What a compaction would do, and why. Carrying it out is the compactor's job. */
export type CompactionPlan =
  /** `fitsWindow` false: the request must not be sent as it is (S-080). */
  | { readonly kind: 'skip'; readonly reason: SkipReason; readonly fitsWindow: boolean }
  /** The trigger is reached: the reductions under pressure come first, then the check is made again. */
  | { readonly kind: 'reduce' }
  | {
      readonly kind: 'summarize'
      readonly cut: Extract<Cut, { readonly kind: 'cut' }>
      /** `prefix` = all before the cut; `segment` = from `fromIndex` up to the cut (S-037). */
      readonly direction:
        | { readonly kind: 'prefix' }
        | { readonly kind: 'segment'; readonly fromIndex: number }
      readonly strategy: Policy['strategy']
      readonly room: Room
      readonly expected: Expectation
      /** An overflow's one attempt. */
      readonly isForced: boolean
      /** Mode `ask`: a person is asked first. */
      readonly needsConsent: boolean
    }
  | {
      readonly kind: 'needs-new-thread'
      readonly stage: 'post_check' | 'second_overflow'
      readonly tokens: number
      readonly limit: number
    }
