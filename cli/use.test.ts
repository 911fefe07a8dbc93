import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../src/main/testing/temporary-folder.ts'
import { answer, call, prompt, threadText } from '../src/main/testing/thread-builder.ts'
import { jsonLines, putThread, runCli, startCli } from './testing/run-cli.ts'

/** Each run is a process of its own, and the machine may be busy. */
const TIMEOUT = 180_000

const STACK = /\n\s+at .*\(?.*:\d+:\d+\)?/

describe('using the command line', { timeout: TIMEOUT }, () => {
  test('--version prints the version of the package, --help says how to use it; both exit with 0', async () => {
    const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'))
    expect(await runCli(['--version'])).toMatchObject({ code: 0, out: `${version}\n`, err: '' })
    const help = await runCli(['--help'])
    expect(help.code).toBe(0)
    for (const command of ['compact', 'inspect', 'report']) expect(help.out).toContain(command)
  })

  test('wrong use is exit code 2, a sentence on stderr and nothing on stdout', async () => {
    const provider = ['compact', 'a.json', '--provider', 'openai', '--model', 'm']
    const lines: readonly (readonly string[])[] = [
      [],
      ['fly'],
      ['compact'],
      ['inspect'],
      ['report', 'only-one.json'],
      ...['0', '-1', '1.5', 'three'].map((keep) => ['compact', 'a.json', '--keep', keep]),
      ['compact', 'a.json', '--budget', '10'],
      ['compact', 'a.json', '--provider', 'nobody'],
      ['compact', 'a.json', '--provider', '__proto__'],
      ['compact', 'a.json', '--provider', 'openai'],
      ['compact', 'a.json', '--nonsense'],
      // B-28: a window that is none.
      ...['0', '-1', '128k', 'null', 'NaN'].map((window) => [...provider, '--window', window]),
      ...['ftp://x', 'not an address', 'javascript:alert(1)'].map((url) => [...provider, '--base-url', url]),
    ]
    for (const args of lines) {
      const run = await runCli(args)
      expect({ args, code: run.code, out: run.out }).toEqual({ args, code: 2, out: '' })
      expect(run.err).not.toBe('')
      expect(run.err).not.toMatch(STACK)
    }
  })

  test("a thread's words never steer the terminal, and stay what they are as JSON", async () => {
    const path = join(temporaryFolder(), 'a.json')
    const title = 'Plan \u001b]52;c;aGk=\u0007\u009b2J'
    writeFileSync(path, threadText([prompt('1', 'hi')], { title }))
    const plain = await runCli(['inspect', path])
    expect(plain.out).toContain('Plan \\u001b]52;c;aGk=\\u0007\\u009b2J')
    const json = await runCli(['inspect', path, '--json'])
    expect(jsonLines(json.out)[0]?.title).toBe(title)
    for (const { out } of [plain, json]) expect(out).not.toMatch(/(?!\n)\p{Cc}/u)
  })

  test('a bad number costs one line and a hint, not the whole help', async () => {
    for (const args of [
      ['compact', 'a.json', '--keep', '0'],
      ['compact', 'a.json', '--budget', '10'],
    ]) {
      const { err } = await runCli(args)
      expect(err.trim().split('\n')).toHaveLength(2)
      expect(err).toMatch(/^error: option/)
      expect(err).toContain('see --help')
    }
  })

  test('B-89 a missing key is said before anything is sent', async () => {
    const folder = temporaryFolder()
    putThread(folder)
    const run = await runCli(['compact', 'plan.json', '--provider', 'anthropic', '--model', 'm'], {
      cwd: folder,
    })
    expect(run.code).toBe(1)
    expect(run.err).toContain('ANTHROPIC_API_KEY')
  })

  test('a reader that goes away, as with `| head -1`, ends it without a stack trace', async () => {
    const folder = temporaryFolder()
    putThread(folder)
    const { child, ended } = startCli(['inspect', ...Array.from({ length: 200 }, () => 'plan.json')], {
      cwd: folder,
    })
    child.stdout?.once('data', () => child.stdout?.destroy())
    const run = await ended
    expect(run.err).toBe('')
    expect(run.code).toBe(1)
  })

  test('a request that is longer than its reader wants is no failure of the thread', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 't.json'), threadText([prompt('u1', 'long words '.repeat(100_000))]))
    const { child, ended } = startCli(
      ['request', 't.json', '--protocol', 'anthropic', '--window', '2000000'],
      {
        cwd: folder,
      },
    )
    child.stdout?.once('data', () => child.stdout?.destroy())
    expect(await ended).toMatchObject({ err: '', code: 1 })
  })

  test.skipIf(!existsSync('/dev/full'))(
    'a stdout that is full is said in a sentence, exit code 1',
    async () => {
      const folder = temporaryFolder()
      putThread(folder)
      for (const args of [['inspect', 'plan.json'], ['inspect', 'gone.json', '--json'], ['--version']]) {
        const run = await runCli(args, { cwd: folder, stdout: openSync('/dev/full', 'w') })
        expect(run.err).not.toMatch(STACK)
        expect(run.signal).toBeNull()
        if (args[0] === 'inspect') {
          expect(run.code).toBe(1)
          expect(run.err).toContain('Results cannot be written')
        }
      }
    },
  )

  test('inspect counts what is there, with the documented fields', async () => {
    const folder = temporaryFolder()
    const picture = { type: 'image_data', mimeType: 'image/png', data: 'A'.repeat(400) }
    const messages = [
      { ...prompt('u1', 'Look'), content: [{ type: 'text', text: 'Look' }, picture] },
      answer('a1', 'I look.', [
        call('c1', 'read', { path: 'x' }, 'x'),
        call('c1', 'read', { path: 'y' }, null),
      ]),
      prompt('u2', 'Go on'),
    ]
    writeFileSync(join(folder, 't.json'), threadText(messages))
    const run = await runCli(['inspect', 't.json', '--json'], { cwd: folder })
    const [line] = jsonLines(run.out)
    expect(line).toEqual({
      file: 't.json',
      format: 'llm-space',
      title: 'test-thread',
      messages: 3,
      unreadable: 0,
      turns: 2,
      toolCalls: 2,
      toolResults: 1,
      orphanResults: 0,
      missingResults: 1,
      images: 1,
      tokens: expect.any(Number),
      checkpoints: 0,
    })
    expect(Number.isSafeInteger(line?.tokens)).toBe(true)
    const { out } = await runCli(['inspect', 't.json'], { cwd: folder })
    expect(out).toContain('3 messages, 2 turns, ')
    expect(out).toContain('2 tool calls, 1 result, 1 without a result')
    expect(out).toContain('1 image, 0 checkpoints')
  })

  test('B-23 doubling the bytes of a picture leaves the estimate as it is; a second picture does not', async () => {
    const folder = temporaryFolder()
    const put = (name: string, pictures: readonly number[]) => {
      const content = pictures.map((size) => ({
        type: 'image_data',
        mimeType: 'image/png',
        data: 'A'.repeat(size),
      }))
      writeFileSync(
        join(folder, name),
        threadText([
          { id: 'u', role: 'user', content: [{ type: 'text', text: 'What is this?' }, ...content] },
          {
            id: 'a',
            role: 'assistant',
            content: [],
            toolCalls: [
              { id: 'c', input: { name: 'shot', arguments: {} }, output: { content, isError: false } },
            ],
          },
        ]),
      )
    }
    put('one.json', [2_000_000])
    put('doubled.json', [4_000_000])
    put('two.json', [2_000_000, 2_000_000])
    const run = await runCli(['inspect', 'one.json', 'doubled.json', 'two.json', '--json'], { cwd: folder })
    const [one = 0, doubled, two = 0] = jsonLines(run.out).map(({ tokens }) => Number(tokens))
    expect(doubled).toBe(one)
    expect(two).toBeGreaterThan(one)
    expect(two).toBeLessThan(20_000)
  })
})
