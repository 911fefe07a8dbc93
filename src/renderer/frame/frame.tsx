import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matchShortcut } from '../../shared/shortcuts.ts'
import { useClient } from '../app/client-context.ts'
import { type Command, isMacPlatform, useCommand, useCommands } from '../app/commands.ts'
import { useSettings } from '../app/settings-context.tsx'
import { activateTab, closeTab, openTab, reopenTab, stepTab } from '../app/tabs.ts'
import { useToasts } from '../app/toasts-context.ts'
import { changeTabs, closeSearch, useWorkbench, useWorkbenchStore } from '../app/workbench.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { LayerContext } from '../ui/layer-context.ts'
import { ToastRegion } from '../ui/toast.tsx'
import { focusNextRegion } from './regions.ts'
import { ResizeHandle } from './resize-handle.tsx'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { Sidebar } from './sidebar.tsx'
import { StatusBar } from './status-bar.tsx'
import { TabStrip } from './tab-strip.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useNotices } from './use-notices.ts'
import { Welcome } from './welcome.tsx'
import { useWorkspaceActions } from './workspace-actions.ts'

const SIDEBAR_LEAST_PX = 220
const SIDEBAR_MOST_PX = 420

/** Sidebar, tabs, the open threads, status bar; and the commands that belong to the window. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('frame')
  const { settings, change } = useSettings()
  const toasts = useToasts()
  const errorText = useErrorText()
  const isWelcome = useWorkbench((state) => state.tabs.active === -1 && state.search !== 'shown')
  const [widthPx, setWidthPx] = useState(settings.sidebarWidthPx)
  const isOpen = settings.isSidebarOpen
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  useEffect(() => setWidthPx(settings.sidebarWidthPx), [settings.sidebarWidthPx])

  const save = useCallback(
    (patch: Parameters<typeof change>[0]) => {
      change(patch).catch((error: unknown) => toasts.show({ kind: 'failed', text: errorText(error) }))
    },
    [change, toasts, errorText],
  )
  const toggle = useCallback(() => save({ isSidebarOpen: !isOpen }), [save, isOpen])
  useCommand('toggle-sidebar', toggle)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  useCommand(
    'shortcuts',
    useCallback(() => setIsSheetOpen(true), []),
  )
  useWindowCommands()
  useNotices()
  useArrivals()

  return (
    <LayerContext value={layer}>
      <div
        className={`window ${isOpen ? '' : 'is-wide'}`}
        style={{ gridTemplateColumns: isOpen ? `${widthPx}px minmax(0, 1fr)` : 'minmax(0, 1fr)' }}
      >
        {isOpen ? (
          <div className="side">
            <Sidebar>
              <ResizeHandle
                label={t('sidebar.resize')}
                widthPx={widthPx}
                minPx={SIDEBAR_LEAST_PX}
                maxPx={SIDEBAR_MOST_PX}
                onChange={setWidthPx}
                onDone={(width) => save({ sidebarWidthPx: width })}
              />
            </Sidebar>
          </div>
        ) : null}
        <TabStrip isSidebarOpen={isOpen} />
        <div className="centre">
          {children}
          {isWelcome ? <Welcome /> : null}
          <ToastRegion toasts={toasts} label={t('common.notifications')} closeLabel={t('common.close')} />
        </div>
        <StatusBar />
        <section ref={setLayer} className="layer" aria-label={t('common.menus')} />
        {isSheetOpen ? <ShortcutsSheet onClose={() => setIsSheetOpen(false)} /> : null}
      </div>
    </LayerContext>
  )
}

/** Keys of the window, commands of the native menu, and what they do to tabs. */
function useWindowCommands() {
  const client = useClient()
  const commands = useCommands()
  const store = useWorkbenchStore()
  const workspace = useWorkspaceActions()

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const hit = matchShortcut(event, 'app', isMacPlatform())
      // A modal dialog owns the keyboard: nothing behind it moves.
      if (hit === null || document.querySelector('dialog[open]') !== null) return
      if (commands.run(hit.command, hit.argument)) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [commands])

  useEffect(
    () =>
      client.on('app.command', (event) => {
        // Menu commands use the same names; one that nobody handles does nothing.
        commands.run(event.command as Command, event.argument)
      }),
    [client, commands],
  )

  const closeActive = useCallback(() => {
    if (store.getState().search === 'shown') return closeSearch(store)
    changeTabs(store, (tabs) => {
      const active = tabs.tabs[tabs.active]
      return active === undefined ? tabs : closeTab(tabs, active.thread)
    })
  }, [store])
  const step = useCallback((by: 1 | -1) => changeTabs(store, (tabs) => stepTab(tabs, by)), [store])
  useCommand('close-tab', closeActive)
  useCommand(
    'reopen-tab',
    useCallback(() => changeTabs(store, reopenTab), [store]),
  )
  useCommand(
    'next-tab',
    useCallback(() => step(1), [step]),
  )
  useCommand(
    'previous-tab',
    useCallback(() => step(-1), [step]),
  )
  useCommand(
    'go-to-tab',
    useCallback(
      // 9 is the last tab, as in browsers.
      (digit) =>
        changeTabs(store, (tabs) =>
          activateTab(tabs, digit === '9' ? tabs.tabs.length - 1 : Number(digit) - 1),
        ),
      [store],
    ),
  )
  useCommand(
    'open-thread',
    useCallback(
      (thread) => {
        if (thread !== null) changeTabs(store, (tabs) => openTab(tabs, thread))
      },
      [store],
    ),
  )
  useCommand('open-folder', workspace.chooseFolder)
  useCommand('open-file', workspace.openFile)
  useCommand('next-region', focusNextRegion)
}
