import { MessageChannel, type MessagePort } from 'node:worker_threads'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import type { QueueLimits } from './frame-queue.ts'
import type { StreamEnding } from './messages.ts'
import { connectPeer, type Peer, type PeerService } from './peer.ts'

const NOTHING: PeerService = {
  call: () => Promise.reject(new AppError('unknown-route', 'no')),
  stream: () => Promise.reject(new AppError('unknown-route', 'no')),
  event: () => undefined,
}
const ports: MessagePort[] = []

afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

function pair(left: Partial<PeerService>, right: Partial<PeerService>, limits?: QueueLimits): [Peer, Peer] {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  return [
    connectPeer(port1, { ...NOTHING, ...left }, limits),
    connectPeer(port2, { ...NOTHING, ...right }, limits),
  ]
}

interface Heard {
  readonly messages: (readonly unknown[])[]
  readonly endings: StreamEnding[]
  readonly cancel: () => void
  readonly ended: Promise<StreamEnding>
}

function listen(peer: Peer, name: string, input: unknown): Heard {
  const messages: (readonly unknown[])[] = []
  const endings: StreamEnding[] = []
  let settle: (ending: StreamEnding) => void
  const ended = new Promise<StreamEnding>((resolve) => {
    settle = resolve
  })
  const cancel = peer.stream(name, input, {
    frames: (frames) => messages.push(frames),
    end: (ending) => {
      endings.push(ending)
      settle(ending)
    },
  })
  return { messages, endings, cancel, ended }
}

/** Resolves after everything posted before it was handled by both sides. */
async function settled(peer: Peer): Promise<void> {
  await peer.call('no such route', null).catch(() => undefined)
  await peer.call('no such route', null).catch(() => undefined)
}

describe('calls', () => {
  it('answers in both directions at once, each with its own ids', async () => {
    const [left, right] = pair(
      { call: async (name, input) => `left:${name}:${String(input)}` },
      { call: async (name, input) => `right:${name}:${String(input)}` },
    )
    const answers = await Promise.all([
      left.call('a', 1),
      right.call('b', 2),
      left.call('c', 3),
      right.call('d', 4),
    ])
    expect(answers).toEqual(['right:a:1', 'left:b:2', 'right:c:3', 'left:d:4'])
  })

  it('keeps code, params and details of an AppError', async () => {
    const [left] = pair(
      {},
      {
        call: async () => {
          throw new AppError('disk-full', 'The disk is full.', {
            params: { freeBytes: 12 },
            details: 'ENOSPC',
          })
        },
      },
    )
    const error = await left.call('x', null).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'disk-full',
      message: 'The disk is full.',
      params: { freeBytes: 12 },
      details: 'ENOSPC',
    })
  })

  it('refuses an answer that cannot be cloned instead of leaving the asker waiting', async () => {
    const [left] = pair({}, { call: async () => () => 1 })
    await expect(left.call('x', null)).rejects.toMatchObject({ code: 'internal' })
  })

  it('refuses an input that cannot be cloned', async () => {
    const [left] = pair({}, { call: async () => 1 })
    await expect(left.call('x', () => 1)).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('carries an abort to the handler and rejects the asker at once', async () => {
    const aborted: string[] = []
    const [left] = pair(
      {},
      {
        call: (name, _input, signal) =>
          name === 'wait'
            ? new Promise(() => signal.addEventListener('abort', () => aborted.push(name)))
            : Promise.resolve('fine'),
      },
    )
    const abort = new AbortController()
    const waiting = left.call('wait', null, abort.signal)
    abort.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    await settled(left)
    expect(aborted).toEqual(['wait'])
    await expect(left.call('wait', null, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('rejects everything in flight and everything later when the line is closed', async () => {
    const [left, right] = pair(
      {},
      { call: () => new Promise(() => undefined), stream: () => new Promise(() => undefined) },
    )
    const gone = new AppError('internal', 'The worker stopped.')
    const first = left.call('a', null)
    const second = left.call('b', null)
    const stream = listen(left, 's', null)
    left.close(gone)
    await expect(first).rejects.toBe(gone)
    await expect(second).rejects.toBe(gone)
    expect(stream.endings).toEqual([{ kind: 'failed', error: expect.objectContaining({ code: 'internal' }) }])
    await expect(left.call('c', null)).rejects.toBe(gone)
    expect(await listen(left, 's', null).ended).toMatchObject({ kind: 'failed' })
    right.close(gone)
  })

  it('aborts what it is serving when it is closed', async () => {
    let signal: AbortSignal | null = null
    const [left, right] = pair(
      {},
      {
        call: (name, _input, given) => {
          if (name !== 'wait') return Promise.resolve(null)
          signal = given
          return new Promise(() => undefined)
        },
      },
    )
    const waiting = left.call('wait', null).catch(() => undefined)
    await left.call('other', null)
    right.close(new AppError('internal', 'closing'))
    expect(signal).toMatchObject({ aborted: true })
    left.close(new AppError('internal', 'closing'))
    await waiting
  })

  it('ignores messages on the port that are not its own', async () => {
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    connectPeer(port1, { ...NOTHING, call: async () => 'still here' })
    for (const odd of [null, 3, 'call', { kind: 'nonsense' }, { kind: 7 }, []]) port2.postMessage(odd)
    const right = connectPeer(port2, NOTHING)
    await expect(right.call('x', null)).resolves.toBe('still here')
  })
})

describe('streams', () => {
  const counting: Partial<PeerService> = {
    stream: async (_name, input, emit) => {
      for (let n = 0; n < Number(input); n += 1) emit(n)
    },
  }

  it('delivers every frame in order, gathered, with one ending', async () => {
    const [left] = pair({}, counting)
    const heard = listen(left, 'count', 1000)
    expect(await heard.ended).toEqual({ kind: 'done' })
    expect(heard.messages.flat()).toEqual(Array.from({ length: 1000 }, (_, n) => n))
    expect(heard.messages.length).toBe(1)
    await settled(left)
    expect(heard.endings.length).toBe(1)
  })

  it('delivers what came before a failure', async () => {
    const [left] = pair(
      {},
      {
        stream: async (_name, _input, emit) => {
          emit('partial text')
          throw new AppError('rate-limit', 'Too many requests.', { params: { afterMs: 5 } })
        },
      },
    )
    const heard = listen(left, 's', null)
    expect(await heard.ended).toMatchObject({
      kind: 'failed',
      error: { code: 'rate-limit', params: { afterMs: 5 } },
    })
    expect(heard.messages).toEqual([['partial text']])
  })

  it('ends once as cancelled, however often and late it is cancelled', async () => {
    let reason: unknown = null
    const [left] = pair(
      {},
      {
        stream: (_name, _input, emit, signal) =>
          new Promise((_, reject) => {
            emit(1)
            signal.addEventListener('abort', () => {
              reason = signal.reason
              emit(2)
              reject(new Error('socket closed'))
            })
          }),
      },
    )
    const heard = listen(left, 's', null)
    heard.cancel()
    heard.cancel()
    await settled(left)
    heard.cancel()
    await settled(left)
    expect(heard.endings).toEqual([{ kind: 'cancelled' }])
    expect(heard.messages).toEqual([])
    expect(reason).toMatchObject({ code: 'cancelled' })
  })

  it('does not change a finished stream when it is cancelled afterwards', async () => {
    const [left] = pair({}, counting)
    const heard = listen(left, 'count', 3)
    await heard.ended
    heard.cancel()
    expect(heard.endings).toEqual([{ kind: 'done' }])
  })

  it('fails a stream whose frame cannot be cloned', async () => {
    const [left] = pair({}, { stream: async (_n, _i, emit) => emit(() => 1) })
    expect(await listen(left, 's', null).ended).toMatchObject({ kind: 'failed', error: { code: 'internal' } })
  })

  it('fails instead of growing without end when frames pile up', async () => {
    const limits = { gatherMs: 1, maxUntaken: 1, maxWaiting: 50 }
    const [left] = pair({}, counting, limits)
    const heard = listen(left, 'count', 51)
    expect(await heard.ended).toMatchObject({
      kind: 'failed',
      error: { code: 'internal', params: { waiting: 50 } },
    })
    expect(heard.messages.flat().length).toBe(50)
  })

  it('keeps frames whole and in order whatever the limits and pauses are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer(), { maxLength: 8 }), { maxLength: 8 }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        async (bursts, gatherMs, maxUntaken) => {
          const [left] = pair(
            {},
            {
              stream: async (_n, _i, emit) => {
                for (const burst of bursts) {
                  for (const frame of burst) emit(frame)
                  await new Promise((resolve) => setImmediate(resolve))
                }
              },
            },
            { gatherMs, maxUntaken, maxWaiting: 1000 },
          )
          const heard = listen(left, 's', null)
          expect(await heard.ended).toEqual({ kind: 'done' })
          expect(heard.messages.flat()).toEqual(bursts.flat())
          expect(heard.messages.every((frames) => frames.length > 0)).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })
})

it('carries events with their payload', async () => {
  const events: [string, unknown][] = []
  const [left, right] = pair({ event: (name, payload) => events.push([name, payload]) }, {})
  right.emit('theme.changed', { isDark: true })
  await settled(left)
  expect(events).toEqual([['theme.changed', { isDark: true }]])
})
