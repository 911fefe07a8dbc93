import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectNode, ROOT, run, toolEnv, toolPath } from './project.mjs'
import { addTallies, tallyPlaywright, tallyVitest } from './tally.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tally-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function report(tool, args, env = {}) {
  const file = join(folder, 'report.json')
  const words = [
    toolPath(tool),
    ...args.map((each) => (each === 'REPORT' ? `--outputFile.json=${file}` : each)),
  ]
  const settings = toolEnv({ PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...env })
  const { code } = await run(projectNode(), words, { env: settings, quiet: true })
  return { file, code }
}

test('the sums of a real Vitest run are true, broken files and skipped tests included', async () => {
  const { vitest } = { vitest: join(ROOT, 'node_modules/vitest/dist/index.js') }
  const head = `import { expect, test } from ${JSON.stringify(vitest)}\n`
  writeFileSync(
    join(folder, 'a.test.mjs'),
    `${head}test('x', () => expect(1).toBe(1))\ntest('y', () => expect(1).toBe(2))`,
  )
  writeFileSync(join(folder, 'b.test.mjs'), "throw new Error('cannot be loaded')")
  writeFileSync(join(folder, 'c.test.mjs'), `${head}test.skip('later', () => expect(1).toBe(1))`)
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { include: ["*.test.mjs"] } }')
  const { file, code } = await report('vitest/vitest.mjs', [
    'run',
    `--root=${folder}`,
    '--reporter=json',
    'REPORT',
  ])
  expect(tallyVitest(file, code)).toEqual({ passed: 1, failed: 2, skipped: 1 })
})

test('the sums of a real Playwright run are true', async () => {
  const playwright = join(ROOT, 'node_modules/@playwright/test/index.mjs')
  const head = `import { expect, test } from ${JSON.stringify(playwright)}\n`
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(folder, 'a.spec.js'),
    `${head}test('x', () => expect(1).toBe(1))\ntest('z', () => expect(1).toBe(1))\ntest('y', () => expect(1).toBe(2))`,
  )
  writeFileSync(
    join(folder, 'playwright.config.js'),
    `export default { outputDir: ${JSON.stringify(join(folder, 'out'))} }`,
  )
  const config = `--config=${join(folder, 'playwright.config.js')}`
  const { file, code } = await report('@playwright/test/cli.js', ['test', config, '--reporter=json'])
  expect(tallyPlaywright(file, code)).toEqual({ passed: 2, failed: 1, skipped: 0 })
})

test('a run that ends badly without a report counts as a failure', () => {
  const none = join(folder, 'none.json')
  writeFileSync(join(folder, 'broken.json'), '{"stats":')
  expect(tallyVitest(none, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(tallyPlaywright(join(folder, 'broken.json'), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(tallyVitest(none, 0)).toEqual({ passed: 0, failed: 0, skipped: 0 })
})

test('a run that ends badly after its tests passed counts one failure', () => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify({ stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 1 } }))
  expect(tallyPlaywright(file, 1)).toEqual({ passed: 4, failed: 1, skipped: 1 })
})

test('sums add up', () => {
  const tallies = [
    { passed: 2, failed: 0, skipped: 1 },
    { passed: 3, failed: 1, skipped: 0 },
  ]
  expect(addTallies(tallies)).toEqual({ passed: 5, failed: 1, skipped: 1 })
})
