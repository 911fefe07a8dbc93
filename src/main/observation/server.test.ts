import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'
import { expect, onTestFinished, test } from 'vitest'
import type { ContextReport } from '../../shared/compact/context.ts'
import type { CompactionOutcome } from '../../shared/compact/event.ts'
import { compactionEventName } from '../../shared/compact/event-name.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import { IDLE_TURN } from '../../shared/ipc/idle-turn.ts'
import type { CompactionNotice } from '../../shared/ipc/turn.ts'
import { eventAt } from '../testing/sample-projection.ts'
import type { ObservationPorts, ObservedEvent } from './ports.ts'
import { openObservation } from './server.ts'

const TOKEN = 'a-token-of-some-length'

function report(usedTokens: number): ContextReport {
  return {
    usedTokens,
    basis: 'usage',
    triggerTokens: 104_000,
    windowTokens: 128_000,
    windowSource: 'catalog',
    percent: (usedTokens / 104_000) * 100,
    isWindowSuspect: false,
    categories: [{ category: 'messages', tokens: usedTokens }],
    biggest: [],
    spent: { tokens: 0, costUsd: null, summaryTokens: 0, summaryCostUsd: null },
    nextCostUsd: null,
  }
}

function notice(reason: CompactionNotice['reason'], outcome: CompactionOutcome | null): CompactionNotice {
  return {
    id: 'c-1',
    kind: reason === 'overflow' ? 'overflow' : 'automatic',
    startedMs: 1,
    messageCount: 42,
    tokensBefore: 104_123,
    reason,
    progress: null,
    outcome,
  }
}

/** Plays `events` after a message was sent, as the program would. */
async function serve(events: readonly ObservedEvent[], more: Partial<ObservationPorts> = {}) {
  const sent: string[] = []
  const listeners = new Set<(event: ObservedEvent) => void>()
  const server = await openObservation(
    { port: 0, token: TOKEN },
    {
      context: async () => report(78_000),
      send: async (_session, text) => {
        sent.push(text)
        setImmediate(() => {
          for (const event of events) for (const listener of listeners) listener(event)
        })
        return { kind: 'started' }
      },
      subscribe: (_session, listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      ...more,
    },
  )
  onTestFinished(() => server.close())
  return { url: `http://127.0.0.1:${server.port}`, sent, listeners }
}

const authorized = { authorization: `Bearer ${TOKEN}` }

async function talk(url: string): Promise<{ message: UIMessage | undefined; chunks: { type: string }[] }> {
  const transport = new DefaultChatTransport({
    api: `${url}/api/sessions/plan.json/messages`,
    headers: authorized,
  })
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'plan.json',
    messageId: undefined,
    messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'go on' }] }],
    abortSignal: undefined,
  })
  const [forMessage, forChunks] = stream.tee()
  const chunks: { type: string; data?: unknown }[] = []
  const reading = (async () => {
    for await (const chunk of forChunks) chunks.push(chunk)
  })()
  let message: UIMessage | undefined
  for await (const state of readUIMessageStream({ stream: forMessage })) message = state
  await reading
  return { message, chunks }
}

test('S-099 the context endpoint tells the numbers of the one report, to the token', async () => {
  const { url } = await serve([])
  const answer = await fetch(`${url}/api/sessions/${encodeURIComponent('notes/plan.json')}/context`, {
    headers: authorized,
  })
  expect(await answer.json()).toMatchObject({
    session: 'notes/plan.json',
    used: 78_000,
    limit: 104_000,
    percent: 75,
    window: 128_000,
  })
})

test('S-157 the real AI SDK client reads a turn with reasoning, tools, text and the numbers of Nova', async () => {
  const delta = { index: 3, request: 1, seq: 1, calls: [] }
  const call = { key: '3-0', name: 'read_file', input: { path: 'a.md' } }
  const { url, sent } = await serve([
    { kind: 'turn', state: { ...IDLE_TURN, phase: 'streaming' } },
    { kind: 'delta', delta: { ...delta, text: '', thinking: 'Let me look.' } },
    { kind: 'calls', calls: [{ ...call, output: null }] },
    { kind: 'calls', calls: [{ ...call, output: { text: '# A', isError: false } }] },
    { kind: 'delta', delta: { ...delta, text: 'It is ', thinking: '' } },
    { kind: 'delta', delta: { ...delta, text: 'empty.', thinking: '' } },
    { kind: 'context', report: report(78_000) },
    { kind: 'turn', state: IDLE_TURN },
  ])
  const { message } = await talk(url)
  expect(sent).toEqual(['go on'])
  expect(message?.parts).toMatchObject([
    { type: 'reasoning', text: 'Let me look.' },
    { type: 'dynamic-tool', toolName: 'read_file', state: 'output-available', output: '# A' },
    { type: 'text', text: 'It is empty.' },
    { type: 'data-nova-context', data: { used: 78_000, limit: 104_000, percent: 75 } },
  ])
})

test.each(['threshold', 'overflow'] as const)(
  'S-150 S-151 S-152 start and end of a compaction surround the summary, with count, tokens and reason %s',
  async (reason) => {
    const failed: CompactionOutcome = {
      kind: 'failed',
      stage: 'summary',
      code: 'rate-limit',
      retryAtMs: null,
    }
    const { url } = await serve([
      { kind: 'turn', state: { ...IDLE_TURN, phase: 'compacting', notice: notice(reason, null) } },
      { kind: 'turn', state: { ...IDLE_TURN, phase: 'compacting', notice: notice(reason, null) } },
      { kind: 'turn', state: { ...IDLE_TURN, phase: 'streaming', notice: notice(reason, failed) } },
      { kind: 'turn', state: { ...IDLE_TURN, notice: notice(reason, failed) } },
    ])
    const { chunks } = await talk(url)
    expect(chunks.map(({ type }) => type)).toEqual([
      'start',
      'data-nova-compaction-start',
      'data-nova-compaction-end',
      'finish',
    ])
    expect(chunks[1]).toMatchObject({ data: { message_count: 42, token_count: 104_123, reason } })
    expect(chunks[2]).toMatchObject({ data: { outcome: 'failed', stage: 'summary', code: 'rate-limit' } })
  },
)

const ENDINGS: readonly CompactionOutcome[] = [
  { kind: 'completed', event: eventAt(4, { tokensBefore: 104_123, tokensAfter: 20_000 }) },
  { kind: 'failed', stage: 'summary', code: 'summary-empty', retryAtMs: null },
  { kind: 'skipped', reason: 'no-gain' },
  { kind: 'cancelled' },
  { kind: 'needs_new_thread', stage: 'post_check', tokens: 130_000, limit: 128_000 },
]

test.each(ENDINGS)(
  'C-17 inside it is compaction_started and compaction_$kind, at the door Nova’s two names',
  async (outcome) => {
    const running = notice('threshold', null)
    const ended = notice('threshold', outcome)
    expect(compactionEventName(running.outcome)).toBe('compaction_started')
    expect(compactionEventName(ended.outcome)).toBe(`compaction_${outcome.kind}`)
    const { url } = await serve([
      { kind: 'turn', state: { ...IDLE_TURN, phase: 'compacting', notice: running } },
      {
        kind: 'turn',
        state: {
          ...IDLE_TURN,
          phase: 'compacting',
          notice: { ...running, progress: { pass: 1, passes: 2 } },
        },
      },
      { kind: 'turn', state: { ...IDLE_TURN, phase: 'preparing', notice: ended } },
      { kind: 'turn', state: { ...IDLE_TURN, phase: 'streaming', notice: ended } },
      { kind: 'context', report: report(20_000) },
      { kind: 'turn', state: { ...IDLE_TURN, notice: ended } },
    ])
    const { chunks } = await talk(url)
    expect(chunks.filter(({ type }) => type.startsWith('data-'))).toMatchObject([
      {
        type: 'data-nova-compaction-start',
        data: { message_count: 42, token_count: 104_123, reason: 'threshold' },
      },
      { type: 'data-nova-compaction-end', data: { outcome: outcome.kind } },
      { type: 'data-nova-context', data: { used: 20_000, limit: 104_000 } },
    ])
  },
)

test('S-153 S-156 the context is told after the turn and after a compaction, and percent is not clamped', async () => {
  const { url } = await serve([
    { kind: 'turn', state: { ...IDLE_TURN, phase: 'streaming' } },
    { kind: 'context', report: report(130_000) },
    { kind: 'context', report: report(26_000) },
    { kind: 'turn', state: IDLE_TURN },
  ])
  const { chunks } = await talk(url)
  expect(chunks.filter(({ type }) => type === 'data-nova-context')).toMatchObject([
    { data: { used: 130_000, limit: 104_000, percent: 125 } },
    { data: { used: 26_000, limit: 104_000, percent: 25 } },
  ])
})

test('a turn that failed ends the stream with its error, a stopped one with an abort', async () => {
  const failure = { code: 'rate-limit', message: 'The limit is reached.', details: null, params: {} } as const
  const failed = await serve([
    { kind: 'turn', state: { ...IDLE_TURN, phase: 'waiting' } },
    { kind: 'turn', state: { ...IDLE_TURN, failure } },
  ])
  const transport = new DefaultChatTransport({
    api: `${failed.url}/api/sessions/plan.json/messages`,
    headers: authorized,
  })
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'x',
    messageId: undefined,
    messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'x' }] }],
    abortSignal: undefined,
  })
  const types: string[] = []
  for await (const chunk of stream) types.push(chunk.type)
  expect(types).toEqual(['start', 'error', 'finish'])
})

test('a client that goes away is let go of', async () => {
  const { url, listeners } = await serve([{ kind: 'turn', state: { ...IDLE_TURN, phase: 'streaming' } }])
  const leave = new AbortController()
  const answer = await fetch(`${url}/api/sessions/plan.json/messages`, {
    method: 'POST',
    headers: authorized,
    body: JSON.stringify({ text: 'hello' }),
    signal: leave.signal,
  })
  expect(answer.status).toBe(200)
  expect(listeners.size).toBe(1)
  leave.abort()
  await expect.poll(() => listeners.size).toBe(0)
})

test('a client that does not read is let go of before it fills the memory', async () => {
  const text = 'x'.repeat(1_000_000)
  const busy: ObservedEvent = { kind: 'turn', state: { ...IDLE_TURN, phase: 'streaming' } }
  const deltas = Array.from({ length: 80 }, (_, at): ObservedEvent => {
    return { kind: 'delta', delta: { index: 1, request: 1, seq: at + 1, text, thinking: '', calls: [] } }
  })
  const { url, sent, listeners } = await serve([busy, ...deltas])
  const { request } = await import('node:http')
  const silent = request(`${url}/api/sessions/plan.json/messages`, { method: 'POST', headers: authorized })
  silent.on('response', (response) => response.pause().on('error', () => undefined))
  silent.on('error', () => undefined).end(JSON.stringify({ text: 'hello' }))
  await expect.poll(() => sent).toEqual(['hello'])
  await expect.poll(() => listeners.size).toBe(0)
  silent.destroy()
})

test.each([
  ['no token', {}, 401],
  ['a wrong token', { authorization: 'Bearer nearly' }, 401],
  ['a web page', { ...authorized, origin: 'https://evil.example' }, 403],
  ['a page of this machine', { ...authorized, origin: 'http://localhost:3000' }, 403],
  ['a name that was pointed here', { ...authorized, host: 'evil.example' }, 403],
] as const)('the interface refuses %s', async (_what, headers, status) => {
  const { url } = await serve([])
  const { request } = await import('node:http')
  const got = await new Promise<number | undefined>((resolve, reject) => {
    request(`${url}/api/sessions/plan.json/context`, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(got).toBe(status)
})

test.each([
  ['GET', '/api/sessions/plan.json/messages', undefined, 405],
  ['POST', '/api/sessions/plan.json/context', '{}', 405],
  ['POST', '/api/sessions/plan.json/messages', '{"messages":[]}', 400],
  ['POST', '/api/sessions/plan.json/messages', 'no json', 400],
  ['POST', '/api/sessions/plan.json/messages', `{"text":"${'x'.repeat(9_000_000)}"}`, 413],
  ['GET', '/api/sessions/%E0%A4%A/context', undefined, 400],
  ['GET', '/api/other', undefined, 404],
  ['GET', '/', undefined, 404],
] as const)('bad input gets its status: %s %s', async (method, path, body, status) => {
  const { url, sent } = await serve([])
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: authorized,
    ...(body === undefined ? {} : { body }),
  }).catch(() => null)
  // A body that is too large may be cut off before the answer is read.
  if (status === 413) expect([413, undefined]).toContain(answer?.status)
  else expect(answer?.status).toBe(status)
  expect(sent).toEqual([])
})

test('a session that is not there is told as such', async () => {
  const { url } = await serve([], {
    context: async () => {
      throw new AppError('file-not-found', 'The file is not there.')
    },
  })
  const answer = await fetch(`${url}/api/sessions/gone.json/context`, { headers: authorized })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'file-not-found' })
})
