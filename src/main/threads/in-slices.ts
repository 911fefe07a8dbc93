import { setImmediate } from 'node:timers/promises'
import type { Steps } from '../compaction/steps.ts'

/** Longest stretch of work between two looks at what else waits, in milliseconds; a single step may exceed it. */
export const SLICE_MS = 6

/**
 * Does long work without holding up the thread it runs in: after every slice requests and timers get their turn.
 * Rejects with the signal's reason when it fires, else with what the work throws.
 */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted()
    const until = performance.now() + SLICE_MS
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (performance.now() < until)
    await setImmediate()
  }
}
