import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { JsonValue } from '../../../shared/thread/message.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { callTool } from '../testing/call-tool.ts'
import { commandEnvironment } from './command-environment.ts'
import { runCommandTool } from './run-command.ts'
import { SeenFiles } from './seen-files.ts'

test('answers what was printed, and a failed result with the exit code', async () => {
  const root = temporaryFolder()
  expect(await callTool(runCommandTool, root, { command: 'pwd' })).toBe(`${root}\n`)
  expect(await callTool(runCommandTool, root, { command: 'true' })).toBe('[It printed nothing.]')
  expect(await callTool(runCommandTool, root, { command: 'echo no >&2; exit 3' })).toBe(
    'failed: Exit code 3.\nno\n',
  )
})

test('what a failed command printed stands as it was printed, whatever it looks like', async () => {
  const prepared = runCommandTool.prepare({ command: 'echo basic usage, greater-or-equal; exit 1' })
  if (typeof prepared === 'string') throw new Error(prepared)
  const signal = new AbortController().signal
  const seen = new SeenFiles()
  const context = { root: temporaryFolder(), protectedPaths: [], seen, signal, keepOutput: async () => null }
  expect(await prepared.run(context)).toEqual({
    content: [{ kind: 'text', text: 'Exit code 1.\nbasic usage, greater-or-equal\n' }],
    isError: true,
  })
})

test('a command that takes too long is ended, with what it had printed', async () => {
  const from = performance.now()
  const answer = await callTool(runCommandTool, temporaryFolder(), {
    command: 'echo begun; sleep 60',
    timeout_seconds: 1,
  })
  expect(answer).toBe('failed: Ended after 1 s without finishing.\nbegun\n')
  expect(performance.now() - from).toBeLessThan(5_000)
})

test('what a command started ends with it when its time is up, also what does not hear the polite end', async () => {
  const root = temporaryFolder()
  const deaf = `trap '' TERM; sleep 60 >/dev/null 2>&1 & echo $! > pid; wait`
  await callTool(runCommandTool, root, {
    command: `sh -c "${deaf.replaceAll('$', '\\$')}" & wait`,
    timeout_seconds: 1,
  })
  const pid = Number(readFileSync(join(root, 'pid'), 'utf8'))
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false))
})

/** A process that ended and was not waited for counts as gone. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('a question about a command names its folder, in one spelling', () => {
  const asked = (input: JsonValue) => {
    const prepared = runCommandTool.prepare(input)
    return typeof prepared === 'string' ? prepared : [prepared.effect, prepared.subject]
  }
  expect(asked({ command: 'rm -rf *', cwd: './build/' })).toEqual([
    { kind: 'run', command: 'rm -rf *', cwd: 'build' },
    'rm -rf * (build)',
  ])
  for (const cwd of ['', '.', './', 'a/..'])
    expect(asked({ command: 'ls', cwd })).toEqual([{ kind: 'run', command: 'ls', cwd: '.' }, 'ls'])
})

test('output is bounded, with its full size', async () => {
  const answer = await callTool(runCommandTool, temporaryFolder(), {
    command: 'yes 12345678 | head -c 5000000; echo END',
  })
  expect(answer.length).toBeLessThan(31_000)
  expect(answer.startsWith('12345678')).toBe(true)
  expect(answer.endsWith('END\n')).toBe(true)
})

test.each([2_060_000, 2_100_000, 20_000_000])(
  '%i bytes printed at once before the end are kept whole, also when the disk is slow to take them',
  async (count) => {
    let bytes = 0
    const answer = await callTool(
      runCommandTool,
      temporaryFolder(),
      { command: `"${process.execPath}" -e "process.stdout.write('x'.repeat(${count - 4}) + 'END\\n')"` },
      {
        keepOutput: async (write) => {
          await write({
            async writeFile(piece) {
              // Longer than a command that has ended and is silent is waited for.
              if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 1_500))
              bytes += piece.length
            },
          })
          return 'kept.txt'
        },
      },
    )
    expect(bytes).toBe(count)
    expect(answer.endsWith('END\n')).toBe(true)
  },
  60_000,
)

test('a child left behind that never stops printing does not keep the answer waiting', async () => {
  const from = performance.now()
  const answer = await callTool(runCommandTool, temporaryFolder(), {
    command: 'timeout 20 yes & echo here',
    timeout_seconds: 15,
  })
  expect(answer).toContain('here')
  expect(performance.now() - from).toBeLessThan(14_000)
}, 60_000)

test('binary output is named, not shown', async () => {
  const answer = await callTool(runCommandTool, temporaryFolder(), { command: 'head -c 3000 /dev/zero' })
  expect(answer).toBe('[Binary output, 3.0 kB, not shown.]')
})

test('a child left in the background does not keep the answer waiting', async () => {
  const from = performance.now()
  expect(
    await callTool(runCommandTool, temporaryFolder(), { command: '(sleep 5; touch late) & echo here' }),
  ).toBe('here\n')
  expect(performance.now() - from).toBeLessThan(2_000)
})

test('it cannot run outside the workspace folder', async () => {
  const root = temporaryFolder()
  expect(await callTool(runCommandTool, root, { command: 'touch x', cwd: '..' })).toMatch(
    /^failed: .*outside/,
  )
  expect(existsSync(join(root, '..', 'x'))).toBe(false)
})

test('B-89 no key of this program reaches a command', async () => {
  const planted = {
    OPENAI_API_KEY: 'sk-a-AAAABBBBCCCC',
    MY_TOKEN: 'zzz',
    PLAIN: 'sk-test-AAAABBBBCCCCDDDD',
    PROXY: 'http://u:p@h',
    NODE_OPTIONS: '--inspect',
    HOME: '/home',
    PATH: '/bin',
    GOPATH: '/go',
  }
  expect(commandEnvironment(planted)).toEqual({ HOME: '/home', PATH: '/bin', GOPATH: '/go' })
  process.env.PLANTED_API_KEY = 'AAAABBBBCCCC'
  try {
    expect(await callTool(runCommandTool, temporaryFolder(), { command: 'env' })).not.toContain('AAAABBBB')
  } finally {
    delete process.env.PLANTED_API_KEY
  }
})
