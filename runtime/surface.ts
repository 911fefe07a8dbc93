/// <reference types="electron" />

/**
 * The part of Electron's API that the app may use: types only, nothing at run time.
 *
 * `src/main/shell/electron.ts` exports exactly this, so the compiler compares it with Electron's own
 * types; `runtime/conformance.ts` compares it with the Chromium host. To use a new member, add it here,
 * give it to the host (or let the host say "not available") and write a spec.
 */

type Listening = 'on' | 'once' | 'off' | 'removeListener' | 'removeAllListeners'

/** One frame of a page, as events name their sender. */
export type Frame = Pick<Electron.WebFrameMain, 'url' | 'origin' | 'parent' | 'isDestroyed'>

export interface PageSession
  extends Pick<
    Electron.Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'clearStorageData'
  > {
  readonly protocol: Pick<Electron.Protocol, 'handle' | 'unhandle' | 'isProtocolHandled'>
}

export interface Contents
  extends Pick<
    Electron.WebContents,
    | 'id'
    | 'send'
    | 'loadURL'
    | 'loadFile'
    | 'reload'
    | 'getURL'
    | 'getTitle'
    | 'isDestroyed'
    | 'isLoading'
    | 'isCrashed'
    | 'focus'
    | 'close'
    | 'setWindowOpenHandler'
    | 'executeJavaScript'
    | 'capturePage'
    | 'setZoomFactor'
    | 'getZoomFactor'
    | 'zoomFactor'
    | 'openDevTools'
    | Listening
  > {
  readonly mainFrame: Frame
  readonly session: PageSession
}

export interface Window
  extends Pick<
    Electron.BrowserWindow,
    | 'id'
    | 'loadURL'
    | 'loadFile'
    | 'reload'
    | 'show'
    | 'showInactive'
    | 'hide'
    | 'focus'
    | 'isFocused'
    | 'isVisible'
    | 'isDestroyed'
    | 'close'
    | 'destroy'
    | 'minimize'
    | 'isMinimized'
    | 'maximize'
    | 'unmaximize'
    | 'isMaximized'
    | 'restore'
    | 'setFullScreen'
    | 'isFullScreen'
    | 'getBounds'
    | 'getNormalBounds'
    | 'setBounds'
    | 'getSize'
    | 'setSize'
    | 'getContentSize'
    | 'setMinimumSize'
    | 'getTitle'
    | 'setTitle'
    | 'setBackgroundColor'
    | 'setMenuBarVisibility'
    | Listening
  > {
  readonly webContents: Contents
}

export interface WindowClass {
  new (options?: Electron.BrowserWindowConstructorOptions): Window
  getAllWindows(): Window[]
  getFocusedWindow(): Window | null
  fromId(id: number): Window | null
  fromWebContents(contents: Contents): Window | null
}

export interface MenuShape
  extends Pick<Electron.Menu, 'items' | 'getMenuItemById' | 'append' | 'insert' | 'popup' | 'closePopup'> {}

export interface MenuClass {
  new (): MenuShape
  buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): MenuShape
  setApplicationMenu(menu: MenuShape | null): void
  getApplicationMenu(): MenuShape | null
}

export interface MenuItemClass {
  new (options: Electron.MenuItemConstructorOptions): Electron.MenuItem
}

export interface Application
  extends Pick<
    Electron.App,
    | 'whenReady'
    | 'isReady'
    | 'isPackaged'
    | 'name'
    | 'getName'
    | 'setName'
    | 'getVersion'
    | 'getAppPath'
    | 'getPath'
    | 'setPath'
    | 'getLocale'
    | 'getPreferredSystemLanguages'
    | 'setAppUserModelId'
    | 'requestSingleInstanceLock'
    | 'hasSingleInstanceLock'
    | 'releaseSingleInstanceLock'
    | 'focus'
    | 'quit'
    | 'exit'
    | Listening
  > {
  readonly commandLine: Pick<
    Electron.CommandLine,
    'getSwitchValue' | 'hasSwitch' | 'appendSwitch' | 'appendArgument'
  >
}

/** Main process. Everything that `src/main/shell/electron.ts` may hand on. */
export interface Surface {
  readonly app: Application
  readonly BrowserWindow: WindowClass
  readonly webContents: {
    fromId(id: number): Contents | undefined
    fromDevToolsTargetId(targetId: string): Contents | undefined
    getAllWebContents(): Contents[]
    getFocusedWebContents(): Contents | null
  }
  readonly ipcMain: Pick<Electron.IpcMain, 'handle' | 'handleOnce' | 'removeHandler' | Listening>
  readonly protocol: Pick<
    Electron.Protocol,
    'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'
  >
  readonly session: { readonly defaultSession: PageSession }
  readonly dialog: Pick<
    Electron.Dialog,
    'showOpenDialog' | 'showSaveDialog' | 'showMessageBox' | 'showErrorBox'
  >
  readonly Menu: MenuClass
  readonly MenuItem: MenuItemClass
  readonly nativeTheme: Pick<
    Electron.NativeTheme,
    'themeSource' | 'shouldUseDarkColors' | 'shouldUseHighContrastColors' | Listening
  >
  /** Only the asynchronous methods: the others may block on the system's key store. */
  readonly safeStorage: Pick<
    Electron.SafeStorage,
    'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
  >
  /** `trashItem` rejects where the system has no trash; `openExternal` only takes https, http and mailto. */
  readonly shell: Pick<
    Electron.Shell,
    'openExternal' | 'openPath' | 'showItemInFolder' | 'trashItem' | 'beep'
  >
  readonly clipboard: Pick<Electron.Clipboard, 'readText' | 'writeText' | 'clear'>
  readonly screen: Pick<
    Electron.Screen,
    'getPrimaryDisplay' | 'getAllDisplays' | 'getDisplayMatching' | 'getCursorScreenPoint' | Listening
  >
  readonly powerMonitor: Pick<Electron.PowerMonitor, 'getSystemIdleTime' | 'isOnBatteryPower' | Listening>
  readonly net: Pick<Electron.Net, 'fetch' | 'isOnline'>
}

/** Preload. One CommonJS file may require exactly this from 'electron'. */
export interface PreloadSurface {
  readonly contextBridge: Pick<Electron.ContextBridge, 'exposeInMainWorld'>
  readonly ipcRenderer: Pick<Electron.IpcRenderer, 'invoke' | 'send' | Listening>
}

type ListenerMethod = Listening | 'addListener'

/**
 * What an implementation has to satisfy: the same members with the same types. Listener methods are
 * overloaded per event and cannot be compared; the host checks event names when it runs instead.
 */
export type Implements<T> = {
  [K in keyof T]: K extends ListenerMethod ? (...args: never[]) => unknown : T[K]
}
