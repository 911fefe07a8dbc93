import type { Bridge, StreamMessage } from '../../shared/ipc/bridge.ts'
import { AppError, toErrorValue } from '../../shared/ipc/errors.ts'
import type { AppEvents, EventName } from '../../shared/ipc/events.ts'
import type { Frame, Input, Output, RequestName, StreamName } from '../../shared/ipc/routes.ts'
import { type FakeWorkspace, fakeRequests } from './fake-requests.ts'

/** Answers for requests; a missing one fails with `unknown-route`. */
export type FakeRequests = {
  [K in RequestName]?: (input: Input<K>) => Output<K> | Promise<Output<K>>
}

/** Streams; `emit` sends one frame, a thrown error becomes `failed`, an abort becomes `cancelled`. */
export type FakeStreams = {
  [K in StreamName]?: (input: Input<K>, emit: (frame: Frame<K>) => void, signal: AbortSignal) => Promise<void>
}

export interface FakeBridgeOptions {
  readonly workspace?: Partial<FakeWorkspace>
  readonly requests?: FakeRequests
  readonly streams?: FakeStreams
}

/** A `Bridge` in memory. `calls` lists every request in order; `send` plays an event of main. */
export interface FakeBridge extends Bridge {
  readonly calls: readonly { readonly route: string; readonly input: unknown }[]
  readonly workspace: FakeWorkspace
  send<K extends EventName>(event: K, payload: AppEvents[K]): void
}

type Untyped = (input: unknown) => unknown
type UntypedStream = (input: unknown, emit: (frame: unknown) => void, signal: AbortSignal) => Promise<void>

/** The bridge that unit tests and the dev page use. Its own routes can be replaced one by one. */
export function createFakeBridge(options: FakeBridgeOptions = {}): FakeBridge {
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const calls: { route: string; input: unknown }[] = []
  const { workspace, requests } = fakeRequests(options.workspace ?? {}, (event, payload) =>
    send(event, payload),
  )
  // The maps are typed per route; at this one place they are looked up by a plain string.
  const answers = { ...requests, ...options.requests } as Record<string, Untyped | undefined>
  const streams = { ...options.streams } as Record<string, UntypedStream | undefined>

  function send<K extends EventName>(event: K, payload: AppEvents[K]) {
    for (const listener of listeners.get(event) ?? []) listener(payload as never)
  }

  return {
    calls,
    workspace,
    send,
    async request(route, input) {
      calls.push({ route, input })
      const answer = answers[route]
      try {
        if (answer === undefined) throw new AppError('unknown-route', route)
        return { ok: true, data: await answer(input) }
      } catch (error) {
        return { ok: false, error: toErrorValue(error) }
      }
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set)
      set.add(listener)
      return () => set.delete(listener)
    },
    stream(route, input, listener) {
      calls.push({ route, input })
      return playStream(streams[route], input, listener)
    },
  }
}

function playStream(
  source: UntypedStream | undefined,
  input: unknown,
  listener: (message: StreamMessage<unknown>) => void,
): () => void {
  const control = new AbortController()
  let seq = 0
  let isOver = false
  const end = (message: StreamMessage<unknown>) => {
    if (isOver) return
    isOver = true
    listener(message)
  }
  const emit = (frame: unknown) => {
    if (isOver) return
    listener({ seq, kind: 'frames', frames: [frame] })
    seq += 1
  }
  queueMicrotask(async () => {
    try {
      if (source === undefined) throw new AppError('unknown-route', 'No such stream.')
      await source(input, emit, control.signal)
      end({ seq, kind: 'done' })
    } catch (error) {
      if (control.signal.aborted) end({ seq, kind: 'cancelled' })
      else end({ seq, kind: 'failed', error: toErrorValue(error) })
    }
  })
  return () => {
    if (control.signal.aborted) return
    control.abort()
    end({ seq, kind: 'cancelled' })
  }
}
