import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkRequest } from '../src/main/compaction/request/check-request.ts'
import { temporaryFolder } from '../src/main/testing/temporary-folder.ts'
import { answer, call, prompt, threadText } from '../src/main/testing/thread-builder.ts'
import type { ModelOrigin } from '../src/shared/thread/message.ts'
import { putThread, runCli } from './testing/run-cli.ts'

const TIMEOUT = 180_000
const PROTOCOLS: readonly ModelOrigin['protocol'][] = ['openai-chat', 'openai-responses', 'anthropic']

describe('palimpsest request', { timeout: TIMEOUT }, () => {
  test.each(PROTOCOLS)(
    'S-003 %s: prints a valid body of the next request and leaves the file alone',
    async (protocol) => {
      const path = join(temporaryFolder(), 'plan.json')
      writeFileSync(
        path,
        threadText([
          prompt('u1', 'look at both files'),
          answer('a1', 'I look.', [
            call('c', 'read_file', { path: 'a.ts' }, 'one'),
            call('c', 'read_file', { path: 'b.ts' }, ''),
          ]),
          prompt('u2', 'and now?'),
        ]),
      )
      const before = readFileSync(path)
      const run = await runCli(['request', path, '--protocol', protocol, '--model', 'm'])
      expect(run).toMatchObject({ code: 0, err: '' })
      const body: unknown = JSON.parse(run.out)
      expect(checkRequest(protocol, body)).toEqual([])
      expect(run.out).toContain('and now?')
      expect(run.out).toContain('[No output]')
      expect(readFileSync(path)).toEqual(before)
      // The same bytes each time: the provider's cache depends on it.
      expect((await runCli(['request', path, '--protocol', protocol, '--model', 'm'])).out).toBe(run.out)
    },
  )

  test('S-015 a small window shows the request after compaction', async () => {
    const path = putThread(temporaryFolder(), 'plan.json', 24)
    const whole = await runCli(['request', path, '--protocol', 'openai-chat', '--model', 'm'])
    const small = await runCli([
      'request',
      path,
      '--protocol',
      'openai-chat',
      '--model',
      'm',
      '--window',
      '16000',
    ])
    expect(small.code).toBe(0)
    expect(small.out.length).toBeLessThan(whole.out.length)
    expect(small.out).toContain('# Context checkpoint')
    expect(checkRequest('openai-chat', JSON.parse(small.out))).toEqual([])
  })

  test('C-06 files of complete output that the request points to are said to be written by nobody yet', async () => {
    const path = join(temporaryFolder(), 'plan.json')
    const atMs = { palimpsest: { atMs: 1_000, ending: 'complete' } }
    const runs = Array.from({ length: 8 }, (_, turn) => ({
      ...answer(`a${turn}`, '', [
        call(`c${turn}`, 'run_command', { command: `pnpm test ${turn}` }, `line ${turn} `.repeat(90)),
      ]),
      ...atMs,
    }))
    writeFileSync(path, threadText([prompt('u1', 'test it'), ...runs, prompt('u2', 'and now?')]))
    const named = '.palimpsest/tool-output/plan/a0-1-0.txt'
    for (const args of [
      ['request', path, '--protocol', 'openai-chat', '--model', 'm'],
      ['export', path, '--to', 'openai-chat'],
    ]) {
      const run = await runCli(args)
      expect(run.code).toBe(0)
      const body = args[0] === 'request' ? run.out : readFileSync(run.out.trim(), 'utf8')
      expect(body).toContain(`Full output: ${named}`)
      expect(run.err).toContain(`3 files of complete tool output, such as ${named}`)
      expect(run.err).toContain('Nothing was written now.')
    }
  })

  test('wrong use is exit code 2, a missing file 1', async () => {
    const path = putThread(temporaryFolder())
    for (const args of [
      ['--protocol', 'morse'],
      ['--protocol', 'anthropic', '--preset', 'x'],
      [],
      ['--protocol', 'anthropic', '--model', 'm', '--base-url', 'ftp://x'],
    ])
      expect(await runCli(['request', path, ...args])).toMatchObject({ code: 2, out: '' })
    expect((await runCli(['request', '/nowhere/x.json', '--protocol', 'anthropic'])).code).toBe(1)
  })
})
