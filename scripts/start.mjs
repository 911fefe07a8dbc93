// npm start: builds when needed, then opens the app in Electron, or in an installed browser where
// Electron's runtime cannot be had. Runs on any Node; what it starts runs on Node 24.
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { ensureBrowser } from './setup/browser.mjs'
import { ensureBuild } from './setup/build.mjs'
import { hasDisplay } from './setup/display.mjs'
import { electronBinary, tryInstallElectron } from './setup/electron.mjs'
import { projectNode, ROOT, run, toolEnv, toolPath } from './setup/project.mjs'
import { runScript, SetupError, say } from './setup/say.mjs'

const HOST = join(ROOT, 'runtime', 'bin', 'electron-host.mjs')
const HOW_TO_GET_ELECTRON = 'To use Electron itself: npx install-electron, then npm start'

/** Exit codes by which the host says why its browser did not start. */
const NO_SANDBOX = 71
const NO_DISPLAY = 72

/** The binary when Electron is to be used; null = the host. */
async function chooseElectron(isSeen) {
  const wanted = process.env.APP_RUNTIME
  if (wanted === 'chromium-host') return null
  const installed = electronBinary()
  if (wanted === 'electron') {
    const binary = installed ?? (await tryInstallElectron())
    if (!binary)
      throw new SetupError(
        'APP_RUNTIME=electron, but its runtime is not installed; run: npx install-electron',
      )
    return binary
  }
  // Electron has no way to run without a display.
  if (!isSeen) return null
  return installed ?? (process.env.CI ? null : await tryInstallElectron())
}

function startElectron(binary, args) {
  say(
    'Palimpsest opens in Electron. To use an installed browser instead: APP_RUNTIME=chromium-host npm start',
  )
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  return run(binary, [...(isRoot ? ['--no-sandbox'] : []), '.', ...args], { env: toolEnv() })
}

function announceHost(browser, isSeen) {
  const reason = electronBinary()
    ? "Electron's runtime was not chosen"
    : "Electron's runtime is not installed"
  say(
    `${reason}, so Palimpsest opens in ${basename(browser)} (${browser}): ` +
      `no native menus, tray, notifications or system key storage. ${HOW_TO_GET_ELECTRON}.`,
  )
  if (!isSeen) sayUnseen()
}

function sayUnseen() {
  say(
    'There is no display, so the app runs without a visible window. To see it do its main job: npm run demo',
  )
}

/** `isSeen` and `isSandboxed` fall when the browser finds that it cannot have them. */
async function startHost(browser, args, isSeen, isSandboxed = true) {
  const env = toolEnv({ CHROMIUM_PATH: browser, ...(isSeen ? {} : { HOST_HEADLESS: '1' }) })
  const hostArgs = [HOST, ...(isSandboxed ? [] : ['--no-sandbox']), '.', ...args]
  const onMessage = (message) => {
    if (message?.kind === 'shown') say('Palimpsest is open. Ctrl+C ends it.')
    if (message?.kind === 'handed-over') say('Palimpsest is open already; it was asked to come forward.')
  }
  const ended = await run(projectNode(), hostArgs, { env, onMessage })
  if (ended.code === NO_SANDBOX && isSandboxed) {
    say('It is left out. To have it on Debian: sudo apt-get install chromium-sandbox')
    return startHost(browser, args, isSeen, false)
  }
  if (ended.code === NO_DISPLAY && isSeen) {
    sayUnseen()
    return startHost(browser, args, false, isSandboxed)
  }
  return ended
}

/**
 * Files are named from where the person typed, which npm leaves in INIT_CWD; the app starts elsewhere.
 * @param {readonly string[]} args
 */
function namedFiles(args) {
  const from = process.env.INIT_CWD || process.cwd()
  return args.map((word) => {
    if (word === '' || word.startsWith('-')) return word
    const file = resolve(from, word)
    if (!existsSync(file)) throw new SetupError(`There is no file ${file}.`)
    return file
  })
}

async function openInHost(args, isSeen) {
  const browser = await ensureBrowser()
  announceHost(browser, isSeen)
  return startHost(browser, args, isSeen)
}

await runScript(async () => {
  toolPath('electron-vite/package.json')
  const args = namedFiles(process.argv.slice(2))
  const isSeen = process.env.HOST_HEADLESS !== '1' && hasDisplay()
  const electron = await chooseElectron(isSeen)
  if (!electron) await ensureBrowser()
  await ensureBuild()
  const { code } = electron ? await startElectron(electron, args) : await openInHost(args, isSeen)
  return code
})
