import { useMemo } from 'react'
import type { MessageMark } from '../../../shared/ipc/turn.ts'
import { useAct, useRuntime } from '../runtime/runtime-context.ts'

export interface RowCommands {
  readonly toggle: (index: number, kind: MessageMark) => void
  /** A new thread with everything up to and with this message. */
  readonly fork: (index: number) => void
}

/** What the menu and the keys P, X, S and F do; nothing in a thread without a runtime. */
export function useRowCommands(): RowCommands {
  const access = useRuntime()
  const act = useAct()
  return useMemo<RowCommands>(
    () => ({
      toggle(index, kind) {
        if (access === null) return
        const { runtime } = access
        const isOn = runtime.getState().marks.some((mark) => mark.index === index && mark.kind === kind)
        act(runtime.mark(index, kind, !isOn))
      },
      fork(index) {
        if (access === null) return
        const { runtime, places } = access
        act(runtime.fork(index + 1, null).then(({ thread }) => places.openThread(thread)))
      },
    }),
    [access, act],
  )
}
