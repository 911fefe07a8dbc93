import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startScriptedProvider } from '../../../e2e/provider/server.ts'
import type { StoredProvider } from '../settings/provider-store.ts'
import { chatBody } from '../testing/chat-thread.ts'
import { sampleMessage } from '../testing/message-samples.ts'
import { type AnsweringDoor, AnsweringProviders } from './answering-provider.ts'

function stored(baseUrl: string, more: Partial<StoredProvider> = {}): StoredProvider {
  return { id: 'p', kind: 'openai-chat', name: 'P', baseUrl, model: 'm', windowTokens: 16_000, ...more }
}

/** Providers as they are set up at the moment, and the one key of all. */
function doorOf(list: () => readonly StoredProvider[], key: () => string = () => 'k-1'): AnsweringDoor {
  return {
    providers: {
      path: '',
      setAsidePath: null,
      isUnavailable: false,
      list,
      get: (id) => list().find((one) => one.id === id) ?? null,
      nameOfRemoved: () => null,
      save: async () => undefined,
      remove: async () => undefined,
    },
    host: { getSecret: async () => key(), secretState: async () => 'stored' },
    chosen: () => null,
  }
}

test('what a server would not take is learned once for all turns, until the provider is set up anew', async () => {
  const server = await startScriptedProvider({ refuses: ['stream_options'] })
  onTestFinished(() => server.close())
  let key = 'k-1'
  const answering = new AnsweringProviders(
    doorOf(
      () => [stored(`${server.url}/v1`)],
      () => key,
    ),
  )
  const turn = async () => {
    const model = await answering.open('a.json')
    const before = server.requests.length
    await model.stream(
      chatBody(model, [sampleMessage('user', 'hi')]),
      () => undefined,
      new AbortController().signal,
    )
    return server.requests.length - before
  }
  expect([await turn(), await turn(), await turn()]).toEqual([2, 1, 1])
  key = 'k-2'
  expect([await turn(), await turn()]).toEqual([2, 1])
  expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer k-2')
})

test('a local model tells its length once it is loaded, and again when it is loaded with another one', async () => {
  let length: number | null = null
  let asked = 0
  const server = createServer((request, answer) => {
    asked += 1
    const isList = request.url === '/api/ps'
    const models = length === null ? [] : [{ name: 'm', context_length: length }]
    answer.writeHead(isList ? 200 : 404).end(JSON.stringify({ models }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  // A server always listens on a port here.
  const { port } = server.address() as AddressInfo
  const answering = new AnsweringProviders(
    doorOf(() => [stored(`http://127.0.0.1:${port}/v1`, { windowTokens: null })]),
  )
  const told = async () => {
    await answering.open('a.json')
    return answering.of('a.json')?.loadedTokens
  }
  expect(await told()).toBeNull()
  length = 8_192
  expect(await told()).toBe(8_192)
  length = 32_768
  expect(await told()).toBe(32_768)
  length = null
  for (let turn = 0; turn < 5; turn += 1) expect(await told()).toBe(32_768)
  const before = asked
  await told()
  expect(asked).toBe(before)
})
