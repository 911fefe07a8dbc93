import type { ErrorValue } from '../../shared/ipc/errors.ts'

/** What two peers say to each other. `id` belongs to the side that asked, so both sides may count from 0. */
export type PeerMessage =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly kind: 'stream'; readonly id: number; readonly name: string; readonly input: unknown }
  /** The asker gave up on a call or a stream. */
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'answer'; readonly id: number; readonly data: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: ErrorValue }
  | { readonly kind: 'frames'; readonly id: number; readonly frames: readonly unknown[] }
  /** The asker has taken one `frames` message: the other side may send the next. */
  | { readonly kind: 'taken'; readonly id: number }
  | { readonly kind: 'end'; readonly id: number; readonly ending: StreamEnding }
  | { readonly kind: 'event'; readonly name: string; readonly payload: unknown }

/** How a stream ended. There is exactly one. */
export type StreamEnding =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: ErrorValue }
  | { readonly kind: 'cancelled' }

/** The part of a `MessagePort`, `Worker` or `parentPort` that a peer needs. */
export interface PeerPort {
  postMessage(value: unknown): void
  on(event: 'message', listener: (value: unknown) => void): unknown
  off(event: 'message', listener: (value: unknown) => void): unknown
}

const KINDS: ReadonlySet<string> = new Set([
  'call',
  'stream',
  'abort',
  'answer',
  'refusal',
  'frames',
  'taken',
  'end',
  'event',
])

/** True for a message of a peer. Anything else on the port is not ours and is left alone. */
export function isPeerMessage(value: unknown): value is PeerMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    KINDS.has(value.kind)
  )
}
