import type { Answer, Bridge, StreamMessage } from '../../shared/ipc/bridge.ts'
import { AppError, type ErrorValue } from '../../shared/ipc/errors.ts'
import type { AppEvents, EventName } from '../../shared/ipc/events.ts'
import type { Frame, Input, Output, RequestName, StreamName } from '../../shared/ipc/routes.ts'

/** Arguments of a request: routes without input take none. */
type Arguments<K extends RequestName> = Input<K> extends undefined ? [] : [input: Input<K>]

/** The page's typed way to main. Failures are thrown as `AppError` with the code main gave. */
export interface Client {
  request<K extends RequestName>(route: K, ...input: Arguments<K>): Promise<Output<K>>
  /** Resolves when nothing that was asked is under way any more, whatever came of it. */
  idle(): Promise<void>
  on<K extends EventName>(event: K, listener: (payload: AppEvents[K]) => void): () => void
  /**
   * Frames of a stream, in order. Leaving the loop or aborting `signal` cancels the stream in main. Ends
   * normally only when main said `done`; throws `AppError('cancelled')` for a cancelled stream.
   */
  stream<K extends StreamName>(route: K, input: Input<K>, signal?: AbortSignal): AsyncIterable<Frame<K>>
}

/** An `AppError` with everything that crossed the bridge. */
export function fromErrorValue(value: ErrorValue): AppError {
  return new AppError(value.code, value.message, {
    params: value.params,
    ...(value.details === null ? {} : { details: value.details }),
  })
}

function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.data
  throw fromErrorValue(answer.error)
}

/** Wraps the bridge that the preload script exposes. */
export function createClient(bridge: Bridge): Client {
  const asked = new Set<Promise<unknown>>()
  return {
    async request(route, ...input) {
      const asking = bridge.request(route, input[0])
      asked.add(asking)
      const answer = await asking.finally(() => asked.delete(asking))
      // Outputs are typed only: main is trusted and answers by the same list of routes.
      return unwrap(answer) as Output<typeof route>
    },
    async idle() {
      // A failure may bring the next question with it, so a turn of the page's loop passes in between.
      while (asked.size > 0) {
        await Promise.allSettled([...asked])
        await new Promise((resolve) => setTimeout(resolve))
      }
    },
    on: (event, listener) => bridge.on(event, listener),
    stream: (route, input, signal) => readStream(bridge, route, input, signal),
  }
}

async function* readStream<K extends StreamName>(
  bridge: Bridge,
  route: K,
  input: Input<K>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Frame<K>> {
  const queue: StreamMessage<unknown>[] = []
  let wake: (() => void) | null = null
  const cancel = bridge.stream(route, input, (message) => {
    queue.push(message)
    wake?.()
  })
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  let expected = 0
  let isOver = false
  try {
    while (true) {
      const message = queue.shift()
      if (message === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      if (message.seq !== expected) throw new AppError('internal', 'A part of the stream was lost.')
      expected += 1
      if (message.kind === 'frames') {
        // Frames are typed only, like outputs.
        for (const frame of message.frames) yield frame as Frame<K>
        continue
      }
      isOver = true
      if (message.kind === 'failed') throw fromErrorValue(message.error)
      if (message.kind === 'cancelled') throw new AppError('cancelled', 'Stopped.')
      return
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
    if (!isOver) cancel()
  }
}
