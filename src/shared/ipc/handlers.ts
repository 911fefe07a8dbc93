import type { Frame, Input, Output, RequestName, StreamName } from './routes.ts'

/** What a handler is told beside its input. `signal` aborts when the person or the window gives up. */
export interface CallContext {
  readonly signal: AbortSignal
}

export type RequestHandlers = {
  readonly [K in RequestName]: (input: Input<K>, context: CallContext) => Promise<Output<K>>
}

export type StreamHandlers = {
  readonly [K in StreamName]: (
    input: Input<K>,
    emit: (frame: Frame<K>) => void,
    context: CallContext,
  ) => Promise<void>
}

/** One function per route. A stream's promise settles when the stream ends. */
export type Handlers = RequestHandlers & StreamHandlers
