import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ExportScope } from '../../shared/ipc/export.ts'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import { Frame } from '../frame/frame.tsx'
import { ThreadView } from '../thread/thread-view.tsx'
import type { ListPosition } from '../ui/virtual-list.tsx'
import { CommandsContext, createCommandBus, useCommand } from './commands.ts'
import { useMountedThreads } from './mounted-threads.ts'
import { type OpenedHit, useSlots } from './slots.ts'
import { openTab, rememberPosition, unifyTab } from './tabs.ts'
import { useApplied } from './use-applied.ts'
import {
  changeTabs,
  shownThread,
  useWorkbench,
  useWorkbenchStore,
  type Workbench,
  WorkbenchContext,
  type WorkbenchStore,
} from './workbench.ts'

/** The whole window: frame, threads, settings. */
export function App({ workbench }: { readonly workbench: WorkbenchStore }) {
  const commands = useMemo(createCommandBus, [])
  return (
    <CommandsContext value={commands}>
      <WorkbenchContext value={workbench}>
        <Frame>
          <OpenThreads />
          <SearchSlot />
        </Frame>
        <SettingsSlot />
        <ExportSlot />
        <ImportSlot />
      </WorkbenchContext>
    </CommandsContext>
  )
}

/** The active thread and the two before it stay mounted; others open again where they were left. */
function OpenThreads() {
  const store = useWorkbenchStore()
  const tabs = useWorkbench((state) => state.tabs)
  const active = tabs.tabs[tabs.active]?.thread ?? null
  const shown = useWorkbench(shownThread)
  const mounted = useMountedThreads(tabs, active)
  const openThread = useCallback(
    (thread: string) => changeTabs(store, (state) => openTab(state, thread)),
    [store],
  )
  return mounted.map((thread) => (
    <OneThread key={thread} thread={thread} isActive={thread === shown} onOpenThread={openThread} />
  ))
}

const POSITION_AFTER_MS = 200
/** Longer than opening a copy and the motion (`--d-settle`) take together. */
const SETTLED_AFTER_MS = 2500

interface OneThreadProps {
  readonly thread: string
  readonly isActive: boolean
  readonly onOpenThread: (thread: string) => void
}

function OneThread({ thread, isActive, onOpenThread }: OneThreadProps) {
  const store = useWorkbenchStore()
  const [start] = useState<ListPosition>(
    () => store.getState().tabs.tabs.find((tab) => tab.thread === thread)?.position ?? null,
  )
  const onApplied = useApplied()
  const isFresh = useWorkbench((state) => state.fresh === thread)
  useEffect(() => {
    if (!isFresh) return
    const settled = setTimeout(() => store.setState({ fresh: null }), SETTLED_AFTER_MS)
    return () => clearTimeout(settled)
  }, [isFresh, store])
  // Written a moment after scrolling stops: the frame need not render along with every step of the wheel.
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const onPosition = useCallback(
    (position: ListPosition) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(
        () => changeTabs(store, (state) => rememberPosition(state, thread, position)),
        POSITION_AFTER_MS,
      )
    },
    [store, thread],
  )
  const onOpened = useCallback(
    (opened: OpenedThread) => {
      store.setState((state) => ({ opened: new Map(state.opened).set(thread, opened) }))
      const canonical = opened.canonicalThread
      if (canonical !== undefined) changeTabs(store, (state) => unifyTab(state, thread, canonical))
    },
    [store, thread],
  )
  const onFailed = useCallback(
    () =>
      store.setState((state) => {
        // What was known of it before is not true any more.
        const opened = new Map(state.opened)
        opened.delete(thread)
        return { opened }
      }),
    [store, thread],
  )
  const jump = useWorkbench((state) => (state.jump?.thread === thread ? state.jump : null))
  const onJumped = useCallback(() => store.setState({ jump: null }), [store])
  const dock = useWorkbench((state) => state.dock ?? null)
  const onDock = useCallback((panel: Workbench['dock']) => store.setState({ dock: panel ?? null }), [store])
  const onRuntime = useCallback(
    (isPresent: boolean) =>
      store.setState((state) => {
        const running = new Set(state.running)
        if (isPresent) running.add(thread)
        else running.delete(thread)
        return { running }
      }),
    [store, thread],
  )
  return (
    // Kept laid out while away: a list without a size would lose its place.
    <main
      className={`thread ${isActive ? '' : 'is-away'} ${isFresh ? 'is-fresh' : ''}`}
      inert={!isActive}
      data-region
    >
      <ThreadView
        thread={thread}
        isActive={isActive}
        start={start}
        onPosition={onPosition}
        onOpened={onOpened}
        onFailed={onFailed}
        onOpenThread={onOpenThread}
        onApplied={onApplied}
        dock={isActive ? dock : null}
        onDock={onDock}
        onRuntime={onRuntime}
        jump={jump}
        onJumped={onJumped}
      />
    </main>
  )
}

/** The export dialog, for one thread or for everything below a folder. */
function ExportSlot() {
  const { ExportDialog } = useSlots()
  const [scope, setScope] = useState<ExportScope | null>(null)
  const [name, setName] = useState<string | null>(null)
  const isThere = ExportDialog !== undefined
  const exportThread = useCallback((thread: string | null) => {
    if (thread !== null) setScope({ kind: 'threads', threads: [thread] })
  }, [])
  const exportFolder = useCallback(
    (folder: string | null) => setScope({ kind: 'folder', folder: folder ?? '' }),
    [],
  )
  const exportCheckpoint = useCallback((checkpoint: string | null) => {
    if (checkpoint === null) return
    // Safe: the thread's own panel and divider run this command, with these three words.
    const { thread, id, title } = JSON.parse(checkpoint) as Record<'thread' | 'id' | 'title', string>
    setName(title)
    setScope({ kind: 'checkpoint', thread, id })
  }, [])
  useCommand('export-checkpoint', exportCheckpoint, isThere)
  useCommand('export-thread', exportThread, isThere)
  useCommand('export-folder', exportFolder, isThere)
  if (ExportDialog === undefined || scope === null) return null
  return (
    <Suspense>
      <ExportDialog
        scope={scope}
        name={scope.kind === 'checkpoint' ? name : null}
        onClose={() => setScope(null)}
      />
    </Suspense>
  )
}

/** Search keeps its words and results while a thread is in front of it. */
function SearchSlot() {
  const { SearchView } = useSlots()
  const store = useWorkbenchStore()
  const search = useWorkbench((state) => state.search)
  const [focusKey, setFocusKey] = useState(0)
  const show = useCallback(() => {
    store.setState({ search: 'shown' })
    setFocusKey((key) => key + 1)
  }, [store])
  useCommand('search', show, SearchView !== undefined)
  const openHit = useCallback(
    (hit: OpenedHit) => {
      store.setState({ jump: hit })
      changeTabs(store, (state) => openTab(state, hit.thread))
    },
    [store],
  )
  if (SearchView === undefined || search === undefined) return null
  const isShown = search === 'shown'
  return (
    <main className={`thread ${isShown ? '' : 'is-away'}`} inert={!isShown} data-region>
      <Suspense>
        <SearchView focusKey={focusKey} onOpenHit={openHit} />
      </Suspense>
    </main>
  )
}

function ImportSlot() {
  const { ImportDialog } = useSlots()
  const [isOpen, setIsOpen] = useState(false)
  const [dropped, setDropped] = useState<readonly string[] | null>(null)
  const show = useCallback((paths: string | null) => {
    // Safe: with an argument the command comes from main, which sends a list of paths.
    setDropped(paths === null ? null : (JSON.parse(paths) as readonly string[]))
    setIsOpen(true)
  }, [])
  useCommand('import-threads', show, ImportDialog !== undefined)
  if (ImportDialog === undefined || !isOpen) return null
  return (
    <Suspense>
      <ImportDialog dropped={dropped} onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}

function SettingsSlot() {
  const { SettingsDialog } = useSlots()
  const [open, setOpen] = useState<{ readonly section: string | null } | null>(null)
  const show = useCallback((section: string | null) => setOpen({ section }), [])
  const thread = useWorkbench((state) => state.tabs.tabs[state.tabs.active]?.thread ?? null)
  useCommand('settings', show, SettingsDialog !== undefined)
  if (SettingsDialog === undefined || open === null) return null
  return (
    <Suspense>
      <SettingsDialog
        open
        onOpenChange={(isOpen) => {
          if (!isOpen) setOpen(null)
        }}
        thread={thread}
        {...(open.section === null ? {} : { section: open.section })}
      />
    </Suspense>
  )
}
