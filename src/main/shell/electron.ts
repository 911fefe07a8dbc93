// The only module of main that takes values from 'electron'. The type makes the compiler compare what the app
// may use with Electron's own types; the Chromium host is compared with the same surface.
import * as electron from 'electron'
import type { Surface } from '../../../runtime/surface.ts'

export const {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
}: Surface = electron
