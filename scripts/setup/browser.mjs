// The browser of the Chromium host.
import { findBrowser } from '../../runtime/host/find-browser.js'
import { install, situation } from './install.mjs'
import { SetupError } from './say.mjs'

const BY_HAND = 'Install Chromium, Chrome or Edge, or name its program in CHROMIUM_PATH'

/**
 * The browser to use, installed if it is missing and that is possible.
 * @param {import('./install.mjs').Situation} [where]
 * @returns {Promise<string>} absolute path
 * @throws {SetupError} one sentence that says what helps
 */
export async function ensureBrowser(where = situation()) {
  const found = findBrowser(where.env, where.platform)
  if (found.path !== null) return found.path
  if (found.reason === 'bad-path') {
    throw new SetupError(`CHROMIUM_PATH names no program that can be started: ${where.env.CHROMIUM_PATH}`)
  }
  await install('browser', 'No Chromium, Chrome or Edge was found', `${BY_HAND}.`, where)
  const installed = findBrowser(where.env, where.platform)
  if (installed.path === null)
    throw new SetupError(`The package brought no browser that can be found. ${BY_HAND}.`)
  return installed.path
}
