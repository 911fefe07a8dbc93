import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startScriptedProvider } from '../../../e2e/provider/server.ts'
import type { AnswerStep, Protocol, Step } from '../../../e2e/provider/types.ts'
import type { ErrorCode } from '../../shared/ipc/errors.ts'
import {
  everythingIn,
  PLANTED_KEY,
  PROTOCOLS,
  REQUEST,
  type Run,
  runSummary,
  settingsFor,
} from '../testing/run-summary.ts'
import { openSummarizer } from './open-summarizer.ts'

let printed: string[] = []

beforeEach(() => {
  printed = []
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, level).mockImplementation((...parts) => void printed.push(parts.map(String).join(' ')))
  vi.stubEnv('OPENAI_LOG', 'debug')
  vi.stubEnv('ANTHROPIC_LOG', 'debug')
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** B-90: not whole, not its beginning, not its end, not in a log. */
function expectNoKey(run: Run): void {
  for (const text of [everythingIn(run.error), printed.join('\n'), JSON.stringify(run.retries)]) {
    expect(text).not.toContain(PLANTED_KEY.slice(0, 12))
    expect(text).not.toContain(PLANTED_KEY.slice(-10))
  }
}

const echo = `Incorrect API key provided: ${PLANTED_KEY}.`

/** Every fault with the code it must come out as. Delivered by all three protocols. */
const FAULTS: readonly (readonly [string, Step, ErrorCode])[] = [
  [
    '401 that echoes the key',
    { kind: 'reply', status: 401, body: { error: { message: echo, code: 'invalid_api_key' } } },
    'auth',
  ],
  [
    '401 with a login page',
    { kind: 'reply', status: 401, body: `<!doctype html><html>${PLANTED_KEY}</html>` },
    'auth',
  ],
  [
    '403',
    { kind: 'reply', status: 403, body: { error: { message: `No permission for ${PLANTED_KEY}` } } },
    'permission',
  ],
  ['402', { kind: 'reply', status: 402, body: { error: { message: 'Insufficient Balance' } } }, 'quota'],
  [
    'a spent quota at 429',
    {
      kind: 'reply',
      status: 429,
      body: { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
    },
    'quota',
  ],
  ['a long wait', { kind: 'reply', status: 429, headers: { 'retry-after': '86400' } }, 'rate-limit'],
  [
    'a bucket smaller than the request',
    {
      kind: 'reply',
      status: 429,
      body: { error: { message: 'TPM: Limit 6000, Requested 6294', code: 'rate_limit_exceeded' } },
    },
    'rate-limit',
  ],
  ['404', { kind: 'reply', status: 404, body: { error: { message: 'model "m" not found' } } }, 'not-found'],
  [
    'an overflow that only the raw body tells',
    {
      kind: 'reply',
      status: 400,
      body: {
        object: 'error',
        message: "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens",
        type: 'BadRequestError',
        code: 400,
      },
    },
    'overflow',
  ],
  [
    'Gemini, a list',
    {
      kind: 'reply',
      status: 400,
      body: [{ error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }],
    },
    'auth',
  ],
  [
    '413 of a gateway',
    { kind: 'reply', status: 413, body: '<html><head><title>413</title></head></html>' },
    'payload',
  ],
  ['400 with nothing', { kind: 'reply', status: 400 }, 'suspect'],
  ['400 of no known kind', { kind: 'reply', status: 400, body: { error: { message: 'no' } } }, 'bad-request'],
  [
    'a redirect',
    { kind: 'reply', status: 307, headers: { location: 'http://127.0.0.1:9/v1' } },
    'bad-request',
  ],
  [
    'a web page in place of a stream',
    { kind: 'reply', status: 200, body: '<!doctype html><html>Welcome</html>' },
    'not-found',
  ],
  [
    'an error in a body with 200',
    { kind: 'reply', status: 200, body: { error: { message: `prompt is too long ${PLANTED_KEY}` } } },
    'overflow',
  ],
  [
    'a whole answer in place of a stream',
    { kind: 'reply', status: 200, body: { id: 'x', choices: [], content: [], output: [] } },
    'bad-request',
  ],
  ['empty text', { kind: 'answer', text: '' }, 'summary-empty'],
  ['blank text', { kind: 'answer', text: ' \n' }, 'summary-empty'],
  ['nothing but reasoning', { kind: 'answer', text: '<think>all of it' }, 'summary-empty'],
  [
    'S-039 a tool call',
    { kind: 'answer', text: '', toolCall: { name: 'read', arguments: {} } },
    'summary-tool-call',
  ],
  [
    'S-039 text and a tool call',
    { kind: 'answer', text: 'I will look', toolCall: { name: 'read', arguments: {} } },
    'summary-tool-call',
  ],
  ['B-44 (e) a strange ending', { kind: 'answer', text: 'half', finish: 'xyz' }, 'summary-cut'],
  [
    'B-44 (c) a stream that ends politely without an ending',
    { kind: 'answer', text: 'x'.repeat(900), finish: null },
    'stream-cut',
  ],
  [
    'B-44 (c) a cut in the middle of an event',
    { kind: 'answer', text: 'x'.repeat(900), cut: { after: 'bytes', count: 2_000, how: 'end' } },
    'stream-cut',
  ],
  [
    'a reset connection after text',
    { kind: 'answer', text: 'x'.repeat(900), delayMs: 2, cut: { after: 'events', count: 20, how: 'reset' } },
    'stream-cut',
  ],
  [
    'B-39 (a) an error event',
    {
      kind: 'answer',
      inject: {
        afterEvents: 0,
        event: 'error',
        data: { error: { message: 'n_keep is greater than the context length' } },
        isLast: true,
      },
    },
    'overflow',
  ],
  [
    'B-39 (d) an overloaded event after text',
    {
      kind: 'answer',
      inject: {
        afterEvents: 12,
        event: 'error',
        data: { type: 'error', error: { type: 'overloaded_error', message: `Overloaded ${PLANTED_KEY}` } },
        isLast: true,
      },
    },
    'overload',
  ],
  [
    'half an event of JSON',
    { kind: 'answer', inject: { afterEvents: 12, event: 'message_delta', data: '{"half":', isLast: true } },
    'stream-cut',
  ],
]

describe.each(PROTOCOLS)('%s', (protocol) => {
  test.each(FAULTS)('%s', async (_name, step, code) => {
    const run = await runSummary(protocol, [step])
    expect(run.answer).toBeNull()
    expect(run.error?.code).toBe(code)
    expect(run.provider.requests.length).toBe(1)
    expectNoKey(run)
  })

  test('B-44 (a, b) an answer longer than its limit is cut, and no summary', async () => {
    const run = await runSummary(protocol, [{ kind: 'answer', text: 'long '.repeat(5000) }])
    expect(run.error?.code).toBe('summary-cut')
  })

  test('the window of the provider', async () => {
    const run = await runSummary(protocol, [], {
      server: { windowTokens: 5_000 },
      request: { ...REQUEST, user: 'many words '.repeat(3_000) },
    })
    expect(run.error?.code).toBe('overflow')
    expect(run.provider.requests.length).toBe(1)
  })

  test('a wrong key is named as such, and never shown', async () => {
    const run = await runSummary(protocol, [], { server: { key: 'sk-another-key-entirely' } })
    expect(run.error).toMatchObject({ code: 'auth', params: { layer: 'key', status: 401 } })
    expect(run.error?.details).toContain('[key removed]')
    expectNoKey(run)
  })

  test('a missing key is told apart from a wrong one', async () => {
    const run = await runSummary(protocol, [], { server: { key: 'sk-another-key-entirely' }, key: null })
    expect(run.error?.code).toBe('no-key')
  })

  test('nothing at the address', async () => {
    const gone = await startScriptedProvider()
    await gone.close()
    const settings = settingsFor(protocol, gone.url)
    const wait = async () => undefined
    const failure = await openSummarizer(settings, PLANTED_KEY, { wait })
      .summarize(REQUEST, () => undefined, new AbortController().signal)
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'network', params: { layer: 'address', reason: 'ECONNREFUSED' } })
    expect(everythingIn(failure)).not.toContain(PLANTED_KEY.slice(0, 12))
  })

  test('a redirect is not followed: the key goes to no other address', async () => {
    const other = await startScriptedProvider()
    const location = `${other.url}/v1/messages`
    const run = await runSummary(protocol, [{ kind: 'reply', status: 308, headers: { location } }])
    await other.close()
    expect(other.requests.length).toBe(0)
    expect(run.error?.details).toContain('redirect to')
  })

  describe('retries', () => {
    const limited: Step = {
      kind: 'reply',
      status: 429,
      headers: { 'retry-after': '2' },
      body: { error: { message: 'slow' } },
    }

    test('waits as long as Retry-After says, tells it, then succeeds', async () => {
      const run = await runSummary(protocol, [limited, limited])
      expect(run.answer).not.toBeNull()
      expect(run.retries).toEqual([
        [2125, 'rate-limit'],
        [2125, 'rate-limit'],
      ])
      expect(run.waits).toEqual([2125, 2125])
      expect(run.provider.requests.length).toBe(3)
    })
    test('backs off when nothing is said, and gives up after four tries', async () => {
      const busy: Step = { kind: 'reply', status: 503, body: '<html>Bad gateway</html>' }
      const run = await runSummary(protocol, [busy, busy, busy, busy, busy])
      expect(run.error?.code).toBe('overload')
      expect(run.waits).toEqual([750, 1500, 3000])
      expect(run.provider.requests.length).toBe(4)
    })
    test('a connection that breaks before the first character is tried again', async () => {
      const cut: Step = { kind: 'answer', cut: { after: 'events', count: 1, how: 'end' } }
      const run = await runSummary(protocol, [{ kind: 'drop' }, cut])
      expect(run.error).toBeNull()
      expect(run.retries.map(([, code]) => code)).toEqual(['network', 'stream-cut'])
    })
    test('never after the first character', async () => {
      const cut: Step = { kind: 'answer', cut: { after: 'events', count: 14, how: 'end' } }
      const run = await runSummary(protocol, [cut])
      expect(run.error?.code).toBe('stream-cut')
      expect(run.deltas.length).toBeGreaterThan(0)
      expect(run.provider.requests.length).toBe(1)
    })
    test('a 401 right after a 429 is not proof of a bad key', async () => {
      const refused: Step = {
        kind: 'reply',
        status: 401,
        body: { error: { message: 'denied', code: '401' } },
      }
      const run = await runSummary(protocol, [limited, refused])
      expect(run.answer).not.toBeNull()
    })
  })

  describe('silence and stop', () => {
    const quiet = ['before-headers', 'after-headers', 'after-text'] as const

    test.each(quiet)('%s: a time-out', async (where) => {
      const run = await runSummary(protocol, [{ kind: 'hang', where }], { idleTimeoutMs: 150 })
      expect(run.error?.code).toBe('timeout')
      expect(run.provider.requests.length).toBe(1)
    })
    test('a slow stream is no silence: the time-out counts from the last byte', async () => {
      // Longer than the time-out as a whole, and each gap far below it: a busy machine adds a second to one.
      const step: AnswerStep = { kind: 'answer', text: 'word '.repeat(20), deltaChars: 5, delayMs: 300 }
      const run = await runSummary(protocol, [step], { idleTimeoutMs: 5_000 })
      expect(run.answer?.text).toBe('word '.repeat(20))
    })
    test.each(quiet)('%s: a stop is heard within 500 ms', async (where) => {
      const stop = new AbortController()
      let stoppedAt = 0
      setTimeout(() => {
        stoppedAt = performance.now()
        stop.abort()
      }, 120)
      const run = await runSummary(protocol, [{ kind: 'hang', where }], { signal: stop.signal })
      expect(performance.now() - stoppedAt).toBeLessThan(500)
      expect(run.error?.code).toBe('cancelled')
    })
    test('a stop in mid-stream: nothing comes after it', async () => {
      const stop = new AbortController()
      const step: AnswerStep = { kind: 'answer', text: 'word '.repeat(200), deltaChars: 5, delayMs: 5 }
      const run = await runSummary(protocol, [step], {
        signal: stop.signal,
        onText: () => stop.abort(),
      })
      expect(run.error?.code).toBe('cancelled')
      expect(run.deltas.length).toBe(1)
    })
    test('a stop before the start asks nothing', async () => {
      const run = await runSummary(protocol, [], { signal: AbortSignal.abort() })
      expect(run.error?.code).toBe('cancelled')
      expect(run.provider.requests.length).toBe(0)
    })
  })
})

describe('faults of one protocol', () => {
  const flat = { message: 'prompt is greater than the context length' }
  test.each([
    ['openai-chat', 'B-39 (b) a flat error event', { afterEvents: 0, event: 'error', data: flat }],
    ['openai-chat', 'B-39 (b) flat, without a name', { afterEvents: 0, event: null, data: flat }],
    [
      'openai-chat',
      'B-39 (c) a text as error',
      { afterEvents: 0, event: null, data: { error: 'the input length exceeds the context length' } },
    ],
    [
      'openai-responses',
      'a flat error event',
      {
        afterEvents: 1,
        event: 'error',
        data: { type: 'error', code: 'context_length_exceeded', message: 'x' },
      },
    ],
    [
      'openai-responses',
      'response.failed',
      {
        afterEvents: 1,
        event: 'response.failed',
        data: {
          type: 'response.failed',
          response: { error: { code: 'context_length_exceeded', message: 'x' } },
        },
      },
    ],
    ['openai-responses', 'flat, without a type', { afterEvents: 1, event: null, data: flat }],
    ['anthropic', 'an error without a name', { afterEvents: 0, event: null, data: { error: flat } }],
  ] as const)('%s: %s', async (protocol: Protocol, _name, inject) => {
    const run = await runSummary(protocol, [{ kind: 'answer', inject: { ...inject, isLast: true } }])
    expect(run.error?.code).toBe('overflow')
  })
  test('B-42 no choices at all', async () => {
    const nothing: Step = {
      kind: 'answer',
      inject: { afterEvents: 0, event: null, data: '[DONE]', isLast: true },
    }
    const run = await runSummary('openai-chat', [nothing, nothing, nothing])
    expect(run.error?.code).toBe('stream-cut')
    expect(run.provider.requests.length).toBe(2)
  })
  test('B-44 (d) content filter and refusal', async () => {
    for (const [protocol, finish] of [
      ['openai-chat', 'content_filter'],
      ['openai-responses', 'content_filter'],
      ['anthropic', 'refusal'],
    ] as const)
      expect((await runSummary(protocol, [{ kind: 'answer', text: 'half', finish }])).error?.code).toBe(
        'content-filter',
      )
  })
  test('Anthropic: a full window told by the stop reason', async () => {
    const step: Step = { kind: 'answer', text: 'half', finish: 'model_context_window_exceeded' }
    expect((await runSummary('anthropic', [step])).error?.code).toBe('overflow')
  })
  test('Anthropic: everything but message_stop is not enough', async () => {
    const step: Step = { kind: 'answer', text: 'short', cut: { after: 'events', count: 6, how: 'end' } }
    const run = await runSummary('anthropic', [step])
    expect(run.error?.code).toBe('stream-cut')
  })
  test('a server that cut the prompt without a word is found out', async () => {
    const step: Step = { kind: 'answer', text: 'a summary of the end', usage: { input: 4096, output: 9 } }
    const run = await runSummary('openai-chat', [step], {
      request: { ...REQUEST, user: 'words '.repeat(20_000) },
    })
    expect(run.error).toMatchObject({ code: 'overflow', params: { reason: 'truncated', limitTokens: 4096 } })
  })
  test('an empty answer cut for its length with a full window is an overflow', async () => {
    const step: Step = { kind: 'answer', text: '', finish: 'length', usage: { input: 8190, output: 0 } }
    const run = await runSummary('openai-chat', [step], { settings: { windowTokens: 8192 } })
    expect(run.error?.code).toBe('overflow')
  })
})
