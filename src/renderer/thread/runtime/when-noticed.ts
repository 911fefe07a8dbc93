import { type RuntimeState, shownNotice } from './runtime-state.ts'
import type { RuntimeStore } from './runtime-store.ts'

/** Runs `run` once when another compaction is told at the end of the conversation; never after `asked` has ended. */
export function whenNoticed(
  runtime: Pick<RuntimeStore, 'getState' | 'subscribe'>,
  asked: Promise<unknown>,
  run: () => void,
): void {
  const noticeOf = (state: RuntimeState) => shownNotice(state)?.id ?? null
  const before = noticeOf(runtime.getState())
  const stop = runtime.subscribe((state) => {
    const now = noticeOf(state)
    if (now === null || now === before) return
    stop()
    run()
  })
  asked.then(stop, stop)
}
