import { existsSync, mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AnswerStep } from '../../e2e/provider/types.ts'
import { context, startRuntime, THREAD } from './testing/start-runtime.ts'
import { answer, prompt, threadText } from './testing/thread-builder.ts'

const call = (name: string, args: { readonly [key: string]: unknown }): AnswerStep => ({
  kind: 'answer',
  text: '',
  toolCall: { name, arguments: args },
})

async function stateOf(app: Awaited<ReturnType<typeof startRuntime>>) {
  return app.handlers['turn.state']({ thread: THREAD }, context)
}

describe('a turn that goes round in circles', () => {
  test('pauses after the same call five times in a row, has not failed, and goes on when the person says so', async () => {
    let isFreed = false
    const app = await startRuntime({
      windowTokens: 200_000,
      provider: {
        script: () => (isFreed ? { kind: 'answer', text: 'END' } : call('list_dir', { path: '.' })),
      },
    })
    await app.say('Go.')
    expect(app.provider.requests).toHaveLength(5)
    expect(await stateOf(app)).toMatchObject({
      phase: 'idle',
      failure: { code: 'paused-repeating', params: { tool: 'list_dir', times: 5 } },
    })
    const activity = await app.handlers['activity.list']({ thread: THREAD, before: null, limit: 50 }, context)
    expect(activity.filter(({ kind }) => kind === 'error')).toEqual([])
    isFreed = true
    await app.handlers['turn.continue']({ thread: THREAD }, context)
    await app.idle()
    expect(app.file().map(({ role }) => role)).toEqual(['user', ...Array(6).fill('assistant')])
    expect((await stateOf(app)).failure).toBeNull()
  })

  test('pauses after a hundred steps, and what waits in the queue is held', async () => {
    let asked = 0
    const app = await startRuntime({
      windowTokens: 1_000_000,
      provider: {
        script: () => {
          asked += 1
          return call('list_dir', { path: `./${'./'.repeat(asked % 2)}` })
        },
      },
    })
    await app.send('Go.')
    await app.send('And then?')
    await app.idle()
    const state = await stateOf(app)
    expect([asked, state.failure?.code]).toEqual([100, 'paused-long'])
    expect(state.queue).toMatchObject([{ text: 'And then?', waitsFor: 'person' }])
  }, 120_000)
})

describe('a message that is too large', () => {
  test('for any message is refused with an error of its own; nothing is stored', async () => {
    const app = await startRuntime({ windowTokens: 200_000 })
    await expect(
      app.handlers['turn.send']({ thread: THREAD, text: 'x'.repeat(2_500_000) }, context),
    ).rejects.toMatchObject({ code: 'message-too-large', params: { chars: 2_500_000 } })
    expect([app.file(), app.provider.requests.length]).toEqual([[], 0])
  })

  test('for the window of the model is refused with an error of its own; nothing is stored or sent', async () => {
    const app = await startRuntime({ windowTokens: 16_000 })
    await expect(
      app.handlers['turn.send']({ thread: THREAD, text: 'words and more words. '.repeat(6_000) }, context),
    ).rejects.toMatchObject({ code: 'message-over-window', params: { window: 16_000 } })
    expect([app.file(), app.provider.requests.length, (await stateOf(app)).queue]).toEqual([[], 0, []])
  })
})

test.each([
  ['outside of the workspace', 'write_file', { path: '../outside.txt', content: 'x' }],
  ['outside of the workspace', 'edit_file', { path: '/etc/hosts', old_text: 'a', new_text: 'b' }],
  ['of a command outside of the workspace', 'run_command', { command: 'touch x', cwd: '..' }],
  ['to the open thread', 'write_file', { path: THREAD, content: '{}' }],
  ['to a thread that is not open', 'write_file', { path: 'notes/other.json', content: '{}' }],
  [
    'to a thread that is not open',
    'edit_file',
    { path: 'notes/other.json', old_text: 'Hello', new_text: 'x' },
  ],
  ['to kept outputs', 'write_file', { path: '.palimpsest/history/work.md', content: 'x' }],
])('a call %s is refused before the person is asked (%s)', async (_, name, args) => {
  const app = await startRuntime({
    windowTokens: 64_000,
    provider: { script: [call(name, args), { kind: 'answer', text: 'END' }] },
  })
  mkdirSync(join(app.root, 'notes'))
  const other = threadText([prompt('u', 'Hello')])
  writeFileSync(join(app.root, 'notes/other.json'), other)
  await app.say('Go.')
  const [, asked] = JSON.parse(readFileSync(app.path, 'utf8')).context.messages
  expect(asked.toolCalls[0].output.isError).toBe(true)
  expect(asked.palimpsest.approvals).toBeUndefined()
  expect(readFileSync(join(app.root, 'notes/other.json'), 'utf8')).toBe(other)
  expect(existsSync(join(app.root, '../outside.txt'))).toBe(false)
})

describe('the thread file while a turn runs', () => {
  const slow = () =>
    startRuntime({
      windowTokens: 64_000,
      messages: [prompt('u', 'Hello'), answer('a', 'Hi')],
      provider: { script: [{ kind: 'answer', text: 'a long reply in pieces', deltaChars: 2, delayMs: 60 }] },
    })

  test('moved away: it is written again under its name with everything said, and the person is told', async () => {
    const app = await slow()
    await app.send('Go.')
    await expect.poll(async () => (await stateOf(app)).phase, { interval: 20 }).toBe('streaming')
    renameSync(app.path, join(app.root, 'elsewhere.json'))
    await app.idle()
    expect(app.file().map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    const told = app.events.flatMap(({ name, payload }) => (name === 'thread.changed' ? [payload] : []))
    expect(told).toContainEqual({ thread: THREAD, kind: 'restored' })
  })

  test('made invalid: it is left as it is, the reason is told, and what was said is written once it is moved away', async () => {
    const app = await slow()
    await app.send('Go.')
    await expect.poll(async () => (await stateOf(app)).phase, { interval: 20 }).toBe('streaming')
    truncateSync(app.path, 60)
    const broken = readFileSync(app.path)
    await app.idle()
    expect(await stateOf(app)).toMatchObject({ isUnsaved: true, unsavedCode: 'file-truncated' })
    expect(readFileSync(app.path).equals(broken)).toBe(true)
    renameSync(app.path, join(app.root, 'broken.json'))
    await expect.poll(async () => (await stateOf(app)).isUnsaved).toBe(false)
    expect(app.file().map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  })
})
