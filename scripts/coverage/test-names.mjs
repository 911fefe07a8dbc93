// The names of all tests, as the two runners list them: with the names of their groups and of every row of a table.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectNode, run, toolEnv, toolPath } from '../setup/project.mjs'

/** @returns {Promise<readonly string[]>} */
export async function testNames() {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-names-'))
  try {
    return [
      ...(await unitNames(join(folder, 'units.json'))),
      ...(await specNames(join(folder, 'specs.json'))),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function unitNames(report) {
  const args = [toolPath('vitest/vitest.mjs'), 'list', `--json=${report}`]
  await list('Vitest', args, {})
  return JSON.parse(readFileSync(report, 'utf8')).map(({ name }) => name)
}

async function specNames(report) {
  const args = [toolPath('@playwright/test/cli.js'), 'test', '--list', '--project=specs', '--reporter=json']
  await list('Playwright', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  return JSON.parse(readFileSync(report, 'utf8')).suites.flatMap((suite) => namesIn(suite, ''))
}

function namesIn(suite, outer) {
  const own = (suite.specs ?? []).map(({ title }) => `${outer}${title}`)
  return [...own, ...(suite.suites ?? []).flatMap((inner) => namesIn(inner, `${outer}${inner.title} > `))]
}

async function list(runner, args, env) {
  const { code, output } = await run(projectNode(), args, { env: toolEnv(env), quiet: true })
  if (code !== 0) throw new Error(`${runner} could not list its tests.\n${output}`)
}
