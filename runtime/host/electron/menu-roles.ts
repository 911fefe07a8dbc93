import { app } from './app.ts'
import type { BrowserWindow } from './browser-window.ts'

type Options = Electron.MenuItemConstructorOptions
type Role = NonNullable<Options['role']>

interface RoleDefaults {
  readonly label: string
  readonly accelerator?: string
}

const ZOOM_STEP = 1.2
const ZOOM_LIMITS = [0.25, 5] as const

/** Electron's own labels and shortcuts. Cut, copy and paste belong to the browser, which has them already. */
const DEFAULTS: Readonly<Record<string, RoleDefaults>> = {
  quit: { label: 'Quit', accelerator: 'CommandOrControl+Q' },
  close: { label: 'Close Window', accelerator: 'CommandOrControl+W' },
  minimize: { label: 'Minimize', accelerator: 'CommandOrControl+M' },
  reload: { label: 'Reload', accelerator: 'CommandOrControl+R' },
  forcereload: { label: 'Force Reload', accelerator: 'Shift+CommandOrControl+R' },
  toggledevtools: { label: 'Toggle Developer Tools', accelerator: 'Control+Shift+I' },
  resetzoom: { label: 'Actual Size', accelerator: 'CommandOrControl+0' },
  zoomin: { label: 'Zoom In', accelerator: 'CommandOrControl+Plus' },
  zoomout: { label: 'Zoom Out', accelerator: 'CommandOrControl+-' },
  togglefullscreen: { label: 'Toggle Full Screen', accelerator: 'F11' },
  undo: { label: 'Undo' },
  redo: { label: 'Redo' },
  cut: { label: 'Cut' },
  copy: { label: 'Copy' },
  paste: { label: 'Paste' },
  selectall: { label: 'Select All' },
  about: { label: 'About' },
  filemenu: { label: 'File' },
  editmenu: { label: 'Edit' },
  viewmenu: { label: 'View' },
  windowmenu: { label: 'Window' },
  help: { label: 'Help' },
}

const SUBMENUS: Readonly<Record<string, readonly Role[]>> = {
  filemenu: [process.platform === 'darwin' ? 'close' : 'quit'],
  editmenu: ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'],
  viewmenu: ['reload', 'forceReload', 'toggleDevTools', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'],
  windowmenu: ['minimize', 'close'],
}

export function roleDefaults(role: Role): RoleDefaults {
  return DEFAULTS[role.toLowerCase()] ?? { label: role }
}

/** The items that a role brings along when the app names none. */
export function roleSubmenu(role: Role): Options[] | undefined {
  return SUBMENUS[role.toLowerCase()]?.map((each) => ({ role: each }))
}

function zoom(window: BrowserWindow | undefined, factor: number): void {
  const contents = window?.webContents
  contents?.setZoomFactor(Math.min(ZOOM_LIMITS[1], Math.max(ZOOM_LIMITS[0], factor)))
}

/** Carries a role out; false = the role has no action of its own here. */
export function actOnRole(role: Role, window: BrowserWindow | undefined): boolean {
  const factor = window?.webContents.getZoomFactor() ?? 1
  const actions: Readonly<Record<string, () => void>> = {
    quit: () => app.quit(),
    close: () => window?.close(),
    minimize: () => window?.minimize(),
    reload: () => window?.webContents.reload(),
    forcereload: () => window?.webContents.reload(),
    toggledevtools: () => window?.webContents.openDevTools(),
    resetzoom: () => zoom(window, 1),
    zoomin: () => zoom(window, factor * ZOOM_STEP),
    zoomout: () => zoom(window, factor / ZOOM_STEP),
    togglefullscreen: () => window?.setFullScreen(!window.isFullScreen()),
  }
  const act = actions[role.toLowerCase()]
  act?.()
  return act !== undefined
}
