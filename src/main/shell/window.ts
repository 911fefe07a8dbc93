import { join } from 'node:path'
import type { Settings } from '../../shared/ipc/settings.ts'
import { readJsonFile, writeJsonFile } from '../settings/json-file.ts'
import { BrowserWindow, dialog, nativeTheme, screen } from './electron.ts'
import type { Log } from './log.ts'
import { guardContents } from './navigation.ts'
import type { PageOrigin } from './origin.ts'
import { openingBackground } from './theme.ts'
import { MINIMUM_SIZE, openingBounds, parseWindowState, type WindowState } from './window-bounds.ts'

/** The window of the app, as the surface gives it. */
export type AppWindow = InstanceType<typeof BrowserWindow>

export interface WindowOptions {
  readonly dataDir: string
  readonly preload: string
  readonly origin: PageOrigin
  readonly theme: Settings['theme']
  readonly log: Log
  /** The contents' id is known before the page loads: the door needs it. */
  readonly onCreated: (window: AppWindow) => void
  readonly onClosed: (contentsId: number) => void
}

const SAVE_AFTER_MS = 400
const LOAD_ATTEMPTS = 3
const LOAD_AGAIN_AFTER_MS = 500
const MINUTE_MS = 60_000

/** Opens the window where it was left, in the right colour, and shows it when it is painted. */
export async function openWindow(options: WindowOptions): Promise<AppWindow> {
  const statePath = join(options.dataDir, 'window.json')
  const saved = await readWindowState(statePath)
  const areas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map((display) => display.workArea)
  const window = new BrowserWindow({
    ...openingBounds(saved?.bounds ?? null, areas),
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    show: false,
    title: 'Palimpsest',
    backgroundColor: openingBackground(options.theme, nativeTheme.shouldUseDarkColors),
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  const contentsId = window.webContents.id
  options.onCreated(window)
  guardContents(window.webContents, options.origin)
  window.once('ready-to-show', () => {
    if (saved?.isMaximized === true) window.maximize()
    window.show()
  })
  keepWindowState(window, statePath, options.log)
  const recovery = recoverFromCrashes(window, options.log)
  window.on('closed', () => options.onClosed(contentsId))
  await loadStartPage(window, options, () => recovery.isUnderWay)
  bringBack(window, options.origin, options.log)
  return window
}

/**
 * Loads the app's page, a few times if need be. A window that is closed meanwhile is no failure: the person,
 * or the end of the app, was faster. A page that died is loaded again by `recoverFromCrashes`.
 */
async function loadStartPage(
  window: AppWindow,
  { origin, log }: WindowOptions,
  isRecovering: () => boolean,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await window.loadURL(origin.startUrl)
    } catch (error) {
      if (window.isDestroyed() || isRecovering()) return
      log('the page did not load', `attempt ${attempt}: ${String(error)}`)
      if (attempt === LOAD_ATTEMPTS) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, LOAD_AGAIN_AFTER_MS))
    if (window.isDestroyed()) return
  }
}

async function readWindowState(path: string): Promise<WindowState | null> {
  // A state that cannot be read costs the window its place, nothing else.
  const read = await readJsonFile(path).catch(() => null)
  return read?.kind === 'read' ? parseWindowState(read.value) : null
}

/** An empty address needs no request, so a refusal can come too late for it: the page is loaded again then. */
function bringBack(window: AppWindow, origin: PageOrigin, log: Log): void {
  window.webContents.on('did-navigate', (_event, url) => {
    if (origin.isOwn(url) || window.isDestroyed()) return
    log('the page left the app', url.slice(0, 200))
    window
      .loadURL(origin.startUrl)
      .catch((error: unknown) => log('the page did not come back', String(error)))
  })
}

function keepWindowState(window: AppWindow, path: string, log: Log): void {
  let timer: ReturnType<typeof setTimeout> | null = null
  const save = (): void => {
    timer = null
    if (window.isDestroyed()) return
    const state: WindowState = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() }
    writeJsonFile(path, { ...state }).catch((error: unknown) => log('window state not saved', String(error)))
  }
  const later = (): void => {
    timer ??= setTimeout(save, SAVE_AFTER_MS)
  }
  window.on('resize', later)
  window.on('move', later)
  // A browser's window can vanish without this event: what was saved on the way then counts.
  window.on('close', () => {
    if (timer !== null) clearTimeout(timer)
    save()
  })
}

/** A page that died is loaded again; the second time within a minute the person decides. */
function recoverFromCrashes(window: AppWindow, log: Log): { readonly isUnderWay: boolean } {
  let isUnderWay = false
  let lastMs = Number.NEGATIVE_INFINITY
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return
    log('the page stopped', details.reason)
    isUnderWay = true
    const nowMs = performance.now()
    const isAgain = nowMs - lastMs < MINUTE_MS
    lastMs = nowMs
    if (!isAgain) {
      window.reload()
      return
    }
    const question = {
      type: 'error' as const,
      message: 'The page stopped twice within a minute.',
      detail: 'Your threads and drafts are safe.',
      buttons: ['Close', 'Load again'],
      defaultId: 1,
      cancelId: 0,
    }
    void dialog.showMessageBox(question).then(({ response }) => {
      if (window.isDestroyed()) return
      if (response === 1) window.reload()
      else window.close()
    })
  })
  return {
    get isUnderWay() {
      return isUnderWay
    },
  }
}
