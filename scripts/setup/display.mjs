// Screens: whether there is one, and a virtual one where there is not.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findOnPath } from '../../runtime/host/find-browser.js'
import { install, situation } from './install.mjs'

const START_TIMEOUT_MS = 10_000

/**
 * Whether a window could be seen. Other systems than Linux always have a screen.
 * @param {Record<string, string | undefined>} env
 * @param {string} platform
 */
export function hasDisplay(env = process.env, platform = process.platform) {
  if (platform !== 'linux') return true
  if (env.WAYLAND_DISPLAY) return true
  const local = /^(?:unix)?:(\d+)/.exec(env.DISPLAY ?? '')
  // A number that is left over from a session that has ended is no display.
  return local ? existsSync(`/tmp/.X11-unix/X${local[1]}`) : Boolean(env.DISPLAY)
}

/**
 * Starts a virtual display, installing it if it is missing.
 * @param {import('./install.mjs').Situation} [where]
 * @returns {Promise<{ display: string, stop: () => void }>} `display` for DISPLAY
 */
export async function startVirtualDisplay(where = situation()) {
  if (!findOnPath('Xvfb', where.env)) {
    await install(
      'display',
      'There is no display and no Xvfb',
      'Install Xvfb, or run this in a desktop session.',
      where,
    )
  }
  const screen = ['-screen', '0', '1440x1000x24', '-nolisten', 'tcp', '-displayfd', '3']
  const child = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], env: where.env })
  const number = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The virtual display did not start.')), START_TIMEOUT_MS)
    const settle = (act, value) => {
      clearTimeout(timer)
      act(value)
    }
    let text = ''
    child.stdio[3].on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) settle(resolve, text.trim())
    })
    child.once('error', () => settle(reject, new Error('Xvfb could not be started.')))
    child.once('exit', (code) => settle(reject, new Error(`Xvfb ended with code ${code}.`)))
  }).catch((error) => {
    child.kill()
    throw error
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  return { display: `:${number}`, stop }
}
