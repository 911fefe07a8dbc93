import { AppError, type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import { FrameQueue, QUEUE_LIMITS, type QueueLimits } from './frame-queue.ts'
import { isPeerMessage, type PeerMessage, type PeerPort, type StreamEnding } from './messages.ts'

/** What one side does for the other. Unknown names reject with `unknown-route`. */
export interface PeerService {
  call(name: string, input: unknown, signal: AbortSignal): Promise<unknown>
  stream(name: string, input: unknown, emit: (frame: unknown) => void, signal: AbortSignal): Promise<void>
  event(name: string, payload: unknown): void
}

/** Receives one stream: any number of `frames`, then exactly one `end`. */
export interface StreamListener {
  frames(frames: readonly unknown[]): void
  end(ending: StreamEnding): void
}

/** One end of the line between the process with windows and the core's worker. */
export interface Peer {
  /** Rejects with an `AppError` that keeps the other side's code, params and details. */
  call(name: string, input: unknown, signal?: AbortSignal): Promise<unknown>
  /** The returned function cancels; calling it twice or after the end does nothing. */
  stream(name: string, input: unknown, listener: StreamListener): () => void
  emit(name: string, payload: unknown): void
  /** Ends everything in flight on both halves with `error`; later calls reject with it at once. */
  close(error: AppError): void
}

/** Turns a value that crossed back into the error it was. */
export function toAppError(value: ErrorValue): AppError {
  return new AppError(value.code, value.message, {
    params: value.params,
    ...(value.details === null ? {} : { details: value.details }),
  })
}

/**
 * Connects a port. Requests, streams and events travel both ways. An abort of the asker aborts the signal
 * the handler got; the asker's promise rejects with `cancelled` at once and does not wait for the handler.
 */
export function connectPeer(port: PeerPort, service: PeerService, limits: QueueLimits = QUEUE_LIMITS): Peer {
  const calls = new Map<number, { resolve(data: unknown): void; reject(error: AppError): void }>()
  const streams = new Map<number, StreamListener>()
  const serving = new Map<number, { readonly abort: AbortController; readonly queue: FrameQueue | null }>()
  let nextId = 0
  let closedBy: AppError | null = null

  function send(message: PeerMessage): void {
    if (closedBy === null) port.postMessage(message)
  }

  async function serveCall(id: number, name: string, input: unknown): Promise<void> {
    const abort = new AbortController()
    serving.set(id, { abort, queue: null })
    try {
      const data = await service.call(name, input, abort.signal)
      // Inside the try: a value that cannot be cloned throws here and must still be answered.
      if (!abort.signal.aborted) send({ kind: 'answer', id, data })
    } catch (error) {
      if (!abort.signal.aborted) send({ kind: 'refusal', id, error: toErrorValue(error) })
    } finally {
      serving.delete(id)
    }
  }

  async function serveStream(id: number, name: string, input: unknown): Promise<void> {
    const abort = new AbortController()
    const queue = new FrameQueue((frames) => {
      try {
        send({ kind: 'frames', id, frames })
      } catch (error) {
        abort.abort(error)
      }
    }, limits)
    const emit = (frame: unknown): void => {
      try {
        queue.add(frame)
      } catch (error) {
        abort.abort(error)
        throw error
      }
    }
    serving.set(id, { abort, queue })
    let failure: unknown = null
    try {
      await service.stream(name, input, emit, abort.signal)
    } catch (error) {
      failure = error
    }
    // Also after a failure: the text that came before it stays with the person.
    queue.flush()
    const ending = endingOf(failure, abort.signal)
    serving.delete(id)
    send({ kind: 'end', id, ending })
  }

  function receive(value: unknown): void {
    if (closedBy !== null || !isPeerMessage(value)) return
    switch (value.kind) {
      case 'call':
        void serveCall(value.id, value.name, value.input)
        return
      case 'stream':
        void serveStream(value.id, value.name, value.input)
        return
      case 'abort':
        serving.get(value.id)?.abort.abort(new AppError('cancelled', 'Stopped.'))
        return
      case 'taken':
        serving.get(value.id)?.queue?.taken()
        return
      case 'answer':
        calls.get(value.id)?.resolve(value.data)
        calls.delete(value.id)
        return
      case 'refusal':
        calls.get(value.id)?.reject(toAppError(value.error))
        calls.delete(value.id)
        return
      case 'frames':
        streams.get(value.id)?.frames(value.frames)
        send({ kind: 'taken', id: value.id })
        return
      case 'end': {
        const listener = streams.get(value.id)
        streams.delete(value.id)
        listener?.end(value.ending)
        return
      }
      case 'event':
        service.event(value.name, value.payload)
    }
  }

  port.on('message', receive)

  return {
    call(name, input, signal) {
      return new Promise((resolve, reject) => {
        if (closedBy !== null) return reject(closedBy)
        if (signal?.aborted) return reject(new AppError('cancelled', 'Stopped.'))
        const id = nextId++
        const stop = (): void => {
          calls.delete(id)
          send({ kind: 'abort', id })
          reject(new AppError('cancelled', 'Stopped.'))
        }
        signal?.addEventListener('abort', stop, { once: true })
        calls.set(id, {
          resolve(data) {
            signal?.removeEventListener('abort', stop)
            resolve(data)
          },
          reject(error) {
            signal?.removeEventListener('abort', stop)
            reject(error)
          },
        })
        try {
          send({ kind: 'call', id, name, input })
        } catch (error) {
          calls.delete(id)
          signal?.removeEventListener('abort', stop)
          reject(new AppError('bad-input', 'This cannot be sent.', { cause: error }))
        }
      })
    },
    stream(name, input, listener) {
      const id = nextId++
      if (closedBy !== null) {
        const error = toErrorValue(closedBy)
        queueMicrotask(() => listener.end({ kind: 'failed', error }))
        return () => undefined
      }
      streams.set(id, listener)
      try {
        send({ kind: 'stream', id, name, input })
      } catch (cause) {
        streams.delete(id)
        const error = toErrorValue(new AppError('bad-input', 'This cannot be sent.', { cause }))
        queueMicrotask(() => listener.end({ kind: 'failed', error }))
      }
      return () => {
        if (!streams.delete(id)) return
        send({ kind: 'abort', id })
        listener.end({ kind: 'cancelled' })
      }
    },
    emit(name, payload) {
      send({ kind: 'event', name, payload })
    },
    close(error) {
      if (closedBy !== null) return
      closedBy = error
      port.off('message', receive)
      for (const { abort, queue } of serving.values()) {
        queue?.drop()
        abort.abort(error)
      }
      serving.clear()
      const openCalls = [...calls.values()]
      const openStreams = [...streams.values()]
      calls.clear()
      streams.clear()
      for (const { reject } of openCalls) reject(error)
      const ending: StreamEnding = { kind: 'failed', error: toErrorValue(error) }
      for (const listener of openStreams) listener.end(ending)
    },
  }
}

function endingOf(failure: unknown, signal: AbortSignal): StreamEnding {
  // After a stop whatever the handler throws is the sound of stopping.
  const error = toErrorValue(signal.aborted ? signal.reason : failure)
  if (error.code === 'cancelled') return { kind: 'cancelled' }
  return failure === null && !signal.aborted ? { kind: 'done' } : { kind: 'failed', error }
}
