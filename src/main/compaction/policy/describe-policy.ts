import type { Policy } from '../../../shared/compact/policy.ts'
import { effectiveWindow, keepTokensOf, triggerTokensOf } from './thresholds.ts'

/** Numbers of the live line "200k window: compacts at 150k, keeps about 20k". All in tokens. */
export interface PolicyNumbers {
  /** Null = never fires by itself. */
  readonly triggerTokens: number | null
  /** Null = counted in turns or messages. */
  readonly keepTokens: number | null
  /** Null = unknown, and nothing is assumed instead. */
  readonly windowTokens: number | null
}

/** What a policy means for a window; `windowTokens` null = unknown (C-03). */
export function describePolicy(policy: Policy, windowTokens: number | null): PolicyNumbers {
  return {
    triggerTokens: triggerTokensOf(policy, windowTokens),
    keepTokens: keepTokensOf(policy, windowTokens),
    windowTokens: effectiveWindow(policy, windowTokens),
  }
}
