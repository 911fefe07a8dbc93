// Runs Playwright on the built app.
import { ensureBrowser } from './browser.mjs'
import { ensureBuild } from './build.mjs'
import { electronBinary } from './electron.mjs'
import { projectNode, run, toolEnv, toolPath } from './project.mjs'

/**
 * @param {{ project: 'specs' | 'demo', args: readonly string[], env?: Record<string, string> }} options
 * @returns {Promise<number>} Playwright's exit code
 */
export async function runSpecs({ project, args, env = {} }) {
  const tool = toolPath('@playwright/test/cli.js')
  const isHost = process.env.APP_RUNTIME === 'chromium-host' || !electronBinary()
  const browser = isHost ? { CHROMIUM_PATH: await ensureBrowser() } : {}
  await ensureBuild()
  const words = [tool, 'test', `--project=${project}`, ...args]
  return (await run(projectNode(), words, { env: toolEnv({ ...browser, ...env }) })).code
}
