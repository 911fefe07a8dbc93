import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { TextPlace } from '../../shared/ipc/thread.ts'
import type { RowPart } from '../../shared/thread/row.ts'
import type { ThreadState, ThreadStore } from './thread-store.ts'

/** What rows may ask of the view around them. */
export interface ThreadActions {
  readonly store: ThreadStore
  readonly showText: (place: TextPlace, title: string) => void
  readonly showImage: (image: Extract<RowPart, { kind: 'image' }>) => void
  readonly showRaw: (index: number) => void
  /** The thread a copy was made from; `isFirst` = the one at the beginning of all copies. */
  readonly openSource: (name: string, isFirst: boolean) => void
}

export const ThreadContext = createContext<ThreadActions | null>(null)

export function useThread(): ThreadActions {
  const actions = useContext(ThreadContext)
  if (actions === null) throw new Error('useThread outside a thread view')
  return actions
}

/** One slice of the thread's state. */
export function useThreadState<T>(select: (state: ThreadState) => T): T {
  return useStore(useThread().store, select)
}
