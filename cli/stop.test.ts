import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startScriptedProvider } from '../e2e/provider/server.ts'
import type { ScriptedProviderOptions } from '../e2e/provider/types.ts'
import { isTemporaryName } from '../src/main/disk/temporary-file.ts'
import { temporaryFolder } from '../src/main/testing/temporary-folder.ts'
import { openThreadFile } from '../src/main/threads/thread-file.ts'
import { jsonLines, putThread, runCli, startCli } from './testing/run-cli.ts'

async function providerArgs(options: ScriptedProviderOptions) {
  const provider = await startScriptedProvider(options)
  onTestFinished(() => provider.close())
  const base = ['--provider', 'openai', '--model', 'm', '--base-url', `${provider.url}/v1`]
  return { provider, base }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((next) => setTimeout(next, 10))
}

describe('compacting with a model', { timeout: 180_000 }, () => {
  test('a streamed summary becomes the checkpoint; the key stands in no output', async () => {
    const folder = temporaryFolder()
    putThread(folder)
    const { provider, base } = await providerArgs({ key: 'sk-planted-0123456789' })
    const run = await runCli(['compact', 'plan.json', ...base, '--json'], {
      cwd: folder,
      env: { OPENAI_API_KEY: 'sk-planted-0123456789' },
    })
    expect(run.code).toBe(0)
    expect(provider.requests).toHaveLength(1)
    expect(run.out + run.err + readFileSync(join(folder, 'plan-compact-1.json'), 'utf8')).not.toContain(
      'sk-planted',
    )
  })

  test('B-90 an error that echoes the key is shown without it', async () => {
    const folder = temporaryFolder()
    putThread(folder)
    const { base } = await providerArgs({ key: 'sk-another-key' })
    const run = await runCli(['compact', 'plan.json', ...base, '--json'], {
      cwd: folder,
      env: { OPENAI_API_KEY: 'sk-planted-0123456789' },
    })
    expect(run.code).toBe(1)
    expect(jsonLines(run.out)).toMatchObject([{ error: { code: 'auth' } }])
    expect(run.out + run.err).not.toContain('sk-planted-0')
  })

  test('B-42 B-44 an empty or cut summary is a failure and leaves no copy', async () => {
    const folder = temporaryFolder()
    putThread(folder)
    for (const [text, finish] of [
      ['', 'stop'],
      ['## Goal\nTo be con', 'length'],
    ] as const) {
      const { base } = await providerArgs({ script: () => ({ kind: 'answer', text, finish }) })
      const run = await runCli(['compact', 'plan.json', ...base, '--json'], { cwd: folder })
      expect(run.code).toBe(1)
      expect(jsonLines(run.out)[0]).toHaveProperty(
        'error.code',
        text === '' ? 'summary-empty' : 'summary-cut',
      )
      expect(readdirSync(folder)).toEqual(['plan.json'])
    }
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'B-63 %s while the model streams: no copy, no leftover, the rest is not started',
    async (signal) => {
      const folder = temporaryFolder()
      putThread(folder)
      putThread(folder, 'second.json')
      const { provider, base } = await providerArgs({ script: () => ({ kind: 'hang', where: 'after-text' }) })
      const { child, ended } = startCli(['compact', 'plan.json', 'second.json', ...base, '--json'], {
        cwd: folder,
      })
      await until(() => provider.requests.length === 1)
      const stopped = performance.now()
      child.kill(signal)
      const run = await ended
      expect(performance.now() - stopped).toBeLessThan(3_000)
      expect(run).toMatchObject({ code: 1, signal: null, err: '' })
      expect(jsonLines(run.out)).toEqual([
        { file: 'plan.json', error: { code: 'cancelled', message: 'Stopped.' } },
        { file: 'second.json', error: { code: 'cancelled', message: 'Stopped.' } },
      ])
      expect(readdirSync(folder)).toEqual(['plan.json', 'second.json'])
      expect(provider.requests).toHaveLength(1)
    },
  )

  test('a second Ctrl-C ends it at once, whatever it is doing', async () => {
    const folder = temporaryFolder()
    putThread(folder)
    const { provider, base } = await providerArgs({
      script: () => ({ kind: 'hang', where: 'before-headers' }),
    })
    const { child, ended } = startCli(['compact', 'plan.json', ...base], { cwd: folder })
    await until(() => provider.requests.length === 1)
    child.kill('SIGINT')
    child.kill('SIGINT')
    expect((await ended).code).toBe(1)
    expect(readdirSync(folder)).toEqual(['plan.json'])
  })
})

describe('kill -9', () => {
  test('B-63 at any moment leaves no copy or a whole one, and the source as it was', {
    timeout: 300_000,
  }, async () => {
    const folder = temporaryFolder()
    const source = putThread(folder, 'plan.json', 300)
    const before = readFileSync(source)
    const started = performance.now()
    await runCli(['compact', 'plan.json'], { cwd: folder })
    const wholeMs = performance.now() - started
    for (let round = 0; round < 8; round += 1) {
      const { child, ended } = startCli(['compact', 'plan.json'], { cwd: folder })
      // Most of the rounds end near the writing, the last part of a run.
      await new Promise((passed) => setTimeout(passed, wholeMs * (0.6 + round * 0.06)))
      child.kill('SIGKILL')
      await ended
    }
    expect(readFileSync(source)).toEqual(before)
    const copies = readdirSync(folder).filter((name) => name !== 'plan.json' && !isTemporaryName(name))
    for (const name of copies) {
      const copy = await openThreadFile(join(folder, name))
      expect([name, copy.count, copy.layout.turns.length]).toEqual([name, 7, 3])
    }
  })
})
