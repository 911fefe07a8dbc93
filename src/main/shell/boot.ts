import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CHANNELS } from '../../shared/ipc/channels.ts'
import type { AppEvents, EventName } from '../../shared/ipc/events.ts'
import type { Settings } from '../../shared/ipc/settings.ts'
import { startCoreWorker } from '../rpc/core-worker.ts'
import { DEFAULT_SETTINGS, readSettings } from '../settings/settings-file.ts'
import { createAppProtocol } from './app-protocol.ts'
import { createDoor } from './door.ts'
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  protocol,
  safeStorage,
  session,
  shell,
} from './electron.ts'
import type { FileRequests } from './file-requests.ts'
import { createHostPort, type SystemPort } from './host-port.ts'
import { serveIpc } from './ipc-server.ts'
import { parseHandover } from './launch-arguments.ts'
import { openLog } from './log.ts'
import { menuTemplate } from './menu.ts'
import { menuTexts } from './menu-texts.ts'
import { guardSession } from './navigation.ts'
import { pageOrigin } from './origin.ts'
import { createPageQueue } from './page-queue.ts'
import { createSecrets } from './secrets.ts'
import { themeSource } from './theme.ts'
import { type AppWindow, openWindow } from './window.ts'

/** How long the core may save and close before its worker is ended. */
const CLOSE_GRACE_MS = 3000

export interface BootOptions {
  /** Address of `out/main/index.js`: the build's other files lie beside it. */
  readonly moduleUrl: string
  readonly requests: FileRequests
}

/** Brings the app up. Called when Electron is ready. */
export async function boot({ moduleUrl, requests }: BootOptions): Promise<void> {
  const dataDir = app.getPath('userData')
  const origin = pageOrigin(app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL)
  const secrets = createSecrets(safeStorage, join(dataDir, 'secrets.json'), Date.now)
  const log = openLog(join(dataDir, 'logs', 'main.log'), secrets.redact, () => new Date())
  process.on('uncaughtException', (error) => log('uncaught', error.stack))
  process.on('unhandledRejection', (error) =>
    log('unhandled', error instanceof Error ? error.stack : String(error)),
  )

  let settings = await readSettings(dataDir).catch(() => DEFAULT_SETTINGS)
  nativeTheme.themeSource = themeSource(settings.theme)

  const page = createPageQueue((name, payload) => {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.send(CHANNELS.event, name, payload)
  })
  const send = <K extends EventName>(name: K, payload: AppEvents[K]): void => page.send(name, payload)
  const setMenu = (): void => {
    const texts = menuTexts(settings.language, app.getPreferredSystemLanguages())
    const template = menuTemplate(texts, process.platform === 'darwin', (command) =>
      send('app.command', { command, argument: null }),
    )
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  const core = startCoreWorker({
    script: new URL('worker.js', moduleUrl),
    start: { dataDir, resourcesDir: resourcesDir(moduleUrl) },
    host: createHostPort(systemPort(), secrets, (theme) => {
      nativeTheme.themeSource = themeSource(theme)
    }),
    onEvent(name, payload) {
      if (name === 'settings.changed') {
        // Safe: the event's payload has this type by `AppEvents`.
        settings = payload as Settings
        setMenu()
      }
      send(name, payload)
    },
    onCrash(error, isFinal) {
      log('the core stopped', error.details ?? error.message)
      if (!isFinal) {
        send('core.restarted', {})
        return
      }
      dialog.showErrorBox(
        'Palimpsest cannot go on',
        'The part that reads and writes threads stopped several times. Your files are whole. ' +
          `Please start the app again. What went wrong stands in ${join(dataDir, 'logs', 'main.log')}.`,
      )
      app.quit()
    },
    now: Date.now,
  })

  protocol.handle(
    'app',
    createAppProtocol({
      rendererDir: fileURLToPath(new URL('../renderer', moduleUrl)),
      media: (path) => core.media(path),
    }),
  )
  guardSession(session.defaultSession)
  const known = new Set<number>()
  const server = serveIpc({
    ipc: ipcMain,
    door: createDoor(origin, (contentsId) => known.has(contentsId)),
    core,
    redact: secrets.redact,
    onDropped: (paths) => {
      core
        .grantFiles(paths)
        .then(() => send('app.command', { command: 'import-threads', argument: JSON.stringify(paths) }))
        .catch(report('dropped files'))
    },
    onPage: () => page.release(),
  })
  nativeTheme.on('updated', () => send('theme.changed', { isDark: nativeTheme.shouldUseDarkColors }))
  setMenu()

  let window: AppWindow | null = null
  const showWindow = async (): Promise<void> => {
    if (window !== null && !window.isDestroyed()) {
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
      return
    }
    await openWindow({
      dataDir,
      preload: fileURLToPath(new URL('../preload/index.cjs', moduleUrl)),
      origin,
      theme: settings.theme,
      log,
      onCreated(created) {
        window = created
        known.add(created.webContents.id)
        page.hold()
        created.webContents.on('render-process-gone', () => page.hold())
      },
      onClosed(contentsId) {
        window = null
        known.delete(contentsId)
        server.closeWindow(contentsId)
      },
    })
  }
  const openFiles = async (files: readonly string[]): Promise<void> => {
    await core.grantFiles(files)
    for (const file of files) send('app.command', { command: 'open-thread', argument: file })
  }
  const report = (what: string) => (error: unknown) => log(what, String(error))

  app.on('second-instance', (_event, _argv, _workingDirectory, handover) => {
    showWindow()
      .then(() => requests.add(parseHandover(handover)))
      .catch(report('second start'))
  })
  app.on('activate', () => {
    showWindow().catch(report('activate'))
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    void core.stop(CLOSE_GRACE_MS).finally(() => {
      isClosed = true
      app.quit()
    })
  })

  await showWindow()
  requests.connect((files) => {
    openFiles(files).catch(report('open file'))
  })
}

/** `resources/` beside the sources, or beside the archive of a package. */
function resourcesDir(moduleUrl: string): string {
  return app.isPackaged ? process.resourcesPath : fileURLToPath(new URL('../../resources', moduleUrl))
}

function systemPort(): SystemPort {
  return {
    async askForPaths({ kind }) {
      const answer = await dialog.showOpenDialog(
        kind === 'folder'
          ? { properties: ['openDirectory', 'createDirectory'] }
          : {
              properties: ['openFile', 'multiSelections'],
              filters: [
                { name: 'JSON, ZIP, MD', extensions: ['json', 'jsonl', 'ndjson', 'zip', 'traj', 'md'] },
                { name: '*', extensions: ['*'] },
              ],
            },
      )
      return answer.canceled ? [] : answer.filePaths
    },
    trashItem: (path) => shell.trashItem(path),
    showItemInFolder: (path) => shell.showItemInFolder(path),
    openExternal: (url) => shell.openExternal(url),
    writeText: (text) => clipboard.writeText(text),
  }
}
