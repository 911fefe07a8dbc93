import * as electron from 'electron'
import { expect, test } from 'vitest'

test('importing the module starts nothing, and what needs a running app says so', () => {
  expect(electron.app.isReady()).toBe(false)
  expect(electron.BrowserWindow.getAllWindows()).toEqual([])
  expect(() => new electron.BrowserWindow()).toThrow('Cannot create BrowserWindow before app is ready')
  expect(() => electron.protocol.handle('app', () => new Response())).toThrow('after app is ready')
})

test('a menu is data whose commands can be chosen', () => {
  const chosen: string[] = []
  const menu = electron.Menu.buildFromTemplate([
    {
      label: 'File',
      submenu: [
        { id: 'new', label: 'New', accelerator: 'CmdOrCtrl+N', click: () => chosen.push('new') },
        { id: 'off', label: 'Off', enabled: false, click: () => chosen.push('off') },
        { id: 'wrap', type: 'checkbox', label: 'Wrap', click: (item) => chosen.push(String(item.checked)) },
      ],
    },
    { role: 'editMenu' },
  ])
  menu.getMenuItemById('new')?.click()
  menu.getMenuItemById('off')?.click()
  menu.getMenuItemById('wrap')?.click()
  expect(chosen).toEqual(['new', 'true'])
  expect(menu.items[1]?.submenu?.items.map((item) => item.role)).toContain('copy')
  expect(menu.getMenuItemById('absent')).toBeNull()
})

test('a second handler of a channel is refused', () => {
  electron.ipcMain.handle('once', () => 1)
  expect(() => electron.ipcMain.handle('once', () => 2)).toThrow(
    "Attempted to register a second handler for 'once'",
  )
  electron.ipcMain.removeHandler('once')
  electron.ipcMain.handle('once', () => 3)
})

test('only addresses of the web are opened outside', async () => {
  for (const url of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    '/bin/sh',
    'smb://host/x',
    'not an address',
  ]) {
    await expect(electron.shell.openExternal(url)).rejects.toThrow('Only http, https and mailto')
  }
})

test('a path is answered for every name that the app may ask, and set ones come first', () => {
  for (const name of [
    'home',
    'appData',
    'userData',
    'temp',
    'documents',
    'downloads',
    'desktop',
    'logs',
  ] as const) {
    expect(electron.app.getPath(name)).toMatch(/^(\/|[A-Z]:)/)
  }
  expect(() => electron.app.getPath('nowhere' as 'home')).toThrow("Failed to get 'nowhere' path")
  expect(() => electron.app.setPath('userData', 'relative')).toThrow('Path must be absolute')
})
