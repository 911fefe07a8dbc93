import type { ContextReport } from '../../shared/compact/context.ts'
import type { SendOutcome, TurnDelta, TurnState } from '../../shared/ipc/turn.ts'
import type { JsonValue } from '../../shared/thread/message.ts'

/** One tool call as far as it has come; `output` null = not answered yet. */
export interface ObservedCall {
  /** Unique in its thread. */
  readonly key: string
  readonly name: string
  readonly input: JsonValue
  readonly output: { readonly text: string; readonly isError: boolean } | null
}

/** What happens in a thread, in order. */
export type ObservedEvent =
  | { readonly kind: 'turn'; readonly state: TurnState }
  | { readonly kind: 'delta'; readonly delta: TurnDelta }
  | { readonly kind: 'calls'; readonly calls: readonly ObservedCall[] }
  | { readonly kind: 'context'; readonly report: ContextReport }

/** What the interface shows of the program. A session is a thread; its id is the thread's path. */
export interface ObservationPorts {
  /** Rejects with `file-not-found` or `path-outside`. */
  context(session: string): Promise<ContextReport>
  send(session: string, text: string): Promise<SendOutcome>
  /** Calls `listener` for everything from now on; the answer ends it. */
  subscribe(session: string, listener: (event: ObservedEvent) => void): () => void
}
