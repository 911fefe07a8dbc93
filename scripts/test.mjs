// npm test [-- filter]: units and properties with Vitest, then the app itself with Playwright. Sets up what
// is missing. The last line is `N passed, N failed` over both; the exit code is not 0 when a test failed or
// none ran.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './setup/browser.mjs'
import { electronBinary } from './setup/electron.mjs'
import { projectNode, run, toolEnv, toolPath } from './setup/project.mjs'
import { EXIT_SETUP, runScript, say } from './setup/say.mjs'
import { runSpecs } from './setup/specs.mjs'
import { addTallies, tallyPlaywright, tallyVitest } from './setup/tally.mjs'

async function runUnits(filter, report, env) {
  const words = [
    toolPath('vitest/vitest.mjs'),
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
  ]
  const args = [...words, `--outputFile.json=${report}`, ...filter]
  const { code } = await run(projectNode(), args, { env: toolEnv(env) })
  return tallyVitest(report, code)
}

async function runApp(filter, report) {
  const args = ['--pass-with-no-tests', '--reporter=list,json', ...filter]
  try {
    const code = await runSpecs({ project: 'specs', args, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } })
    return tallyPlaywright(report, code)
  } catch (error) {
    // A build that fails must not hide what the units said.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** Says how long a part took, whatever became of it. */
async function timed(what, part) {
  const startMs = performance.now()
  try {
    return await part()
  } finally {
    const seconds = Math.round((performance.now() - startMs) / 1000)
    say(`${what} took ${Math.floor(seconds / 60)} min ${seconds % 60} s.`)
  }
}

function conclude({ passed, failed, skipped }) {
  if (skipped > 0) say(`${skipped} skipped`)
  say(`${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

await runScript(async () => {
  const filter = process.argv.slice(2)
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-test-'))
  try {
    // Some units drive the browser too, so it is looked for before anything runs.
    const isHost = process.env.APP_RUNTIME === 'chromium-host' || !electronBinary()
    const env = isHost ? { CHROMIUM_PATH: await ensureBrowser() } : {}
    const units = await timed('Units and properties', () => runUnits(filter, join(folder, 'units.json'), env))
    const specs = await timed('The end-to-end specs', () => runApp(filter, join(folder, 'specs.json')))
    return conclude(addTallies([units, specs]))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    conclude({ passed: 0, failed: 0, skipped: 0 })
    return EXIT_SETUP
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
