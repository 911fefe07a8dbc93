import { AppError, type ErrorValue } from '../../shared/ipc/errors.ts'

/** A stop as the view is told of it. */
export const STOPPED: ErrorValue = { code: 'cancelled', message: 'Stopped.', details: null, params: {} }

/** The person pressed stop: an ending of its own, never an error. */
export function isStop(error: unknown): boolean {
  return (
    (error instanceof AppError && error.code === 'cancelled') ||
    (error instanceof Error && error.name === 'AbortError')
  )
}

/**
 * The work's outcome, or a rejection with `cancelled` at once when the signal aborts: Stop never waits for
 * work that does not listen. What such work does later is nobody's business any more.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new AppError('cancelled', 'Stopped.'))
    if (signal.aborted) {
      work.catch(() => undefined)
      stop()
      return
    }
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
