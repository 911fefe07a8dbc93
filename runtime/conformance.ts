/**
 * Compiled, never run: the host has every member of the surface, with Electron's types. Listener methods
 * are exempt (see `Implements`); the host checks event names when it runs.
 */
import * as host from './host/electron/index.ts'
import type { Contents, Implements, MenuShape, Surface, Window } from './surface.ts'

type HostWindow = InstanceType<typeof host.BrowserWindow>
type HostMenu = InstanceType<typeof host.Menu>

/** Members whose own members are compared one by one below. */
type Plain<T, Nested extends keyof T> = Implements<Omit<T, Nested>>

export const modules = {
  app: host.app satisfies Implements<Surface['app']>,
  clipboard: host.clipboard satisfies Implements<Surface['clipboard']>,
  dialog: host.dialog satisfies Implements<Surface['dialog']>,
  ipcMain: host.ipcMain satisfies Implements<Surface['ipcMain']>,
  nativeTheme: host.nativeTheme satisfies Implements<Surface['nativeTheme']>,
  net: host.net satisfies Implements<Surface['net']>,
  powerMonitor: host.powerMonitor satisfies Implements<Surface['powerMonitor']>,
  protocol: host.protocol satisfies Implements<Surface['protocol']>,
  safeStorage: host.safeStorage satisfies Implements<Surface['safeStorage']>,
  screen: host.screen satisfies Implements<Surface['screen']>,
  session: host.session satisfies Surface['session'],
  shell: host.shell satisfies Implements<Surface['shell']>,
}

type WebContentsModule = Surface['webContents']
type Lookups = {
  readonly [K in keyof WebContentsModule]: (...args: Parameters<WebContentsModule[K]>) => unknown
}
export const lookups = host.webContents satisfies Lookups

/** Instances exist only while the app runs, so they are compared as parameters. */
export function instances(window: HostWindow, menu: HostMenu): readonly unknown[] {
  return [
    window satisfies Plain<Window, 'webContents'>,
    window.webContents satisfies Plain<Contents, 'mainFrame' | 'session'>,
    window.webContents.mainFrame satisfies Contents['mainFrame'],
    window.webContents.session satisfies Contents['session'],
    menu satisfies Implements<Omit<MenuShape, 'items' | 'getMenuItemById' | 'append' | 'insert'>>,
  ]
}

type Statics<T> = { readonly [K in keyof T]: (...args: never[]) => unknown }
export const statics = [
  host.BrowserWindow satisfies Statics<Surface['BrowserWindow']>,
  host.Menu satisfies Statics<Surface['Menu']>,
  host.MenuItem satisfies new (options: Electron.MenuItemConstructorOptions) => unknown,
]
