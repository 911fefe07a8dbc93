import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, type ErrorCode } from '../../shared/ipc/errors.ts'

/** Limits of the retries of one call. All times in milliseconds. */
export interface RetryPolicy {
  /** Tries in all, the first one included. */
  readonly attempts: number
  /** Wait before the second try, doubled each time. */
  readonly baseMs: number
  /** Longest wait of our own choice. */
  readonly maxMs: number
  /** Longest wait that a provider may ask for; beyond it the error is shown with its time. */
  readonly maxAskedMs: number
}

export const RETRY_POLICY: RetryPolicy = { attempts: 4, baseMs: 1_000, maxMs: 20_000, maxAskedMs: 60_000 }

export interface RetryOptions {
  readonly policy: RetryPolicy
  readonly signal: AbortSignal
  /** From 0 to below 1. */
  readonly random: () => number
  /** Told before each wait. */
  readonly onRetry: (afterMs: number, code: ErrorCode) => void
  /** Waits, or rejects when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A server that answers with nothing is asked once more, not three times (B-42). */
const MAX_CUT_RETRIES = 1

/** Failures that may pass by themselves. Everything else is told at once. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['rate-limit', 'overload', 'network', 'stream-cut'])

/**
 * Runs a call and repeats it when its failure may pass: rate limit, overload, network, a stream that broke
 * before its first character. Never after the first character, since what a person has read would be written
 * twice. Honours `retryAfterMs`, else backs off with jitter. Rejects with the last failure, or `cancelled`.
 *
 * `run` gets a function to call at its first character.
 */
export async function withRetry<T>(
  run: (begin: () => void) => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  const { policy, signal } = options
  const wait = options.wait ?? abortableWait
  let hasBegun = false
  let last: AppError | null = null
  let cuts = 0
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(() => {
        hasBegun = true
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Azure answers its own throttled client with 401: no proof of a bad key right after a rate limit.
      const failure: AppError = last?.code === 'rate-limit' && error.code === 'auth' ? last : error
      last = failure
      if (failure.code === 'stream-cut') cuts += 1
      const delayMs =
        hasBegun || attempt >= policy.attempts || cuts > MAX_CUT_RETRIES
          ? null
          : retryDelayMs(failure, attempt, options)
      if (delayMs === null) throw failure
      options.onRetry(delayMs, failure.code)
      await wait(delayMs, signal)
    }
  }
}

/** How long to wait before trying again; null = do not. */
function retryDelayMs(failure: AppError, attempt: number, options: RetryOptions): number | null {
  const { policy, random } = options
  if (!PASSING.has(failure.code) || failure.params.retry === 'no') return null
  const asked = failure.params.retryAfterMs
  if (typeof asked === 'number') return asked > policy.maxAskedMs ? null : asked + Math.round(random() * 250)
  const full = Math.min(policy.maxMs, policy.baseMs * 2 ** (attempt - 1))
  // Half fixed, half random: never at once, never all together.
  return Math.round(full / 2 + (random() * full) / 2)
}

async function abortableWait(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    throw new AppError('cancelled', 'Stopped.')
  }
}
