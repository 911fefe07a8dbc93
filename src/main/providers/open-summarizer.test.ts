import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startScriptedProvider } from '../../../e2e/provider/server.ts'
import { writeSummary } from '../../../e2e/provider/write-summary.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import { PLANTED_KEY, PROTOCOLS, REQUEST, runSummary, settingsFor } from '../testing/run-summary.ts'
import { environmentOf, openSummarizer } from './open-summarizer.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe.each(PROTOCOLS)('%s, a good answer', (protocol) => {
  test('streams the text, resolves with all of it and with the usage', async () => {
    const { answer, deltas, provider } = await runSummary(protocol, [])
    expect(answer?.text).toBe(writeSummary(REQUEST.user))
    expect(deltas.join('')).toBe(answer?.text)
    expect(deltas.length).toBeGreaterThan(5)
    expect(answer?.usage).toMatchObject({
      input: provider.requests[0]?.inputTokens,
      cacheRead: 0,
      cost: null,
    })
    expect(answer?.usage?.output).toBeGreaterThan(10)
  })

  test('B-12, B-45, C-16 sends plain text: no tools, no reasoning, the system text where it belongs', async () => {
    const { answer, provider } = await runSummary(protocol, [], { server: { prefersTools: true } })
    expect(answer?.text).toContain('# Context checkpoint')
    const request = provider.requests[0]
    for (const word of ['tool', 'thinking', 'reasoning', 'image', 'signature'])
      expect(request?.rawBody.toLowerCase()).not.toContain(`"${word}`)
    const place = { 'openai-chat': 'messages', 'openai-responses': 'instructions', anthropic: 'system' }[
      protocol
    ]
    const text = JSON.stringify(request?.body?.[place])
    expect(text).toContain(REQUEST.system)
    expect(request?.text.startsWith(REQUEST.system)).toBe(true)
  })

  test('counts input without cache reads', async () => {
    const usage = { input: 900, output: 30, cached: 600 }
    const { answer } = await runSummary(protocol, [{ kind: 'answer', text: 'x', usage }])
    expect(answer?.usage).toMatchObject({ input: 300, output: 30, cacheRead: 600 })
  })

  test('works with a server that counts nothing', async () => {
    const { answer } = await runSummary(protocol, [{ kind: 'answer', text: 'fine', usage: 'none' }])
    expect(answer?.text).toBe('fine')
  })

  test("private reasoning is not in the answer: the protocol's own form, and <think> of local models", async () => {
    const text = '<think>secret plan\n## Goal\nno</think>\n\n# Context checkpoint'
    const { answer, deltas } = await runSummary(protocol, [
      { kind: 'answer', text, thinking: 'secret thought', deltaChars: 3 },
    ])
    expect(answer?.text).toBe('# Context checkpoint')
    expect(deltas.join('')).toBe('# Context checkpoint')
  })

  test('half characters in the request are mended, since providers refuse the whole body for one', async () => {
    const { answer, provider } = await runSummary(protocol, [], {
      request: { ...REQUEST, system: 'a\ud83d', user: 'Fix b\udc00 now, please' },
    })
    expect(answer).not.toBeNull()
    expect(provider.requests[0]?.text.isWellFormed()).toBe(true)
  })

  test('a server without keys gets a placeholder, and nothing from the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'env-secret')
    vi.stubEnv('OPENAI_ORG_ID', 'env-secret')
    vi.stubEnv('OPENAI_PROJECT_ID', 'env-secret')
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-other: env-secret')
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9')
    vi.stubEnv('ANTHROPIC_API_KEY', 'env-secret')
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'env-secret')
    vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:9')
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'x-other: env-secret')
    const { answer, provider } = await runSummary(protocol, [], { key: null })
    expect(answer).not.toBeNull()
    const headers = provider.requests[0]?.headers ?? {}
    expect(JSON.stringify(headers)).not.toContain('env-secret')
    expect(Object.keys(headers).filter((name) => name.startsWith('x-stainless'))).toEqual([])
    expect(headers.authorization ?? headers['x-api-key']).toContain('no-key-set')
  })
})

describe('what servers differ in', () => {
  test('a server that speaks Messages gets the key in both headers', async () => {
    const { provider } = await runSummary('anthropic', [])
    const headers = provider.requests[0]?.headers
    expect(headers).toMatchObject({ 'x-api-key': PLANTED_KEY, authorization: `Bearer ${PLANTED_KEY}` })
  })
  test('a server that refuses stream_options is asked again without', async () => {
    const { answer, provider } = await runSummary('openai-chat', [], {
      server: { refuses: ['stream_options'] },
    })
    expect(answer?.text).toContain('# Context checkpoint')
    expect(provider.requests.map((request) => 'stream_options' in (request.body ?? {}))).toEqual([
      true,
      false,
    ])
  })
  test('max_tokens first at compatible servers, max_completion_tokens where that is refused', async () => {
    const { answer, provider } = await runSummary('openai-chat', [], { server: { refuses: ['max_tokens'] } })
    expect(answer).not.toBeNull()
    expect(provider.requests[0]?.body).toMatchObject({ max_tokens: 4000 })
    expect(provider.requests[1]?.body).toMatchObject({ max_completion_tokens: 4000 })
    expect(provider.requests[1]?.body).not.toHaveProperty('max_tokens')
  })
  test('a server that takes neither ends with its refusal', async () => {
    const { error, provider } = await runSummary('openai-chat', [], {
      server: { refuses: ['max_tokens', 'max_completion_tokens'] },
    })
    expect(error?.code).toBe('bad-request')
    expect(provider.requests.length).toBeLessThan(7)
  })
  test('FastAPI: a 422 that names the field', async () => {
    const body = {
      detail: [{ loc: ['body', 'stream_options'], msg: 'extra fields not permitted', type: 'value_error' }],
    }
    const { answer } = await runSummary('openai-chat', [{ kind: 'reply', status: 422, body }])
    expect(answer).not.toBeNull()
  })
  test('Responses: nothing is stored, unless the server does not know the word', async () => {
    const { provider } = await runSummary('openai-responses', [], { server: { refuses: ['store'] } })
    expect(provider.requests.map((request) => request.body?.store)).toEqual([false, undefined])
  })
  test('what was learned is kept for the next pass', async () => {
    const provider = await startScriptedProvider({ refuses: ['stream_options'] })
    const summarizer = openSummarizer(settingsFor('openai-chat', provider.url), null)
    const { signal } = new AbortController()
    await summarizer.summarize(REQUEST, () => undefined, signal)
    await summarizer.summarize(REQUEST, () => undefined, signal)
    await provider.close()
    expect(provider.requests.length).toBe(3)
  })
})

describe('B-40 the answer does not fit', () => {
  test('the limit is lowered once to what fits', async () => {
    const { answer, provider } = await runSummary('anthropic', [], {
      server: { windowTokens: 3_000 },
      request: { ...REQUEST, maxOutputTokens: 2_999 },
    })
    expect(answer).not.toBeNull()
    const input = provider.requests[0]?.inputTokens ?? 0
    expect(provider.requests.map((request) => request.body?.max_tokens)).toEqual([2_999, 3_000 - input])
  })
  test('without room for an answer it is an overflow, with the numbers', async () => {
    const { error } = await runSummary('anthropic', [], {
      server: { windowTokens: 1_000 },
      request: { ...REQUEST, user: 'long words '.repeat(300), maxOutputTokens: 2_000 },
    })
    expect(error?.code).toBe('overflow')
  })
  test('halved where nothing is told, and only once', async () => {
    const body = { error: { message: 'max_tokens is too large' } }
    const { error, provider } = await runSummary('openai-chat', [
      { kind: 'reply', status: 400, body },
      { kind: 'reply', status: 400, body },
    ])
    expect(provider.requests.map((request) => request.body?.max_tokens)).toEqual([4000, 2000])
    expect(error?.code).toBe('overflow-output')
  })
})

describe('models that reason before they write', () => {
  test.each(PROTOCOLS)('%s: a limit spent on reasoning alone is widened once', async (protocol) => {
    const finish = {
      'openai-chat': 'length',
      'openai-responses': 'max_output_tokens',
      anthropic: 'max_tokens',
    }[protocol]
    const spent = { kind: 'answer', text: '', finish, usage: { input: 20, output: 4_000 } } as const
    const good = await runSummary(protocol, [spent])
    expect(good.answer?.text).toContain('# Context checkpoint')
    expect(good.provider.requests.length).toBe(2)
    expect(JSON.stringify(good.provider.requests[1]?.body)).toContain('16000')
    const bad = await runSummary(protocol, [spent, { ...spent, usage: { input: 20, output: 16_000 } }])
    expect(bad.error?.code).toBe('summary-cut')
    expect(bad.provider.requests.length).toBe(2)
  })
  test('the vendors get room for it, at their own address and under their own names', async () => {
    const provider = await startScriptedProvider()
    const signal = new AbortController().signal
    for (const [kind, host] of [
      ['anthropic', 'https://api.anthropic.com'],
      ['openai-chat', 'https://api.openai.com'],
      ['openai-responses', 'https://api.openai.com'],
    ] as const) {
      const toLoopback: typeof fetch = (url, init) => fetch(String(url).replace(host, provider.url), init)
      const settings = settingsFor(kind, '', { baseUrl: '' })
      await openSummarizer(settings, PLANTED_KEY, { fetch: toLoopback }).summarize(
        REQUEST,
        () => undefined,
        signal,
      )
    }
    await provider.close()
    // Keys travel in headers only, and in the one that the vendor's SDK uses.
    for (const { headers, path, rawBody } of provider.requests) {
      expect(headers.authorization).toBe(`Bearer ${PLANTED_KEY}`)
      expect(headers['x-api-key']).toBeUndefined()
      expect(path + rawBody).not.toContain(PLANTED_KEY)
    }
    expect(provider.requests.map(({ path, body }) => [path, body])).toMatchObject([
      ['/v1/messages', { max_tokens: 12_000 }],
      ['/v1/chat/completions', { max_completion_tokens: 12_000 }],
      ['/v1/responses', { max_output_tokens: 12_000 }],
    ])
  })
})

describe('settings', () => {
  const settings = settingsFor('openai-chat', 'http://127.0.0.1:1')
  function codeOf(run: () => unknown): unknown {
    try {
      run()
    } catch (error) {
      return error instanceof AppError ? error.code : error
    }
    return null
  }
  beforeEach(() => vi.stubEnv('OPENAI_API_KEY', PLANTED_KEY))

  test('name, model and window of the summarizer', () => {
    const summarizer = openSummarizer({ ...settings, windowTokens: 32_000 }, null)
    expect(summarizer).toMatchObject({ id: 'p', label: 'Scripted · m', windowTokens: 32_000 })
  })
  test('B-28 the window of a known name at its vendor, and of no other', () => {
    const vendor = { ...settings, baseUrl: '', model: 'gpt-4.1' }
    expect(openSummarizer(vendor, 'k'.repeat(20)).windowTokens).toBe(1_047_576)
    expect(openSummarizer({ ...vendor, model: 'gpt-4.1-other' }, 'k'.repeat(20)).windowTokens).toBeNull()
    expect(openSummarizer({ ...settings, model: 'gpt-4.1' }, null).windowTokens).toBeNull()
  })
  test('no key at the vendor, an address with a password, no model, a key with a line break', () => {
    expect(codeOf(() => openSummarizer({ ...settings, baseUrl: '' }, null))).toBe('no-key')
    expect(codeOf(() => openSummarizer({ ...settings, baseUrl: 'http://user:pass@h/v1' }, null))).toBe(
      'bad-input',
    )
    expect(codeOf(() => openSummarizer({ ...settings, baseUrl: 'http://h/v1?key=abc' }, null))).toBe(
      'bad-input',
    )
    expect(codeOf(() => openSummarizer({ ...settings, baseUrl: 'nonsense' }, null))).toBe('bad-input')
    expect(codeOf(() => openSummarizer({ ...settings, model: ' ' }, null))).toBe('bad-input')
    expect(codeOf(() => openSummarizer(settings, `${PLANTED_KEY}\nx`))).toBe('auth')
    expect(codeOf(() => openSummarizer(settings, 'ключ'))).toBe('auth')
  })
})

test('a hosted model may reason for minutes before its first byte', () => {
  const minutes = environmentOf({}).idleTimeoutMs / 60_000
  expect(minutes).toBeGreaterThan(4)
  // Beyond this Node gives up by itself, with an error that says less.
  expect(minutes).toBeLessThan(5)
})
