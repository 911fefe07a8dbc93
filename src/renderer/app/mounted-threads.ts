import { useEffect, useState } from 'react'
import type { Tabs } from './tabs.ts'

/** Threads that keep a mounted transcript: the active one and the two shown before it. */
export const MOST_MOUNTED = 3

/** Moves the active thread to the front and forgets the oldest. */
export function keepMounted(
  mounted: readonly string[],
  open: readonly string[],
  active: string | null,
): readonly string[] {
  const order = active === null ? mounted : [active, ...mounted.filter((thread) => thread !== active)]
  return order.filter((thread) => open.includes(thread)).slice(0, MOST_MOUNTED)
}

/** Which threads to mount. A tab that was never shown is not read (screens.md section 2). */
export function useMountedThreads(tabs: Tabs, active: string | null): readonly string[] {
  const [mounted, setMounted] = useState<readonly string[]>(active === null ? [] : [active])
  const open = tabs.tabs.map((tab) => tab.thread)
  const next = keepMounted(mounted, open, active)
  const isSame = next.length === mounted.length && next.every((thread, at) => thread === mounted[at])
  useEffect(() => {
    if (!isSame) setMounted(next)
  })
  // In the order of their names, so that React never moves a mounted list.
  return next.toSorted()
}
