import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../src/main/testing/temporary-folder.ts'
import { answer, prompt, threadText } from '../src/main/testing/thread-builder.ts'
import { jsonLines, putThread, runCli } from './testing/run-cli.ts'

const TIMEOUT = 180_000
const KEY = `sk-${'proj'}-aB3dE5fG7hJ9kL1mN3pQ5rS7`

describe('palimpsest export', { timeout: TIMEOUT }, () => {
  test('writes beside the thread or into a folder, and prints where', async () => {
    const folder = temporaryFolder()
    const path = putThread(folder)
    const before = readFileSync(path)
    expect(await runCli(['export', path, '--to', 'markdown'])).toMatchObject({
      code: 0,
      out: `${join(folder, 'plan.md')}\n`,
      err: '',
    })
    const out = join(folder, 'new', 'deep')
    const run = await runCli(['export', path, '--to', 'json', '--out', out, '--json'])
    expect(jsonLines(run.out)).toEqual([
      { file: path, output: join(out, 'plan.json'), bytes: before.length, replaced: 0 },
    ])
    expect(readFileSync(join(out, 'plan.json'))).toEqual(before)
    expect(readFileSync(path)).toEqual(before)
  })

  test('a thread with suspected secrets is written only when somebody has decided about them', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'plan.json')
    writeFileSync(path, threadText([prompt('u', `use ${KEY}`), answer('a', 'I will.')]))
    const refused = await runCli(['export', path, '--to', 'markdown'])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('1 suspected secrets')
    expect(refused.err).not.toContain(KEY)
    expect(readdirSync(folder)).toEqual(['plan.json'])

    const redacted = await runCli(['export', path, '--to', 'markdown', '--redact'])
    expect(redacted.code).toBe(0)
    expect(readFileSync(join(folder, 'plan.md'), 'utf8')).toContain('use [redacted: api-key]')
    expect((await runCli(['export', path, '--to', 'markdown', '--keep-secrets'])).code).toBe(0)
    expect(readFileSync(join(folder, 'plan 2.md'), 'utf8')).toContain(KEY)
  })

  test('one bad file does not stop the rest; an unknown format is wrong use', async () => {
    const folder = temporaryFolder()
    const run = await runCli(['export', join(folder, 'gone.json'), putThread(folder), '--to', 'html'])
    expect(run).toMatchObject({ code: 1, out: `${join(folder, 'plan.html')}\n` })
    expect((await runCli(['export', putThread(folder, 'b.json'), '--to', 'morse'])).code).toBe(2)
  })
})
