import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DefaultChatTransport } from 'ai'
import { describe, expect, test } from 'vitest'
import type { ScriptedProvider } from '../../e2e/provider/server.ts'
import type { Protocol } from '../../e2e/provider/types.ts'
import type { AppEvents } from '../shared/ipc/events.ts'
import { checkRequest } from './compaction/request/check-request.ts'
import { PROTOCOLS } from './testing/run-summary.ts'
import { context, ledger, startRuntime, THREAD, turns } from './testing/start-runtime.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { answer, prompt } from './testing/thread-builder.ts'

function requestsAreValid(provider: ScriptedProvider, kind: Protocol): void {
  for (const { body, protocol } of provider.requests)
    if (protocol !== null) expect(checkRequest(kind, body)).toEqual([])
}

describe.each(PROTOCOLS)('a conversation over %s', (kind) => {
  test('a message is answered, with a tool in between, and all of it is in the thread file', async () => {
    const app = await startRuntime({
      kind,
      provider: {
        script: (request) =>
          request.text.includes('# Notes')
            ? { kind: 'answer', text: 'The file holds notes.' }
            : { kind: 'answer', text: '', toolCall: { name: 'read_file', arguments: { path: 'notes.md' } } },
      },
    })
    writeFileSync(join(app.root, 'notes.md'), '# Notes\n')
    await app.say('What is in notes.md?')
    expect(app.file().map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant'])
    expect(readFileSync(app.path, 'utf8')).toContain('The file holds notes.')
    requestsAreValid(app.provider, kind)
    expect(app.provider.requests.filter(({ protocol }) => protocol !== null)).toHaveLength(2)
  })

  test('S-074 the context is compacted before a request and the conversation goes on', async () => {
    const app = await startRuntime({ kind, messages: turns(40), provider: { windowTokens: 16_000 } })
    const before = createHash('sha256')
      .update(JSON.stringify(app.file().slice(0, 80)))
      .digest('hex')
    await app.say('And now?')
    const list = await app.handlers['checkpoint.list']({ thread: THREAD }, context)
    expect(list).toMatchObject([{ number: 1, kind: 'automatic', state: 'active' }])
    expect(app.file()).toHaveLength(82)
    expect(
      createHash('sha256')
        .update(JSON.stringify(app.file().slice(0, 80)))
        .digest('hex'),
    ).toBe(before)
    requestsAreValid(app.provider, kind)
    const [request] = app.provider.requests.filter(({ protocol }) => protocol !== null)
    expect(request?.text).toContain('# Context checkpoint')
    expect(request?.text).not.toContain('Part 0 was mended.')
  })
})

test('a port of the interface that was taken is tried again when somebody looks', async () => {
  const app = await startRuntime()
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  // A server always listens on a port here.
  const { port } = other.address() as AddressInfo
  await app.handlers['settings.set']({ observation: { isOn: true, port } }, context)
  const state = () => app.handlers['observation.state'](undefined, context)
  expect(await state()).toMatchObject({ port: null, problem: expect.stringContaining(`${port}`) })
  await new Promise((done) => other.close(done))
  expect(await state()).toMatchObject({ port, problem: null })
})

test('another workspace ends what runs in the former one: no tool works with files of the other', async () => {
  const app = await startRuntime({
    provider: {
      script: [
        {
          kind: 'answer',
          blocks: [
            { kind: 'text', text: 'I write it down. '.repeat(20) },
            { kind: 'call', name: 'write_file', arguments: { path: 'made.md', content: 'made' } },
          ],
          deltaChars: 20,
          delayMs: 50,
        },
      ],
    },
  })
  const grants = { allowed: [{ kind: 'write' as const }], refused: [] }
  await app.handlers['agent.saveGrants']({ thread: THREAD, grants }, context)
  await app.send('Write it down.')
  await expect
    .poll(async () => (await app.handlers['turn.state']({ thread: THREAD }, context)).phase)
    .toBe('streaming')
  const other = await app.handlers['workspace.openSample'](undefined, context)
  // At once: what comes later would be told, and done, under the other folder's names.
  expect(app.events.findLast(({ name }) => name === 'turn.changed')?.payload).toMatchObject({
    thread: THREAD,
    state: { phase: 'idle' },
  })
  expect(existsSync(join(other.root, 'made.md'))).toBe(false)
  await app.handlers['workspace.choose'](undefined, context)
  expect(await app.handlers['turn.state']({ thread: THREAD }, context)).toMatchObject({
    phase: 'idle',
    failure: { code: 'cancelled' },
  })
  expect(app.file()[1]).toMatchObject({ role: 'assistant' })
  expect(existsSync(join(app.root, 'made.md'))).toBe(false)
})

test('an answer about a thread outside the workspace holds for the workspace it was given in', async () => {
  const app = await startRuntime()
  const outside = join(temporaryFolder(), 'outside.json')
  const grants = { allowed: [{ kind: 'write' as const }], refused: [] }
  await app.handlers['agent.saveGrants']({ thread: outside, grants }, context)
  await app.handlers['workspace.openSample'](undefined, context)
  expect((await app.handlers['agent.grants']({ thread: outside }, context)).allowed).toEqual([])
  await app.handlers['workspace.choose'](undefined, context)
  expect(await app.handlers['agent.grants']({ thread: outside }, context)).toEqual(grants)
})

test('S-009 undo brings back the very request from before the compaction, and restore the one after it', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  const before = await ledger(app)
  const outcome = await app.handlers['context.compact']({ thread: THREAD, focus: 'the header' }, context)
  expect(outcome.kind).toBe('completed')
  const after = await ledger(app)
  expect(after.tokens).toBeLessThan(before.tokens)
  const [entry] = await app.handlers['checkpoint.list']({ thread: THREAD }, context)
  const id = entry?.id ?? ''
  expect(await app.handlers['checkpoint.undo']({ thread: THREAD, id }, context)).toMatchObject([
    { state: 'undone' },
  ])
  expect(await ledger(app)).toEqual(before)
  await app.handlers['checkpoint.restore']({ thread: THREAD, id }, context)
  expect(await ledger(app)).toEqual(after)
})

test('S-012 B-65 after a restart the same request is built, and nobody is asked for a summary', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  const before = await ledger(app)
  await app.restart()
  expect(await ledger(app)).toEqual(before)
  expect(app.provider.requests).toEqual([])
  const opened = await app.handlers['thread.open']({ thread: THREAD }, context)
  expect(opened.messages).toBe(80)
})

test('S-075 S-076 S-077 /compact sends nothing of the conversation; the next message goes out compacted', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  expect(app.provider.requests).toEqual([])
  expect(app.file()).toHaveLength(80)
  await app.say('Go on.')
  expect(app.provider.requests).toHaveLength(1)
  expect(app.provider.requests[0]?.text).toContain('# Context checkpoint')
})

test('S-099 S-153 the meter, the route and the event tell the same number, also right after a compaction', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  const outcome = await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  const report = await app.handlers['context.get']({ thread: THREAD }, context)
  expect(outcome.kind === 'completed' && outcome.event.tokensAfter).toBe(report.usedTokens)
  const told = app.events.findLast(({ name }) => name === 'context.changed')?.payload
  expect(told).toMatchObject({ report: { usedTokens: report.usedTokens } })
  expect(report.categories.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(report.usedTokens)
})

test('S-090 a compaction is told by one notice with one ending', async () => {
  const app = await startRuntime({ messages: turns(40) })
  await app.say('And now?')
  const notices = app.events.flatMap(({ name, payload }) =>
    name === 'turn.changed' ? [(payload as AppEvents['turn.changed']).state.notice] : [],
  )
  const endings = new Set(
    notices.filter((one) => one?.outcome).map((one) => `${one?.id} ${one?.outcome?.kind}`),
  )
  expect(endings.size).toBe(1)
  const activity = await app.handlers['activity.list']({ thread: THREAD, before: null, limit: 50 }, context)
  expect(activity.filter(({ kind }) => kind === 'compaction')).toHaveLength(1)
})

test('S-010 S-060 what was compacted lies in the history file, and the checkpoint names it', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  const outcome = await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  const path = outcome.kind === 'completed' ? (outcome.event.filePath ?? '') : ''
  expect(path).toBe('.palimpsest/history/work.md')
  expect(readFileSync(join(app.root, path), 'utf8')).toContain('Part 0 was mended.')
})

test('S-111 S-112 a refusal as too large is answered by one compaction and a replay, and is not shown', async () => {
  let refused = 0
  const app = await startRuntime({
    messages: turns(40),
    windowTokens: 200_000,
    provider: {
      script: (request) => {
        if (request.text.includes('# Context checkpoint')) return { kind: 'answer', text: 'Here.' }
        refused += 1
        return {
          kind: 'reply',
          status: 400,
          body: {
            error: {
              message: "This model's maximum context length is 8192 tokens.",
              code: 'context_length_exceeded',
              type: 'invalid_request_error',
            },
          },
        }
      },
    },
  })
  await app.say('Go.')
  expect(refused).toBe(1)
  const state = await app.handlers['turn.state']({ thread: THREAD }, context)
  expect(state.failure).toBeNull()
  const list = await app.handlers['checkpoint.list']({ thread: THREAD }, context)
  expect(list).toMatchObject([{ kind: 'overflow' }])
})

test('S-113 a second refusal is surfaced, with nothing lost', async () => {
  const app = await startRuntime({
    messages: turns(40),
    windowTokens: 200_000,
    provider: {
      script: () => ({
        kind: 'reply',
        status: 400,
        body: { error: { message: 'maximum context length is 100 tokens', code: 'context_length_exceeded' } },
      }),
    },
  })
  await app.say('Go.')
  const state = await app.handlers['turn.state']({ thread: THREAD }, context)
  expect(state.failure).not.toBeNull()
  expect(app.provider.requests.filter(({ protocol }) => protocol !== null).length).toBeLessThanOrEqual(2)
  expect(app.file().at(-1)).toMatchObject({ role: 'user' })
})

test('pins stay word for word under a checkpoint, an excluded message is not sent, and facts never change', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  const bytes = readFileSync(app.path)
  await app.handlers['mark.set']({ thread: THREAD, index: 2, kind: 'pin', isOn: true }, context)
  await app.handlers['mark.set']({ thread: THREAD, index: 78, kind: 'exclude', isOn: true }, context)
  await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  const { items } = await ledger(app)
  expect(items.find(({ index }) => index === 2)).toMatchObject({ isSent: true })
  expect(items.find(({ index }) => index === 78)).toMatchObject({ isSent: false })
  expect(readFileSync(app.path).equals(bytes)).toBe(true)
})

test('edit and resend makes a branch beside the thread; the thread itself is not touched', async () => {
  const app = await startRuntime({ messages: turns(4) })
  const bytes = readFileSync(app.path)
  const { thread } = await app.handlers['thread.fork'](
    { thread: THREAD, index: 4, text: 'Another way.' },
    context,
  )
  expect(thread).toBe('work-branch-1.json')
  const branch = JSON.parse(readFileSync(join(app.root, thread), 'utf8'))
  expect(branch.context.messages.map(({ id }: { id: string }) => id).slice(0, 4)).toEqual([
    'u0',
    'a0',
    'u1',
    'a1',
  ])
  expect(branch.context.messages).toHaveLength(5)
  expect(readFileSync(app.path).equals(bytes)).toBe(true)
  const opened = await app.handlers['thread.open']({ thread }, context)
  expect(opened.messages).toBe(5)
})

test('C-10 a new thread begins with the checkpoint of this one', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  const { thread } = await app.handlers['context.startNew']({ thread: THREAD }, context)
  const opened = await app.handlers['thread.open']({ thread }, context)
  expect(opened).toMatchObject({ messages: 1, checkpointIndex: 0 })
})

test('without a provider nothing is stored and the text stays the person’s', async () => {
  const app = await startRuntime()
  await app.handlers['provider.remove']({ id: 'p' }, context)
  await expect(app.handlers['turn.send']({ thread: THREAD, text: 'Hello?' }, context)).rejects.toMatchObject({
    code: 'no-model',
  })
  expect(app.file()).toEqual([])
})

test('S-045 S-046 S-047 files that were read last come back as they are on disk now, and only as text', async () => {
  const app = await startRuntime({
    windowTokens: 64_000,
    messages: [
      prompt('u', 'Look.'),
      answer('r', '', [
        {
          id: 'c1',
          input: { name: 'read_file', arguments: { path: 'src/a.ts' } },
          output: { content: [{ type: 'text', text: 'old' }], isError: false },
        },
        {
          id: 'c2',
          input: { name: 'read_file', arguments: { path: 'logo.bin' } },
          output: { content: [{ type: 'text', text: 'binary' }], isError: false },
        },
        {
          id: 'c3',
          input: { name: 'read_file', arguments: { path: '../outside.txt' } },
          output: { content: [{ type: 'text', text: 'x' }], isError: false },
        },
      ]),
      ...turns(40),
    ],
  })
  mkdirSync(join(app.root, 'src'))
  writeFileSync(join(app.root, 'src/a.ts'), 'export const now = 1\n')
  writeFileSync(join(app.root, 'logo.bin'), Buffer.from([1, 0, 2, 0]))
  writeFileSync(join(app.root, '../outside.txt'), 'secret')
  const outcome = await app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  const files = outcome.kind === 'completed' ? outcome.event.restoration.files : []
  expect(files.map(({ path, text }) => [path, text])).toEqual([['src/a.ts', 'export const now = 1\n']])
  expect(
    (await ledger(app)).items.some(({ kind, text }) => kind === 'restored' && text.includes('src/a.ts')),
  ).toBe(true)
})

test('S-150 S-153 S-157 the real AI SDK client sees a turn with a compaction over the loopback interface', async () => {
  const app = await startRuntime({ messages: turns(40) })
  await app.handlers['settings.set']({ observation: { isOn: true, port: 47_391 } }, context)
  const { port, token } = await app.handlers['observation.state'](undefined, context)
  const headers = { authorization: `Bearer ${token}` }
  const transport = new DefaultChatTransport({
    api: `http://127.0.0.1:${port}/api/sessions/${THREAD}/messages`,
    headers,
  })
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: THREAD,
    messageId: undefined,
    messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'And now?' }] }],
    abortSignal: undefined,
  })
  const types: string[] = []
  for await (const chunk of stream) types.push(chunk.type)
  expect(types[0]).toBe('start')
  expect(types.indexOf('data-nova-compaction-end')).toBeGreaterThan(
    types.indexOf('data-nova-compaction-start'),
  )
  expect(types.indexOf('text-delta')).toBeGreaterThan(types.indexOf('data-nova-compaction-end'))
  expect(types.at(-1)).toBe('finish')
  const answer = await fetch(`http://127.0.0.1:${port}/api/sessions/${THREAD}/context`, { headers })
  const report = await app.handlers['context.get']({ thread: THREAD }, context)
  expect(await answer.json()).toMatchObject({ used: report.usedTokens, limit: report.triggerTokens })
  await app.handlers['settings.set']({ observation: { isOn: false, port: 47_391 } }, context)
  await app.handlers['observation.state'](undefined, context)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
})

test.each(['Stop', 'a restart'])(
  'after %s what waited in the queue is held, and sent when the person says so',
  async (what) => {
    const app = await startRuntime({
      windowTokens: 64_000,
      provider: {
        script: [
          { kind: 'hang', where: 'after-text' },
          { kind: 'answer', text: 'END' },
        ],
      },
    })
    await app.send('First.')
    const state = () => app.handlers['turn.state']({ thread: THREAD }, context)
    await expect.poll(async () => (await state()).phase).toBe('streaming')
    await app.send('Second.')
    if (what === 'Stop') await app.handlers['turn.stop']({ thread: THREAD }, context)
    else await app.restart()
    await app.handlers['thread.open']({ thread: THREAD }, context)
    const { queue, phase } = await state()
    expect([phase, queue.map(({ text, waitsFor }) => [text, waitsFor])]).toEqual([
      'idle',
      [['Second.', 'person']],
    ])
    expect(app.provider.requests).toHaveLength(1)
    await app.handlers['turn.sendNow']({ thread: THREAD, id: queue[0]?.id ?? '' }, context)
    await expect.poll(async () => (await state()).phase === 'idle' && app.file().length === 4).toBe(true)
  },
)

test.each([
  ['run_command', { command: 'node -e "for (let i = 0; i < 1e6; i++) console.log(\'line \' + i)"' }],
  ['read_file', { path: 'big.log' }],
])(
  'S-122 an output of many megabytes of %s is complete in its file, and its marker tells the true sizes',
  async (name, args) => {
    const whole = Array.from({ length: 1_000_000 }, (_, at) => `line ${at}\n`).join('')
    const app = await startRuntime({
      windowTokens: 200_000,
      provider: {
        script: [
          { kind: 'answer', text: '', toolCall: { name, arguments: args } },
          { kind: 'answer', text: 'END' },
        ],
      },
    })
    writeFileSync(join(app.root, 'big.log'), whole)
    await app.handlers['agent.saveGrants'](
      {
        thread: THREAD,
        grants: {
          allowed: [{ kind: 'run', command: 'command' in args ? args.command : '', cwd: '.' }],
          refused: [],
        },
      },
      context,
    )
    await app.say('Go.')
    const [, { toolCalls }] = JSON.parse(readFileSync(app.path, 'utf8')).context.messages
    const { text } = toolCalls[0].output.content[0]
    expect(text.length).toBeLessThan(33_000)
    expect(text).toContain('line 0\n')
    for (const size of [`${whole.length} characters`, `${whole.length} bytes`, '1000000'])
      expect(text).toContain(size)
    const [, path = ''] = /Full output: (\.palimpsest\/tool-output\/work\/[^\]\s]+)\]/.exec(text) ?? []
    expect(readFileSync(join(app.root, path), 'utf8') === whole).toBe(true)
    expect(JSON.stringify(app.provider.requests.at(-1)?.body)).toContain(path)
  },
)

test('the folder of side files holds nothing before it is needed', async () => {
  const app = await startRuntime({ messages: turns(2) })
  await app.handlers['context.get']({ thread: THREAD }, context)
  expect(existsSync(join(app.root, '.palimpsest'))).toBe(false)
  expect(readdirSync(app.root)).toEqual([THREAD])
})
