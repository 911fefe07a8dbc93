import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type ScriptedProvider, startScriptedProvider } from '../../../e2e/provider/server.ts'
import type { LocalKind, Protocol, ScriptedProviderOptions } from '../../../e2e/provider/types.ts'
import type { ProviderSettings, ProviderTest } from '../../shared/ipc/settings.ts'
import { everythingIn, PLANTED_KEY, PROTOCOLS, settingsFor } from '../testing/run-summary.ts'
import { testProvider } from './test-provider.ts'

let provider: ScriptedProvider | null = null

afterEach(async () => {
  await provider?.close()
  provider = null
})

async function run(
  kind: Protocol,
  server: ScriptedProviderOptions,
  more: Partial<ProviderSettings> = {},
  key: string | null = PLANTED_KEY,
): Promise<ProviderTest> {
  provider = await startScriptedProvider(server)
  return await testProvider(settingsFor(kind, provider.url, more), key, new AbortController().signal)
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )
}

describe.each(PROTOCOLS)('%s', (kind) => {
  test('reaches, lists, streams, counts', async () => {
    const found = await run(kind, { models: ['m', 'n'], script: [{ kind: 'answer', text: 'ready' }] })
    expect(found).toEqual({
      isReachable: true,
      models: ['m', 'n'],
      streams: true,
      reportsUsage: true,
      windowTokens: null,
    })
    expect(provider?.requests.map((request) => request.method)).toContain('GET')
  })
  test('an answer cut by the tiny limit is still an answer', async () => {
    const found = await run(kind, { script: [{ kind: 'answer', text: 'a long chat about it '.repeat(20) }] })
    expect(found.streams).toBe(true)
  })
  test('without a model it only looks', async () => {
    expect(await run(kind, {}, { model: '' })).toMatchObject({ isReachable: true, streams: false })
    expect(provider?.requests.every((request) => request.method === 'GET')).toBe(true)
  })
  test('a server that counts nothing', async () => {
    const found = await run(kind, { script: [{ kind: 'answer', text: 'ready', usage: 'none' }] })
    expect(found.reportsUsage).toBe(false)
  })
  test('the layer at fault: key', async () => {
    const error = await failure(run(kind, { key: 'sk-another-key-entirely' }))
    expect(error).toMatchObject({ code: 'auth', params: { layer: 'key' } })
    expect(everythingIn(error)).not.toContain(PLANTED_KEY.slice(0, 12))
  })
  test('the layer at fault: model', async () => {
    expect(await failure(run(kind, { models: ['other'] }))).toMatchObject({
      code: 'not-found',
      params: { layer: 'model' },
    })
  })
  test('the layer at fault: server', async () => {
    const down = await failure(run(kind, { script: () => ({ kind: 'reply', status: 500, body: '<html>' }) }))
    expect(down).toMatchObject({ code: 'overload', params: { layer: 'server' } })
  })
  test('the layer at fault: address, nobody there', async () => {
    const gone = await startScriptedProvider()
    await gone.close()
    const error = await failure(testProvider(settingsFor(kind, gone.url), null, new AbortController().signal))
    expect(error).toMatchObject({ code: 'network', params: { layer: 'address', reason: 'ECONNREFUSED' } })
  })
  test('the layer at fault: address, a path that is no API', async () => {
    provider = await startScriptedProvider()
    const settings = settingsFor(kind, provider.url, { baseUrl: `${provider.url}/wrong` })
    const error = await failure(testProvider(settings, null, new AbortController().signal))
    expect(error).toMatchObject({ code: 'not-found', params: { layer: 'address' } })
  })
  test('the layer at fault: certificate, where no TLS is spoken', async () => {
    const plain = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await new Promise((resolve) => plain.once('listening', resolve))
    const address = plain.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const settings = settingsFor(kind, `https://127.0.0.1:${port}`)
    const error = await failure(testProvider(settings, PLANTED_KEY, new AbortController().signal))
    plain.close()
    expect(error).toMatchObject({ code: 'network', params: { layer: 'certificate', retry: 'no' } })
    expect(everythingIn(error)).not.toContain(PLANTED_KEY.slice(0, 12))
  })
  test('a stop', async () => {
    provider = await startScriptedProvider()
    const error = await failure(testProvider(settingsFor(kind, provider.url), null, AbortSignal.abort()))
    expect(error).toMatchObject({ code: 'cancelled' })
  })
})

describe('the loaded window of local servers', () => {
  test.each(['ollama', 'lm-studio', 'vllm', 'llama.cpp'] satisfies readonly LocalKind[])(
    '%s',
    async (local) => {
      const script = [{ kind: 'answer', text: 'ready' }] as const
      const found = await run('openai-chat', { local, models: ['m'], windowTokens: 6_144, script })
      expect(found.windowTokens).toBe(6_144)
    },
  )
  test('a server that does not tell leaves it open', async () => {
    expect((await run('openai-chat', {})).windowTokens).toBeNull()
  })
})

test('a server without stream_options is tested as it would be used', async () => {
  const found = await run('openai-chat', { refuses: ['stream_options', 'max_tokens'] })
  expect(found).toMatchObject({ streams: true, reportsUsage: false })
})
