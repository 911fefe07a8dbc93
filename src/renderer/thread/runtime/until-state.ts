import type { RuntimeState } from './runtime-state.ts'
import type { RuntimeStore } from './runtime-store.ts'
import { activeCheckpoint } from './strata.ts'

/** For a notice: it stays while `holds`, and leaves with the first state in which that is no longer so. */
export function untilState(
  runtime: RuntimeStore,
  holds: (state: RuntimeState) => boolean,
): (close: () => void) => () => void {
  return (close) => {
    if (!holds(runtime.getState())) queueMicrotask(close)
    return runtime.subscribe((state) => {
      if (!holds(state)) close()
    })
  }
}

/** True while this checkpoint is what the next request begins with. */
export function isActive(id: string): (state: RuntimeState) => boolean {
  return (state) => activeCheckpoint(state.checkpoints)?.id === id
}
