// npm run demo: drives the app's main job on the sample thread in a real window, on the screen or on a
// virtual one, and leaves the compacted file and pictures of each step in out/demo/.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './setup/browser.mjs'
import { hasDisplay, startVirtualDisplay } from './setup/display.mjs'
import { ROOT } from './setup/project.mjs'
import { runScript, SetupError, say } from './setup/say.mjs'
import { runSpecs } from './setup/specs.mjs'

const OUTPUT = join(ROOT, 'out', 'demo')

/** A screen to show windows on; without one the demo still runs, headless. */
async function findScreen() {
  if (hasDisplay()) return { env: { HEADED: '1' }, stop: () => undefined }
  try {
    const { display, stop } = await startVirtualDisplay()
    say(`The demo runs on a virtual display (${display}).`)
    return { env: { HEADED: '1', DISPLAY: display, WAYLAND_DISPLAY: '' }, stop }
  } catch (error) {
    say(`${error instanceof Error ? error.message : error} The demo runs without a visible window.`)
    return { env: {}, stop: () => undefined }
  }
}

await runScript(async () => {
  await ensureBrowser()
  rmSync(OUTPUT, { recursive: true, force: true })
  mkdirSync(OUTPUT, { recursive: true })
  const screen = await findScreen()
  try {
    const env = { ...screen.env, DEMO_OUT: OUTPUT }
    const code = await runSpecs({ project: 'demo', args: ['--workers=1', ...process.argv.slice(2)], env })
    if (code !== 0) throw new SetupError('The demo did not finish; the lines above say at which step.')
  } finally {
    screen.stop()
  }
  const files = existsSync(OUTPUT) ? readdirSync(OUTPUT).sort() : []
  say(`The demo left in ${OUTPUT}:\n${files.map((name) => `  ${name}`).join('\n')}`)
  return 0
})
