import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tab } from '../../shared/ipc/workspace.ts'
import { keysOf, useCommands } from '../app/commands.ts'
import { fileBeside } from '../app/file-beside.ts'
import { activateTab, closeOthers, closeTab, moveTab, reopenTab, togglePin } from '../app/tabs.ts'
import { changeTabs, closeSearch, useWorkbench, useWorkbenchStore } from '../app/workbench.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { BookOpen, MessageSquare, PanelLeft, Pin, Plus, Search, X } from '../ui/icons.ts'
import { ContextMenu, type MenuItem } from '../ui/menu.tsx'
import { FileName } from './file-name.tsx'
import { splitName } from './split-name.ts'
import { tabName } from './tab-name.ts'

const DRAG_TYPE = 'application/x-palimpsest-tab'

/** Open threads. Drag or Ctrl+Shift+arrows reorder, middle click closes. */
export function TabStrip({ isSidebarOpen }: { readonly isSidebarOpen: boolean }) {
  const { t } = useTranslation('frame')
  const commands = useCommands()
  const store = useWorkbenchStore()
  const tabs = useWorkbench((state) => state.tabs)
  const strip = useRef<HTMLDivElement>(null)
  const search = useWorkbench((state) => state.search)
  const isSearch = search === 'shown'
  const isWelcome = tabs.active === -1 && !isSearch
  const keys = keysOf('toggle-sidebar')

  // The active tab stays in view: when it changes, when tabs come or go, when the strip gets another width.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order decides where the active tab stands.
  useEffect(() => {
    const element = strip.current
    if (element === null) return
    const show = () =>
      element
        .querySelector(`[data-tab="${tabs.active}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    const observer = new ResizeObserver(show)
    observer.observe(element)
    return () => observer.disconnect()
  }, [tabs.active, tabs.tabs])

  // A tab that is closed by its key takes the focus along; the next one goes on from there.
  const [closings, setClosings] = useState(0)
  useEffect(() => {
    if (closings > 0) strip.current?.querySelector<HTMLElement>('[role="tab"][tabindex="0"]')?.focus()
  }, [closings])

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const active = tabs.tabs[tabs.active]
    if (step !== 0 && event.ctrlKey && event.shiftKey && active !== undefined)
      changeTabs(store, (state) => moveTab(state, active.thread, tabs.active + step))
    else if (step !== 0) {
      const to = Math.min(tabs.tabs.length - 1, Math.max(0, tabs.active + step))
      changeTabs(store, (state) => activateTab(state, to))
      strip.current?.querySelector<HTMLElement>(`[data-tab="${to}"] [role="tab"]`)?.focus()
    } else if (event.key === 'Delete' && active !== undefined && !isSearch) {
      changeTabs(store, (state) => closeTab(state, active.thread))
      setClosings((before) => before + 1)
    } else return
    event.preventDefault()
  }

  return (
    <header className="strip" data-region>
      {isSidebarOpen ? null : (
        <IconButton
          className="strip-button"
          label={t('sidebar.show')}
          icon={<PanelLeft size={16} strokeWidth={1.75} />}
          onClick={() => commands.run('toggle-sidebar')}
          {...(keys === undefined ? {} : { keys })}
        />
      )}
      <div
        ref={strip}
        className="tab-scroll"
        role="tablist"
        aria-label={t('tabs.label')}
        onKeyDown={onKeyDown}
        onWheel={(event) => {
          // A plain wheel turns up and down only.
          if (event.deltaX === 0 && !event.shiftKey) event.currentTarget.scrollLeft += event.deltaY
        }}
      >
        {tabs.tabs.map((tab, index) => (
          <TabButton key={tab.thread} tab={tab} index={index} isActive={index === tabs.active && !isSearch} />
        ))}
        {search === undefined ? null : <SearchTab isActive={isSearch} />}
        {isWelcome ? (
          <div className="tab is-active" data-tab={-1} role="presentation">
            <button type="button" role="tab" aria-selected tabIndex={0} className="tab-name">
              <BookOpen size={14} strokeWidth={2} aria-hidden="true" />
              {t('tabs.welcome')}
            </button>
          </div>
        ) : null}
      </div>
      {isWelcome ? null : (
        <IconButton
          className="strip-button"
          label={t('tabs.new')}
          icon={<Plus size={16} strokeWidth={1.75} />}
          onClick={() => changeTabs(store, (state) => activateTab(state, -1))}
        />
      )}
    </header>
  )
}

/** Search stands behind the threads; a click on its cross puts it away. */
function SearchTab({ isActive }: { readonly isActive: boolean }) {
  const { t } = useTranslation('search')
  const store = useWorkbenchStore()
  const close = () => closeSearch(store)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: middle click; Delete and the shortcut do the same.
    <div
      className={`tab ${isActive ? 'is-active' : ''}`}
      role="presentation"
      onAuxClick={(event) => {
        if (event.button === 1) close()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Delete') return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <button
        type="button"
        role="tab"
        className="tab-name"
        aria-selected={isActive}
        tabIndex={isActive ? 0 : -1}
        onClick={() => store.setState({ search: 'shown' })}
      >
        <Search size={14} strokeWidth={2} aria-hidden="true" />
        {t('title')}
      </button>
      <span className="tab-close" aria-hidden="true" title={t('close')} onClick={close}>
        <X size={14} strokeWidth={2} />
      </span>
    </div>
  )
}

interface TabButtonProps {
  readonly tab: Tab
  readonly index: number
  readonly isActive: boolean
}

function TabButton({ tab, index, isActive }: TabButtonProps) {
  const { t } = useTranslation('frame')
  const store = useWorkbenchStore()
  const hasClosed = useWorkbench((state) => state.tabs.closed.length > 0)
  const [isDropTarget, setIsDropTarget] = useState(false)
  const title = useWorkbench((state) => state.opened.get(tab.thread)?.title ?? '')
  const name = tabName(tab.thread, title)
  const file = fileBeside(tab.thread, title)
  const { head, tail } = splitName(name)
  const change = (work: Parameters<typeof changeTabs>[1]) => changeTabs(store, work)
  const closeKeys = keysOf('close-tab')
  const reopenKeys = keysOf('reopen-tab')
  const items: readonly MenuItem[] = [
    {
      kind: 'action',
      label: t(tab.isPinned ? 'tabs.unpin' : 'tabs.pin'),
      onSelect: () => change((state) => togglePin(state, tab.thread)),
    },
    {
      kind: 'action',
      label: t('tabs.moveLeft'),
      onSelect: () => change((state) => moveTab(state, tab.thread, index - 1)),
    },
    {
      kind: 'action',
      label: t('tabs.moveRight'),
      onSelect: () => change((state) => moveTab(state, tab.thread, index + 1)),
    },
    { kind: 'separator', id: 'close' },
    {
      kind: 'action',
      label: t('tabs.closeOne'),
      onSelect: () => change((state) => closeTab(state, tab.thread)),
      ...(closeKeys === undefined ? {} : { keys: closeKeys }),
    },
    {
      kind: 'action',
      label: t('tabs.closeOthers'),
      onSelect: () => change((state) => closeOthers(state, tab.thread)),
    },
    ...(hasClosed
      ? [
          {
            kind: 'action' as const,
            label: t('tabs.reopen'),
            onSelect: () => change(reopenTab),
            ...(reopenKeys === undefined ? {} : { keys: reopenKeys }),
          },
        ]
      : []),
  ]
  return (
    <ContextMenu items={items}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging and middle click; the menu and Ctrl+Shift+arrows do the same. */}
      <div
        className={`tab ${isActive ? 'is-active' : ''} ${isDropTarget ? 'is-drop' : ''}`}
        data-tab={index}
        role="presentation"
        draggable
        onAuxClick={(event) => {
          if (event.button === 1) change((state) => closeTab(state, tab.thread))
        }}
        onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, tab.thread)}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes(DRAG_TYPE)) return
          event.preventDefault()
          setIsDropTarget(true)
        }}
        onDragLeave={() => setIsDropTarget(false)}
        onDrop={(event) => {
          setIsDropTarget(false)
          const dragged = event.dataTransfer.getData(DRAG_TYPE)
          if (dragged !== '') change((state) => moveTab(state, dragged, index))
        }}
      >
        <button
          type="button"
          role="tab"
          className="tab-name"
          aria-selected={isActive}
          tabIndex={isActive ? 0 : -1}
          aria-label={tab.isPinned ? `${head}${tail}, ${t('tabs.pinned')}` : `${head}${tail}`}
          onClick={() => change((state) => activateTab(state, index))}
        >
          {tab.isPinned ? (
            <Pin size={14} strokeWidth={2} aria-hidden="true" />
          ) : (
            <MessageSquare size={14} strokeWidth={2} aria-hidden="true" />
          )}
          <FileName name={name} title={file === null ? name : `${title}\n${file}`} />
        </button>
        {tab.isPinned ? null : (
          // A tab list may hold tabs only: for the keyboard there are Delete, the menu and the shortcut.
          <span
            className="tab-close"
            aria-hidden="true"
            title={t('tabs.close', { name: head + tail })}
            onClick={() => change((state) => closeTab(state, tab.thread))}
          >
            <X size={14} strokeWidth={2} />
          </span>
        )}
      </div>
    </ContextMenu>
  )
}
