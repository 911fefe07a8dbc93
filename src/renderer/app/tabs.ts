import type { Tab, TabState } from '../../shared/ipc/workspace.ts'

/** Tabs of the window plus what "reopen closed" can bring back, newest last. */
export interface Tabs extends TabState {
  readonly closed: readonly Tab[]
}

const MOST_CLOSED = 20

function activeThread(state: Tabs): string | null {
  return state.tabs[state.active]?.thread ?? null
}

function withTabs(state: Tabs, tabs: readonly Tab[], active: string | null): Tabs {
  return { ...state, tabs, active: active === null ? -1 : tabs.findIndex((tab) => tab.thread === active) }
}

/** Opens a thread in a tab of its own, or goes to the tab it has. New tabs stand right of the active one. */
export function openTab(state: Tabs, thread: string): Tabs {
  if (state.tabs.some((tab) => tab.thread === thread)) return withTabs(state, state.tabs, thread)
  const pinned = state.tabs.filter((tab) => tab.isPinned).length
  const at = Math.max(pinned, state.active + 1)
  const tab: Tab = { thread, isPinned: false, position: null }
  return withTabs(state, state.tabs.toSpliced(at, 0, tab), thread)
}

/** Closes one tab; its right neighbour, else its left one, becomes active. */
export function closeTab(state: Tabs, thread: string): Tabs {
  const at = state.tabs.findIndex((tab) => tab.thread === thread)
  const tab = state.tabs[at]
  if (tab === undefined) return state
  const tabs = state.tabs.toSpliced(at, 1)
  const wasActive = at === state.active
  const next = wasActive ? (tabs[at] ?? tabs[at - 1])?.thread : activeThread(state)
  return {
    ...withTabs(state, tabs, next ?? null),
    closed: [...state.closed.filter((other) => other.thread !== thread), tab].slice(-MOST_CLOSED),
  }
}

/** Closes all tabs but this one and the pinned ones. */
export function closeOthers(state: Tabs, thread: string): Tabs {
  return state.tabs
    .filter((tab) => tab.thread !== thread && !tab.isPinned)
    .reduce((next, tab) => closeTab(next, tab.thread), withTabs(state, state.tabs, thread))
}

/** Brings back the tab that was closed last. */
export function reopenTab(state: Tabs): Tabs {
  const tab = state.closed.at(-1)
  if (tab === undefined) return state
  const opened = openTab({ ...state, closed: state.closed.slice(0, -1) }, tab.thread)
  return {
    ...opened,
    tabs: opened.tabs.map((other) =>
      other.thread === tab.thread ? { ...other, position: tab.position } : other,
    ),
  }
}

/** The tab to the right or left of the active one, round the ends; from the welcome, behind all of them, likewise. */
export function stepTab(state: Tabs, by: 1 | -1): Tabs {
  const count = state.tabs.length
  if (count === 0) return state
  const from = state.active < 0 && by === -1 ? count : state.active
  return activateTab(state, (from + by + count) % count)
}

/** Moves a tab to another place. Pinned tabs stay left of the others. */
export function moveTab(state: Tabs, thread: string, to: number): Tabs {
  const from = state.tabs.findIndex((tab) => tab.thread === thread)
  const tab = state.tabs[from]
  if (tab === undefined) return state
  const pinned = state.tabs.filter((other) => other.isPinned).length
  const low = tab.isPinned ? 0 : pinned
  const high = tab.isPinned ? pinned - 1 : state.tabs.length - 1
  const at = Math.min(high, Math.max(low, to))
  const tabs = state.tabs.toSpliced(from, 1).toSpliced(at, 0, tab)
  return withTabs(state, tabs, activeThread(state))
}

/** Pins or unpins; the tab moves to the border between pinned and other tabs. */
export function togglePin(state: Tabs, thread: string): Tabs {
  const tab = state.tabs.find((other) => other.thread === thread)
  if (tab === undefined) return state
  const rest = state.tabs.filter((other) => other.thread !== thread)
  const at = rest.filter((other) => other.isPinned).length
  const tabs = rest.toSpliced(at, 0, { ...tab, isPinned: !tab.isPinned })
  return withTabs(state, tabs, activeThread(state))
}

/** Makes a tab active; -1 shows the welcome page. */
export function activateTab(state: Tabs, index: number): Tabs {
  return index >= -1 && index < state.tabs.length ? { ...state, active: index } : state
}

/** Remembers where the reader is in a thread; null = at the end. */
export function rememberPosition(state: Tabs, thread: string, position: Tab['position']): Tabs {
  return {
    ...state,
    tabs: state.tabs.map((tab) => (tab.thread === thread ? { ...tab, position } : tab)),
  }
}

/** Shows a tab's thread under the id it truly has; a tab that has it already is shown in its place. */
export function unifyTab(state: Tabs, thread: string, canonical: string): Tabs {
  if (thread === canonical || !state.tabs.some((tab) => tab.thread === thread)) return state
  const active = activeThread(state)
  const isDouble = state.tabs.some((tab) => tab.thread === canonical)
  const tabs = isDouble
    ? state.tabs.filter((tab) => tab.thread !== thread)
    : state.tabs.map((tab) => (tab.thread === thread ? { ...tab, thread: canonical } : tab))
  return withTabs(state, tabs, active === thread ? canonical : active)
}

/** The same tabs after a folder was opened: files inside it go on under their ids in it, other absolute ones stay. */
export function enterRoot(state: Tabs, root: string): Tabs {
  const separator = root.includes('\\') ? '\\' : '/'
  const start = root.endsWith(separator) ? root : root + separator
  const inside = state.tabs.flatMap(({ thread }) => {
    return thread.startsWith(start)
      ? [[thread, thread.slice(start.length).replaceAll('\\', '/')] as const]
      : []
  })
  return inside.reduce((tabs, [thread, id]) => unifyTab(tabs, thread, id), state)
}

/** True for the path itself, a conversation in that file (`PATH?thread=KEY`), and what lies in that folder. */
function isAtOrBelow(thread: string, path: string): boolean {
  return thread === path || thread.startsWith(`${path}/`) || thread.startsWith(`${path}?thread=`)
}

/** Follows a rename or move of a thread or of a folder above it. */
export function followRename(state: Tabs, from: string, to: string): Tabs {
  const follow = (tab: Tab): Tab =>
    isAtOrBelow(tab.thread, from) ? { ...tab, thread: to + tab.thread.slice(from.length) } : tab
  return { ...state, tabs: state.tabs.map(follow), closed: state.closed.map(follow) }
}

/** Closes the tabs of a thread or folder that went away; they cannot be reopened. */
export function dropThread(state: Tabs, path: string): Tabs {
  const gone = state.tabs.filter((tab) => isAtOrBelow(tab.thread, path))
  const next = gone.reduce((before, tab) => closeTab(before, tab.thread), state)
  return { ...next, closed: next.closed.filter((tab) => !isAtOrBelow(tab.thread, path)) }
}
