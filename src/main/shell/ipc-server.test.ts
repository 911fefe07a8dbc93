import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer, StreamMessage } from '../../shared/ipc/bridge.ts'
import { CHANNELS } from '../../shared/ipc/channels.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { StreamListener } from '../rpc/peer.ts'
import { hostileValue } from '../testing/hostile-values.ts'
import { createDoor } from './door.ts'
import { type PageEvent, serveIpc } from './ipc-server.ts'
import { pageOrigin } from './origin.ts'

type Listener = (event: PageEvent, ...args: unknown[]) => unknown

const options = {
  keepTurns: 1,
  instructions: '',
  summarizerId: 'built-in',
  detail: 'short',
  language: 'same',
  budgetChars: null,
}

/** A page that talks to the server over plain functions, and a core that does as it is told. */
function setUp(request: (route: string, input: unknown, signal: AbortSignal) => Promise<unknown>) {
  const listeners = new Map<string, Listener>()
  const sent: [string, StreamMessage<unknown>][] = []
  const streams: { listener: StreamListener; isCancelled: boolean }[] = []
  const dropped: (readonly string[])[] = []
  const pages: string[] = []
  const server = serveIpc({
    ipc: {
      handle: (channel, listener) => void listeners.set(channel, listener),
      on: (channel, listener) => void listeners.set(channel, listener),
    },
    door: createDoor(pageOrigin(undefined), (id) => id === 1),
    core: {
      request,
      stream(_route, _input, listener) {
        const stream = { listener, isCancelled: false }
        streams.push(stream)
        return () => {
          if (stream.isCancelled) return
          stream.isCancelled = true
          listener.end({ kind: 'cancelled' })
        }
      },
    },
    onDropped: (paths) => dropped.push(paths),
    onPage: () => pages.push(page.url),
    redact: (text) => text.replaceAll('sk-secret', '[key removed]'),
  })
  const page = { isGone: false, url: 'app://bundle/index.html' }
  const event = (): PageEvent => ({
    sender: {
      id: 1,
      isDestroyed: () => page.isGone,
      send: (channel, id, message) => {
        expect(channel).toBe(CHANNELS.message)
        sent.push([id as string, message as StreamMessage<unknown>])
      },
    },
    senderFrame: { url: page.url, parent: null },
  })
  const call = (channel: string, ...args: unknown[]) => listeners.get(channel)?.(event(), ...args)
  return {
    page,
    sent,
    streams,
    server,
    dropped,
    pages,
    call,
    ask: (route: unknown, input?: unknown) =>
      call(CHANNELS.request, route, input) as Promise<Answer<unknown>>,
  }
}

let world: ReturnType<typeof setUp>
beforeEach(() => {
  world = setUp(async (route, input) => ({ route, input }))
})

describe('dropped files', () => {
  it('are believed of our own page, as a list of paths', () => {
    world.call(CHANNELS.dropped, ['/a', '/b'])
    for (const hostile of ['/a', [1], [''.padEnd(5000, 'x')], null, { length: 1 }])
      world.call(CHANNELS.dropped, hostile)
    world.page.url = 'https://elsewhere.example/'
    world.call(CHANNELS.dropped, ['/c'])
    expect(world.dropped).toEqual([['/a', '/b']])
  })
})

describe('requests', () => {
  it('answers with data', async () => {
    expect(await world.ask('thread.open', { thread: 'a' })).toEqual({
      ok: true,
      data: { route: 'thread.open', input: { thread: 'a' } },
    })
  })

  it('never rejects: failures are answers with their code, and without keys', async () => {
    const failing = setUp(async () => {
      throw new AppError('auth', 'Refused sk-secret.', {
        params: { header: 'Bearer sk-secret' },
        details: 'key sk-secret',
      })
    })
    const answer = await failing.ask('settings.get')
    expect(answer).toEqual({
      ok: false,
      error: {
        code: 'auth',
        message: 'Refused [key removed].',
        params: { header: 'Bearer [key removed]' },
        details: 'key [key removed]',
      },
    })
  })

  it('answers whatever is sent with ok or a known error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom('thread.open', 'tabs.save', 'compact.edit'), hostileValue()),
        hostileValue(),
        async (route, input) => {
          const answer = await world.ask(route, input)
          if (!answer.ok) expect(['unknown-route', 'bad-input']).toContain(answer.error.code)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('ends when the window closes', async () => {
    const waiting = setUp(
      (_route, _input, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const answer = waiting.ask('settings.get')
    waiting.server.closeWindow(1)
    expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  })
})

describe('streams', () => {
  const start = (id: unknown = 's0') =>
    world.call(CHANNELS.stream, id, 'compact.start', { thread: 'a.json', options })

  it('numbers its messages without gaps and ends once', () => {
    start()
    world.streams[0]?.listener.frames([1, 2])
    world.streams[0]?.listener.frames([3])
    world.streams[0]?.listener.end({ kind: 'done' })
    expect(world.sent).toEqual([
      ['s0', { seq: 0, kind: 'frames', frames: [1, 2] }],
      ['s0', { seq: 1, kind: 'frames', frames: [3] }],
      ['s0', { seq: 2, kind: 'done' }],
    ])
  })

  it('cleans keys out of a failure', () => {
    start()
    const error = { code: 'auth' as const, message: 'sk-secret', details: null, params: {} }
    world.streams[0]?.listener.end({ kind: 'failed', error })
    expect(world.sent).toEqual([
      ['s0', { seq: 0, kind: 'failed', error: { ...error, message: '[key removed]' } }],
    ])
  })

  it('is cancelled once, however often the page asks', () => {
    start()
    for (let n = 0; n < 3; n += 1) world.call(CHANNELS.cancel, 's0')
    world.call(CHANNELS.cancel, 'unknown')
    world.call(CHANNELS.cancel, { toString: 1 })
    expect(world.sent).toEqual([['s0', { seq: 0, kind: 'cancelled' }]])
  })

  it('is cancelled when the window closes, and nothing is sent to it any more', () => {
    start()
    world.page.isGone = true
    world.server.closeWindow(1)
    expect(world.streams[0]?.isCancelled).toBe(true)
    expect(world.sent).toEqual([])
  })

  it('is cancelled when the page loads again', () => {
    start()
    world.call(CHANNELS.page)
    expect(world.streams[0]?.isCancelled).toBe(true)
    start()
    expect(world.streams.length).toBe(2)
  })

  it('fails with bad input, and asks the core nothing', () => {
    world.call(CHANNELS.stream, 's0', 'compact.start', {
      thread: 'a.json',
      options: { ...options, keepTurns: 0 },
    })
    world.call(CHANNELS.stream, 's1', 'settings.get', undefined)
    expect(world.streams).toEqual([])
    expect(world.sent).toMatchObject([
      ['s0', { seq: 0, kind: 'failed', error: { code: 'bad-input' } }],
      ['s1', { seq: 0, kind: 'failed', error: { code: 'unknown-route' } }],
    ])
  })

  it('says nothing to a foreign page', () => {
    start()
    world.page.url = 'https://evil.example/'
    start('s1')
    world.call(CHANNELS.cancel, 's0')
    world.call(CHANNELS.page)
    expect(world.streams.length).toBe(1)
    expect(world.streams[0]?.isCancelled).toBe(false)
    expect(world.sent).toEqual([])
  })

  it('takes at most 32 at once, and no odd or repeated ids', () => {
    for (const id of [null, 7, '', 'x'.repeat(65), 'a b', '__proto__', {}]) start(id)
    expect(world.streams).toEqual([])
    for (let n = 0; n < 40; n += 1) start(`s${n}`)
    start('s0')
    expect(world.streams.length).toBe(32)
    expect(world.sent.every(([, message]) => message.kind === 'failed')).toBe(true)
    expect(world.sent.length).toBe(8)
  })
})

it('says that a page of ours is there before anything of it is answered, and says it of no other page', async () => {
  const seen: number[] = []
  const { page, pages, call, ask } = setUp(async () => seen.push(pages.length))
  // At the very beginning the address may not be known yet.
  page.url = ''
  call(CHANNELS.page)
  expect(pages).toEqual([])
  page.url = 'app://bundle/index.html'
  await ask('settings.get')
  expect(seen).toEqual([1])
  page.url = 'https://elsewhere.example/'
  call(CHANNELS.page)
  await ask('settings.get')
  expect(pages).toHaveLength(1)
})
