import type { ChosenWindow } from './model-window.ts'
import { requestLimitOf } from './policy/thresholds.ts'

/** What a finished compaction comes to, measured again on the new request (S-084). */
export type ResultVerdict =
  /** `isAboveTrigger`: it is applied, and automatic runs rest (`isResting`). */
  | { readonly kind: 'apply'; readonly isAboveTrigger: boolean }
  /** Nothing, or too little, was won: nothing is applied (I5). */
  | { readonly kind: 'no-gain' }
  /** It still does not fit the window: nothing more is tried (S-085, S-089, C-10). */
  | {
      readonly kind: 'needs-new-thread'
      readonly stage: 'post_check'
      readonly tokens: number
      readonly limit: number
    }

/** A measured result. Both sizes are full estimates of one estimator, so that they can be compared. */
export interface MeasuredResult {
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly triggerTokens: number | null
  readonly window: ChosenWindow
  readonly minGainRatio: number
}

/**
 * Judges a compaction by its measured result. A small gain still counts where it makes an oversized request fit.
 * An assumed window refuses nothing: only a known one says that a request cannot be sent.
 */
export function judgeResult(result: MeasuredResult): ResultVerdict {
  const { tokensBefore, tokensAfter, triggerTokens, minGainRatio } = result
  const limit = knownLimit(result.window)
  if (limit !== null && tokensAfter > limit) {
    return { kind: 'needs-new-thread', stage: 'post_check', tokens: tokensAfter, limit }
  }
  const makesItFit = limit !== null && tokensBefore > limit
  if (!isWorthIt(tokensBefore, tokensAfter, makesItFit ? 0 : minGainRatio)) return { kind: 'no-gain' }
  return { kind: 'apply', isAboveTrigger: triggerTokens !== null && tokensAfter >= triggerTokens }
}

/** Less than before, and by at least this share of it. */
export function isWorthIt(tokensBefore: number, tokensAfter: number, minGainRatio: number): boolean {
  return tokensAfter < tokensBefore && tokensBefore - tokensAfter >= tokensBefore * minGainRatio
}

/** Most tokens a request may have; null where the window is unknown or assumed. */
export function knownLimit(window: ChosenWindow): number | null {
  return window.source === 'assumed' ? null : requestLimitOf(window.tokens)
}
