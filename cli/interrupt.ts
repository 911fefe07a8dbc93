/** A terminal sends Ctrl-C to every process of a command, and the starter passes it on: one press may come twice. */
const SAME_PRESS_MS = 500

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * A signal that fires at Ctrl-C or SIGTERM, so that running work stops in order. A second Ctrl-C ends the program
 * at once. Call `release` when the work is done.
 */
export function watchInterrupt(): { readonly signal: AbortSignal; release(): void } {
  const stop = new AbortController()
  let firstMs = 0
  const onSignal = (): void => {
    if (stop.signal.aborted && performance.now() - firstMs > SAME_PRESS_MS) process.exit(130)
    if (!stop.signal.aborted) firstMs = performance.now()
    stop.abort()
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return {
    signal: stop.signal,
    release() {
      for (const name of SIGNALS) process.off(name, onSignal)
    },
  }
}
