import type { ErrorValue } from './errors.ts'
import type { AppEvents, EventName } from './events.ts'

/** The answer to every request. A handler never rejects across the bridge: a rejection loses its code. */
export type Answer<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: ErrorValue }

/** One message of a stream. `seq` counts from 0 without gaps; exactly one ending comes last. */
export type StreamMessage<F> =
  | { readonly seq: number; readonly kind: 'frames'; readonly frames: readonly F[] }
  | { readonly seq: number; readonly kind: 'done' }
  | { readonly seq: number; readonly kind: 'failed'; readonly error: ErrorValue }
  | { readonly seq: number; readonly kind: 'cancelled' }

/** Everything the page can reach of the main process: `window.palimpsest`. */
export interface Bridge {
  request(route: string, input: unknown): Promise<Answer<unknown>>
  on<K extends EventName>(event: K, listener: (payload: AppEvents[K]) => void): () => void
  /** Starts a stream; the returned function cancels it and may be called twice. */
  stream(route: string, input: unknown, listener: (message: StreamMessage<unknown>) => void): () => void
}
