/**
 * What `import ... from 'electron'` and `require('electron')` get in the host. Importing it starts
 * nothing, so unit tests of main modules may be given it too.
 */
import { guarded } from '../guard.ts'
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { clipboard } from './clipboard.ts'
import { dialog } from './dialog.ts'
import { ipcMain } from './ipc-main.ts'
import { Menu, MenuItem } from './menu.ts'
import { nativeTheme } from './native-theme.ts'
import { net } from './net.ts'
import { powerMonitor } from './power-monitor.ts'
import { protocol } from './protocol.ts'
import { safeStorage } from './safe-storage.ts'
import { screen } from './screen.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { webContents } from './web-contents.ts'

/** `require` gets this object itself, so that a spec can replace a member of it. */
const electron = guarded('electron', {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  webContents,
})

export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  electron as default,
  electron as 'module.exports',
  ipcMain,
  Menu,
  MenuItem,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  webContents,
}
