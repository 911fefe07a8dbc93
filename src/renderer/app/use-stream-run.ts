import { useCallback, useEffect, useRef } from 'react'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'

/** How a run of a dialog ends; one that was stopped ends with the code `cancelled`. */
export type RunEnding =
  | { readonly kind: 'settled' }
  | { readonly kind: 'broken-off'; readonly error: ErrorValue }

/**
 * One run of a dialog at a time: a question to the person, then a stream. Leaving the dialog stops it, also while
 * the question stands; a second one is refused until the first has ended.
 */
export function useStreamRun(onEnd: (ending: RunEnding) => void) {
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = useCallback(
    async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
      if (running.current !== null) return
      const control = new AbortController()
      running.current = control
      try {
        await work(control.signal)
        onEnd({ kind: 'settled' })
      } catch (error) {
        onEnd({ kind: 'broken-off', error: toErrorValue(error) })
      } finally {
        running.current = null
      }
    },
    [onEnd],
  )
  const stop = useCallback(() => running.current?.abort(), [])
  return { run, stop }
}
