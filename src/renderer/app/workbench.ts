import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import type { Workspace } from '../../shared/ipc/workspace.ts'
import type { Client } from '../bridge/client.ts'
import type { OpenedHit } from './slots.ts'
import type { Tabs } from './tabs.ts'

/** What the frame knows: the folder, the tabs, and facts of threads that are open. */
export interface Workbench {
  readonly workspace: Workspace | null
  readonly tabs: Tabs
  readonly opened: ReadonlyMap<string, OpenedThread>
  /** A copy that was just written; its checkpoint settles into place once. */
  readonly fresh?: string | null
  /** The panel at the right of the threads; absent or null = none. */
  readonly dock?: 'context' | 'checkpoints' | 'pins' | 'activity' | null
  /** The search tab: absent = closed, `hidden` = a thread is in front of it. */
  readonly search?: 'shown' | 'hidden'
  /** A message a thread is to show, with the words to find in it; taken once. */
  readonly jump?: OpenedHit | null
  /** Threads whose meter stands beside their composer. */
  readonly running?: ReadonlySet<string>
}

export type WorkbenchStore = StoreApi<Workbench>

const SAVE_AFTER_MS = 300

/** Reads folder and tabs from main and keeps the tabs saved there. `flush` saves at once. */
export async function loadWorkbench(client: Client): Promise<{ store: WorkbenchStore; flush: () => void }> {
  const [workspace, tabs] = await Promise.all([client.request('workspace.get'), client.request('tabs.get')])
  const store = createStore<Workbench>(() => ({
    workspace,
    tabs: { ...tabs, closed: [] },
    opened: new Map(),
  }))
  let timer: ReturnType<typeof setTimeout> | null = null
  function flush() {
    if (timer === null) return
    clearTimeout(timer)
    timer = null
    const { tabs: all, active } = store.getState().tabs
    const plain = all.map(({ thread, isPinned, position }) => ({ thread, isPinned, position }))
    // A lost save costs a reading position, nothing that a person could mend; the next change saves again.
    client.request('tabs.save', { tabs: plain, active }).catch(() => undefined)
  }
  store.subscribe((state, before) => {
    if (state.tabs === before.tabs) return
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(flush, SAVE_AFTER_MS)
  })
  return { store, flush }
}

export const WorkbenchContext = createContext<WorkbenchStore | null>(null)

/** The workbench's store, for changing it. */
export function useWorkbenchStore(): WorkbenchStore {
  const store = useContext(WorkbenchContext)
  if (store === null) throw new Error('useWorkbenchStore outside the app')
  return store
}

/** One slice of the workbench. */
export function useWorkbench<T>(select: (state: Workbench) => T): T {
  return useStore(useWorkbenchStore(), select)
}

/** Changes the tabs by one of the functions of `tabs.ts`. Whoever turns to a thread leaves Search for it. */
export function changeTabs(store: WorkbenchStore, change: (tabs: Tabs) => Tabs): void {
  store.setState((state) => {
    const tabs = change(state.tabs)
    const isTurn =
      tabs !== state.tabs && (tabs.tabs === state.tabs.tabs || activeOf(tabs) !== activeOf(state.tabs))
    return { tabs, ...(isTurn && state.search === 'shown' ? { search: 'hidden' as const } : {}) }
  })
}

function activeOf({ tabs, active }: Tabs): string | null {
  return tabs[active]?.thread ?? null
}

/** The thread that is looked at; null = the welcome page or Search. */
export function shownThread({ search, tabs }: Workbench): string | null {
  return search === 'shown' ? null : activeOf(tabs)
}

/** Puts the search tab away. */
export function closeSearch(store: WorkbenchStore): void {
  const { search: _, ...rest } = store.getState()
  store.setState(rest, true)
}
