/** Stands in for the electron executable: `electron-host.mjs [switches] APP_FOLDER [arguments]`. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import inspector from 'node:inspector'
import { registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { BrowserStartError } from './browser.ts'
import { parseCommandLine } from './command-line.ts'
import { findBrowser } from './find-browser.js'
import { type AppPackage, hostState } from './host-state.ts'

/** Exit codes that the start script acts upon; 1 is an error of the app. */
const EXIT = { usage: 2, 'no-sandbox': 71, 'no-display': 72, failed: 73 } as const
const SLOW_ENTRY_MS = 5_000
/** An entry module that works this much in that time is not waiting. */
const BUSY_MS = 100
/** A signal that follows sooner is the same one. */
const SAME_SIGNAL_MS = 2_000
const HOST_MODULE = pathToFileURL(join(import.meta.dirname, 'electron', 'index.ts')).href
const NAMES = new Set(['electron', 'electron/main', 'electron/common'])

function stop(code: number, message: string): never {
  console.error(message)
  process.exit(code)
}

/** For `import`, for `require`, and for what a debugger evaluates. */
registerHooks({
  resolve: (specifier, context, next) =>
    NAMES.has(specifier)
      ? { url: HOST_MODULE, format: 'module', shortCircuit: true }
      : next(specifier, context),
})

const words = process.argv.slice(2)
const line = parseCommandLine(words)
const target = resolve(line.appFolder || '.')
if (!line.appFolder || !existsSync(target))
  stop(EXIT.usage, 'Usage: electron-host [switches] APP_FOLDER [arguments]')

const isFolder = statSync(target).isDirectory()
const appPath = isFolder ? target : dirname(target)
const packageFile = join(appPath, 'package.json')
// package.json is the app's own; what the host reads of it is checked where it is used.
const appPackage = existsSync(packageFile)
  ? (JSON.parse(readFileSync(packageFile, 'utf8')) as AppPackage)
  : {}
const entry = isFolder ? join(appPath, appPackage.main ?? 'index.js') : target
if (!existsSync(entry)) stop(EXIT.usage, `The app has no entry at ${entry}. Run: npm run build`)

const found = findBrowser()
if (found.path === null) {
  const reason =
    found.reason === 'bad-path'
      ? `CHROMIUM_PATH names no program that can be started: ${process.env.CHROMIUM_PATH}`
      : 'No Chromium, Chrome or Edge was found. Install one, or name it in CHROMIUM_PATH.'
  stop(EXIT.usage, reason)
}

hostState.appPath = appPath
hostState.package = appPackage
for (const [name, value] of line.switches) hostState.switches.set(name, value)
// Electron's process has the executable first and then what was typed; there is no script in between.
process.argv.splice(1, 1)
Object.assign(process, { type: 'browser', defaultApp: true, resourcesPath: appPath })
if (line.inspect) inspector.open(line.inspect.port, line.inspect.host)

const { app } = await import('./electron/app.ts')
let quitAt: number | null = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    const now = performance.now()
    quitAt ??= now
    // One Ctrl+C arrives several times: from the terminal, and passed on by npm and by the start script.
    if (quitAt === now) app.quit()
    else if (now - quitAt > SAME_SIGNAL_MS) app.exit(1)
  })
}
// Started through an older Node: when that process goes, so does the host.
process.on('disconnect', () => app.quit())
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') > 1) return
  console.error('A JavaScript error occurred in the main process\n', error)
  app.exit(1)
})

// Electron warns and goes on; plain Node would end.
process.on('unhandledRejection', (reason) => {
  if (process.listenerCount('unhandledRejection') > 1) return
  console.error('Unhandled rejection in the main process\n', reason)
})

const isHeadless =
  process.env.HOST_HEADLESS === '1' ||
  (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)

let seen = performance.eventLoopUtilization()
const slow = setInterval(() => {
  const { active } = performance.eventLoopUtilization(seen)
  seen = performance.eventLoopUtilization()
  // Still loading, on a busy machine. A module that waits for `ready` does nothing at all.
  if (active > BUSY_MS) return
  clearInterval(slow)
  console.error(
    'The entry module has not finished loading. It must not await app.whenReady() at the top level: ' +
      '"ready" is emitted only after the entry module has been evaluated.',
  )
}, SLOW_ENTRY_MS)
try {
  await import(pathToFileURL(entry).href)
} finally {
  clearInterval(slow)
}
hostState.events.once('page-shown', () => process.send?.({ kind: 'shown' }))
try {
  if (!hostState.isQuitting) await app.startBrowser(found.path, isHeadless)
} catch (error) {
  // A quit while it starts ends the browser, and then the app.
  if (!hostState.isQuitting) {
    if (!(error instanceof BrowserStartError)) throw error
    stop(EXIT[error.code], error.message)
  }
}
