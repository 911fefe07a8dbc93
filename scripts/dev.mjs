// npm run dev: the app with hot reload, in Electron or, in its place, the Chromium host.
import { join } from 'node:path'
import { ensureBrowser } from './setup/browser.mjs'
import { hasDisplay } from './setup/display.mjs'
import { electronBinary } from './setup/electron.mjs'
import { projectNode, ROOT, run, toolEnv, toolPath } from './setup/project.mjs'
import { runScript, say } from './setup/say.mjs'

const LAUNCHER = process.platform === 'win32' ? 'electron-host.cmd' : 'electron-host.mjs'

await runScript(async () => {
  const tool = toolPath('electron-vite/bin/electron-vite.js')
  const isHost = process.env.APP_RUNTIME === 'chromium-host' || !electronBinary() || !hasDisplay()
  const extra = {}
  if (isHost) {
    extra.CHROMIUM_PATH = await ensureBrowser()
    // electron-vite starts this file where it would start Electron.
    extra.ELECTRON_EXEC_PATH = join(ROOT, 'runtime', 'bin', LAUNCHER)
    if (!hasDisplay()) extra.HOST_HEADLESS = '1'
    say(`Developing in ${extra.CHROMIUM_PATH}${extra.HOST_HEADLESS ? ', without a visible window' : ''}.`)
  }
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  const args = [tool, 'dev', ...(isRoot && !isHost ? ['--noSandbox'] : []), ...process.argv.slice(2)]
  return (await run(projectNode(), args, { env: toolEnv(extra) })).code
})
