import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../src/main/testing/temporary-folder.ts'
import { answer, call, prompt, threadText } from '../src/main/testing/thread-builder.ts'
import { jsonLines, putThread, runCli } from './testing/run-cli.ts'

const TIMEOUT = 180_000
const STATES = ['completed', 'skipped', 'failed', 'needs_new_thread', 'reduced', 'ask']

describe('palimpsest replay', { timeout: TIMEOUT }, () => {
  test('S-107 prints each decision as JSON, each at its reply, and a closing line; nothing is written', async () => {
    const path = putThread(temporaryFolder(), 'plan.json', 60)
    const before = readFileSync(path)
    const run = await runCli(['replay', path, '--window', '16000', '--json'])
    expect(run).toMatchObject({ code: 0, err: '' })
    const lines = jsonLines(run.out)
    const closing = lines.at(-1)
    const decisions = lines.slice(0, -1)
    expect(closing).toEqual({ file: path, requests: 60, decisions: decisions.length, invalid: null })
    expect(decisions.filter(({ level }) => level === 'summarize').length).toBeGreaterThan(2)
    let last = 0
    for (const decision of decisions) {
      expect(Object.keys(decision).toSorted()).toEqual(
        ['file', 'index', 'level', 'reason', 'state', 'tokensAfter', 'tokensBefore'].toSorted(),
      )
      const { index, state, level, tokensBefore, tokensAfter } = decision
      expect(['reduce', 'summarize', 'none']).toContain(level)
      expect(STATES).toContain(state)
      // A reply of the assistant, and never one before the last.
      expect(Number(index) % 2).toBe(1)
      expect(Number(index)).toBeGreaterThanOrEqual(last)
      last = Number(index)
      if (state === 'completed') expect(Number(tokensAfter)).toBeLessThan(Number(tokensBefore))
      if (level === 'summarize') expect(Number(tokensBefore)).toBeGreaterThanOrEqual(12_000)
    }
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(dirname(path))).toEqual(['plan.json'])
    // The same thread and policy give the same decisions.
    expect((await runCli(['replay', path, '--window', '16000', '--json'])).out).toBe(run.out)
  })

  test('a policy can be tried: a larger window decides later, one without a trigger never and says so', async () => {
    const path = putThread(temporaryFolder(), 'plan.json', 60)
    const first = async (...args: readonly string[]) => {
      const lines = jsonLines((await runCli(['replay', path, '--json', ...args])).out)
      return lines.find(({ level, state }) => level === 'summarize' && state === 'completed')?.index ?? null
    }
    const small = await first('--window', '16000')
    const large = await first('--window', '32000')
    expect(Number(large)).toBeGreaterThan(Number(small))
    const manual = ['--window', '16000', '--preset', 'manual-clone']
    expect(await first(...manual)).toBe(null)
    // Nothing runs by itself, and the request no longer fits: the walk ends there with the reason.
    const lines = jsonLines((await runCli(['replay', path, '--json', ...manual])).out)
    expect(lines.at(-2)).toMatchObject({ state: 'skipped', reason: 'manual-only' })
  })

  test('without --json it is one readable line per decision and a sum', async () => {
    const path = putThread(temporaryFolder(), 'plan.json', 24)
    const run = await runCli(['replay', path, '--window', '16000'])
    expect(run.code).toBe(0)
    const lines = run.out.trimEnd().split('\n')
    expect(lines.at(-1)).toMatch(/^.*plan\.json: 24 requests, \d+ summaries, \d+ other decisions$/)
    expect(lines[0]).toMatch(/^#\d+ {2}(?:reduce|summarize) {2}completed {2}\S+.*≈\d+ → ≈\d+$/)
  })

  test('a recorded thread with repeated ids, open calls and empty texts is walked with valid requests for all protocols', async () => {
    const path = join(temporaryFolder(), 'odd.json')
    writeFileSync(
      path,
      threadText([
        answer('a0', 'I begin.'),
        prompt('u', ' '),
        answer('', '', [call('', 'read_file', {}, null), call('', 'read_file', 'half {' as never, 'x')]),
        answer('', '', [call('c', 'grep', [1] as never, '', true), call('c', 'grep', {}, null)]),
        prompt('u', 'half a character \ud83d'),
        answer('a9', ''),
        answer('a9', 'done'),
      ]),
    )
    const run = await runCli(['replay', path, '--json'])
    expect(run.code).toBe(0)
    expect(jsonLines(run.out).at(-1)).toMatchObject({ requests: 4, invalid: null })
  })

  test('wrong use is exit code 2, a file that cannot be read 1, as a line with --json', async () => {
    const path = putThread(temporaryFolder())
    for (const args of [
      ['--preset', 'x'],
      ['--window', 'many'],
      ['--summarizer', 'x'],
    ])
      expect(await runCli(['replay', path, ...args]), args.join(' ')).toMatchObject({ code: 2, out: '' })
    const missing = await runCli(['replay', '/nowhere/x.json', '--json'])
    expect(missing.code).toBe(1)
    expect(jsonLines(missing.out)).toMatchObject([
      { file: '/nowhere/x.json', error: { code: 'file-not-found' } },
    ])
  })
})

/** The renderer makes every thread valid, so a protocol that refuses one request stands in for a fault in it. */
describe('the first request a protocol would refuse', () => {
  async function replayRefusing(protocol: string, at: number, json: boolean) {
    let seen = 0
    vi.doMock('../src/main/compaction/request/check-request.ts', async (load) => {
      const real = await load<typeof import('../src/main/compaction/request/check-request.ts')>()
      return {
        ...real,
        checkRequest: (asked: Parameters<typeof real.checkRequest>[0], body: unknown) => {
          if (asked === protocol) seen += 1
          return asked === protocol && seen === at
            ? [{ path: 'messages[3]', message: 'a result without its call' }]
            : real.checkRequest(asked, body)
        },
      }
    })
    onTestFinished(() => {
      vi.doUnmock('../src/main/compaction/request/check-request.ts')
      vi.resetModules()
    })
    const out: string[] = []
    const err: string[] = []
    vi.spyOn(process.stdout, 'write').mockImplementation(((text: string, done?: (error?: Error) => void) => {
      out.push(text)
      done?.()
      return true
    }) as never)
    vi.spyOn(process.stderr, 'write').mockImplementation(((text: string) => err.push(text) > 0) as never)
    vi.resetModules()
    const { replayFile } = await import('./commands/replay.ts')
    const path = putThread(temporaryFolder(), 'plan.json', 6)
    const code = await replayFile(path, { preset: 'ratio-75', summarizer: 'built-in', window: 16_000, json })
    vi.restoreAllMocks()
    return { code, path, out: out.join(''), err: err.join(''), seen }
  }

  test.each(['openai-chat', 'openai-responses', 'anthropic'])(
    'ends the walk with exit code 4 and says where: %s',
    { timeout: TIMEOUT },
    async (protocol) => {
      const { code, out, err, seen, path } = await replayRefusing(protocol, 3, true)
      expect(code).toBe(4)
      expect(seen).toBe(3)
      expect(jsonLines(out).at(-1)).toEqual({
        file: path,
        requests: 3,
        decisions: 0,
        invalid: {
          index: 5,
          protocol,
          problems: [{ path: 'messages[3]', message: 'a result without its call' }],
        },
      })
      expect(err).toContain(`The request for reply #5 is not valid for ${protocol}:`)
      expect(err).toContain('messages[3]: a result without its call')
    },
  )
})
