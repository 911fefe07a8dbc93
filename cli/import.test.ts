import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../src/main/testing/temporary-folder.ts'
import { jsonLines, putThread, runCli } from './testing/run-cli.ts'

describe('palimpsest import', { timeout: 180_000 }, () => {
  test('what was exported as a session comes back once, and is known the second time', async () => {
    const from = temporaryFolder()
    const to = join(temporaryFolder(), 'new')
    const path = putThread(from)
    const session = (await runCli(['export', path, '--to', 'claude-code'])).out.trim()
    const before = readFileSync(session)
    const first = await runCli(['import', session, '--to', to, '--json'])
    expect(first.code).toBe(0)
    expect(jsonLines(first.out)).toMatchObject([
      { outcome: 'new' },
      { new: 1, updated: 0, copied: 0, unchanged: 0, failed: 0 },
    ])
    const again = await runCli(['import', session, '--to', to])
    expect(again).toMatchObject({ code: 0, out: '', err: '0 new, 0 updated, 1 unchanged.\n' })
    expect(readFileSync(session)).toEqual(before)
    const [name = ''] = readdirSync(to).filter((one) => one.endsWith('.json'))
    expect(readFileSync(join(to, name), 'utf8')).toContain('Task 6: look at src/part-6.ts')
  })

  test('a path that is not there is told of; no target is wrong use', async () => {
    const to = temporaryFolder()
    expect((await runCli(['import', join(to, 'gone'), '--to', to])).code).toBe(1)
    expect((await runCli(['import', to])).code).toBe(2)
  })

  test('a path that is not there is told of by its own name, and the rest is taken', async () => {
    const from = temporaryFolder()
    const gone = join(from, 'gone.json')
    const to = join(from, 'new')
    const { code, out } = await runCli(['import', gone, putThread(from), '--to', to, '--json'])
    expect(code).toBe(1)
    expect(jsonLines(out)).toMatchObject([
      { file: gone, error: { code: 'file-not-found', message: `There is no file at ${gone}.` } },
      { outcome: 'new' },
      { new: 1, failed: 1 },
    ])
  })

  test('a target that cannot be a folder is told of as what it is', async () => {
    const path = putThread(temporaryFolder())
    const onFile = await runCli(['import', path, '--to', path, '--json'])
    expect(jsonLines(onFile.out)[0]).toMatchObject({ file: path, error: { code: 'file-exists' } })
    const below = await runCli(['import', path, '--to', join(path, 'new')])
    expect(below.err).toContain(`${join(path, 'new')}: A part of the path is not a folder.`)
  })
})
