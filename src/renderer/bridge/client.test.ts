import { expect, test, vi } from 'vitest'
import type { Bridge, StreamMessage } from '../../shared/ipc/bridge.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import { createClient } from './client.ts'

type Listener = (message: StreamMessage<unknown>) => void

function bridgeWith(play: (listener: Listener) => void) {
  const cancel = vi.fn()
  const bridge: Bridge = {
    request: async () => ({
      ok: false,
      error: { code: 'disk-full', message: 'Full.', details: 'ENOSPC', params: { bytes: 9 } },
    }),
    on: () => () => undefined,
    stream: (_route, _input, listener) => {
      queueMicrotask(() => play(listener))
      return cancel
    },
  }
  return { client: createClient(bridge), cancel }
}
const START = {
  thread: 't',
  options: {
    keepTurns: 3,
    instructions: '',
    summarizerId: 'built-in',
    detail: 'standard',
    language: 'same',
    budgetChars: null,
  },
} as const
const frame = (seq: number, text: string): StreamMessage<unknown> => ({
  seq,
  kind: 'frames',
  frames: [{ kind: 'section', key: 'goal', text, isComplete: false }],
})

async function collect(client: ReturnType<typeof createClient>, signal?: AbortSignal) {
  const texts: string[] = []
  for await (const item of client.stream('compact.start', START, signal))
    if (item.kind === 'section') texts.push(item.text)
  return texts
}

test('a failed answer is thrown with its code, values and details', async () => {
  const { client } = bridgeWith(() => undefined)
  const error = await client.request('workspace.get').catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'disk-full', params: { bytes: 9 }, details: 'ENOSPC' })
})
test('a stream gives its frames in order and ends when main says done', async () => {
  const { client, cancel } = bridgeWith((listener) => {
    listener(frame(0, 'a'))
    listener(frame(1, 'b'))
    listener({ seq: 2, kind: 'done' })
  })
  expect(await collect(client)).toEqual(['a', 'b'])
  expect(cancel).not.toHaveBeenCalled()
})
test('a failed stream throws the error of main', async () => {
  const { client } = bridgeWith((listener) =>
    listener({
      seq: 0,
      kind: 'failed',
      error: { code: 'rate-limit', message: 'Slow.', details: null, params: {} },
    }),
  )
  await expect(collect(client)).rejects.toMatchObject({ code: 'rate-limit' })
})
test('a cancelled stream is told apart from a finished one', async () => {
  const { client } = bridgeWith((listener) => listener({ seq: 0, kind: 'cancelled' }))
  await expect(collect(client)).rejects.toMatchObject({ code: 'cancelled' })
})
test('a lost message is an error, not a silent gap', async () => {
  const { client, cancel } = bridgeWith((listener) => listener(frame(1, 'b')))
  await expect(collect(client)).rejects.toMatchObject({ code: 'internal' })
  expect(cancel).toHaveBeenCalled()
})
test('leaving the loop cancels the stream in main', async () => {
  const { client, cancel } = bridgeWith((listener) => listener(frame(0, 'a')))
  for await (const _ of client.stream('compact.start', START)) break
  expect(cancel).toHaveBeenCalledOnce()
})
test('aborting the signal cancels the stream in main', async () => {
  const control = new AbortController()
  let listener: Listener | null = null
  const { client, cancel } = bridgeWith((given) => {
    listener = given
  })
  cancel.mockImplementation(() => listener?.({ seq: 0, kind: 'cancelled' }))
  const collected = collect(client, control.signal)
  await vi.waitFor(() => expect(listener).not.toBeNull())
  control.abort()
  await expect(collected).rejects.toMatchObject({ code: 'cancelled' })
})
