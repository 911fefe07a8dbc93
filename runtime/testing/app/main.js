// A small app for the host's own tests. It asks Electron for the same things as the product, in the same
// order, and tells what happened on stdout.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, normalize, sep } from 'node:path'
import { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, protocol, session, shell } from 'electron'

const here = import.meta.dirname
const dataFolder = app.commandLine.getSwitchValue('app-data')
if (dataFolder) app.setPath('userData', dataFolder)
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
])

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const TYPES = { html: 'text/html', js: 'text/javascript', svg: 'image/svg+xml' }
const events = []
const note = (name) => {
  events.push(name)
  console.log(`event ${name}`)
}

function serve(request) {
  const url = new URL(request.url)
  const file = normalize(join(here, 'page', decodeURIComponent(url.pathname)))
  if (url.host !== 'bundle' || !file.startsWith(join(here, 'page') + sep)) {
    return new Response('refused', { status: 403 })
  }
  try {
    const headers = {
      'content-type': TYPES[file.split('.').pop()] ?? 'text/plain',
      'content-security-policy': app.commandLine.hasSwitch('no-csp') ? "default-src * 'unsafe-inline'" : CSP,
      'x-content-type-options': 'nosniff',
    }
    return new Response(readFileSync(file), { headers })
  } catch {
    return new Response('not found', { status: 404 })
  }
}

function openWindow() {
  const window = new BrowserWindow({
    width: 900,
    height: 650,
    show: false,
    title: 'before',
    backgroundColor: '#203040',
    webPreferences: {
      preload: join(here, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  window.on('close', (event) => {
    note('close')
    if (globalThis.keepOpen) event.preventDefault()
  })
  window.on('closed', () => note('closed'))
  window.webContents.setWindowOpenHandler(({ url, disposition }) => {
    globalThis.wishes = [...(globalThis.wishes ?? []), { url, disposition }]
    return { action: 'deny' }
  })
  window.webContents.on('will-navigate', (event, url) => {
    globalThis.navigations = [...(globalThis.navigations ?? []), url]
    if (!globalThis.letNavigate) event.preventDefault()
  })
  return window.loadURL('app://bundle/index.html')
}

function answer(channel, handler) {
  ipcMain.handle(channel, (event, ...values) => {
    if (!event.senderFrame?.url.startsWith('app://bundle/'))
      throw new Error(`refused: ${event.senderFrame?.url}`)
    return handler(...values)
  })
}

async function boot() {
  note('ready')
  protocol.handle('app', serve)
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
  answer('echo', (value) => value)
  answer('fail', () => {
    throw new TypeError('boom')
  })
  answer('function', () => () => 1)
  answer('notes', () => {
    try {
      return readFileSync(join(app.getPath('userData'), 'notes.txt'), 'utf8')
    } catch {
      return ''
    }
  })
  answer('keep', (text) => writeFileSync(join(app.getPath('userData'), 'notes.txt'), text))
  answer('ticks', (count) => {
    for (let at = 0; at < count; at += 1)
      BrowserWindow.getAllWindows()[0]?.webContents.send('tick', at, new Date(at))
  })
  answer('theme', (source) => {
    nativeTheme.themeSource = source
    return nativeTheme.shouldUseDarkColors
  })
  answer('choose', () => dialog.showOpenDialog({ properties: ['openFile'], title: 'Choose a thread' }))
  answer('confirm', () =>
    dialog.showMessageBox({ message: 'Really?', buttons: ['Cancel', 'Yes'], cancelId: 0 }),
  )
  answer('trash', (path) => shell.trashItem(path))
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      {
        label: 'File',
        submenu: [
          {
            id: 'new',
            label: 'New',
            accelerator: 'CmdOrCtrl+Shift+N',
            click: () => (globalThis.chosen = 'new'),
          },
          { role: 'quit' },
        ],
      },
    ]),
  )
  await openWindow()
  note('loaded')
}

globalThis.hostEvents = events
app.on('before-quit', () => note('before-quit'))
app.on('will-quit', () => note('will-quit'))
app.on('quit', (_event, code) => note(`quit ${code}`))
app.on('window-all-closed', () => {
  note('window-all-closed')
  app.quit()
})
app.on('second-instance', (_event, argv, cwd, data) => {
  globalThis.second = { argv, cwd, data }
  note('second-instance')
})
if (app.requestSingleInstanceLock({ from: 'test' })) app.whenReady().then(boot)
else app.quit()
