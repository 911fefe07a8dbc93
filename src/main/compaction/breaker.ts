import type { CompactionKind } from '../../shared/compact/event.ts'
import type { Policy } from '../../shared/compact/policy.ts'

/** Keeps automatic summaries from failing for ever (S-081, C-08). One for the whole program; a plain value. */
export interface BreakerState {
  readonly phase: 'closed' | 'open' | 'half-open'
  /** In a row. */
  readonly failures: number
  /** While open: when one trial may run, in milliseconds since 1970; null = not before a success or a reset. */
  readonly retryAtMs: number | null
}

/** `trial-started`: an automatic run begins while the breaker is open. `abandoned`: it ended without a verdict. */
export type BreakerEvent =
  | { readonly kind: 'failed'; readonly atMs: number }
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'trial-started' }
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'reset' }

/** No failure so far. */
export const CLOSED_BREAKER: BreakerState = { phase: 'closed', failures: 0, retryAtMs: null }

/**
 * The breaker after an event. It opens after `maxFailures` failures in a row, 0 = never. Each further failure
 * multiplies the pause: `baseMs`, then times `factor`, up to `maxMs` (S-082); `baseMs` 0 = it stays open
 * until a success or a reset. Failures of manual and forced runs count as well.
 */
export function reduceBreaker(
  state: BreakerState,
  event: BreakerEvent,
  settings: Policy['breaker'],
): BreakerState {
  switch (event.kind) {
    case 'succeeded':
    case 'reset':
      return CLOSED_BREAKER
    case 'trial-started':
      return state.phase === 'open' ? { ...state, phase: 'half-open' } : state
    case 'abandoned':
      // Its pause is over already, so that the next run may be the trial.
      return state.phase === 'half-open' ? { ...state, phase: 'open' } : state
    case 'failed': {
      const failures = state.failures + 1
      if (settings.maxFailures === 0 || failures < settings.maxFailures) {
        return { phase: 'closed', failures, retryAtMs: null }
      }
      const pauseMs = cooldownMs(settings, failures - settings.maxFailures)
      return { phase: 'open', failures, retryAtMs: pauseMs === 0 ? null : event.atMs + pauseMs }
    }
  }
}

/**
 * May a run of this kind start? Manual ones always (C-08). Forced ones after an overflow pass as well; that there
 * is one per user request is counted by who forces (C-09, S-083). Automatic ones while closed, and as the one
 * trial once the pause is over.
 */
export function mayRun(state: BreakerState, kind: CompactionKind, nowMs: number): boolean {
  if (kind !== 'automatic' || state.phase === 'closed') return true
  return state.phase === 'open' && state.retryAtMs !== null && nowMs >= state.retryAtMs
}

function cooldownMs(settings: Policy['breaker'], repeats: number): number {
  const pauseMs = settings.baseMs * settings.factor ** repeats
  // A long row of failures passes every number: Infinity is held by the maximum too.
  return Math.round(Math.min(pauseMs, Math.max(settings.maxMs, settings.baseMs)))
}
