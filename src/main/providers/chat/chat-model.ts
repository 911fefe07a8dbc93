import type { JsonValue, ModelOrigin, Usage } from '../../../shared/thread/message.ts'
import type { FamilyRules } from '../../compaction/request/families.ts'
import type { JsonObject } from '../../compaction/request/private-layout.ts'

/** A piece of a reply as it streams. Pieces of one kind join without anything between. */
export type ChatDelta =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  /** `position` counts the calls of the reply from 0; `name` comes whole with the first piece. */
  | {
      readonly kind: 'call'
      readonly position: number
      readonly name: string
      readonly argumentsText: string
    }

/** A call as the model wrote it. */
export interface ChatCall {
  /** The provider's id; may be empty or repeat. */
  readonly id: string
  /** The wire name: the tool is the one with `wireToolName(tool.name) === name`. */
  readonly name: string
  /** JSON text; not checked, and cut off when the reply was. */
  readonly argumentsText: string
}

/** A reply with its end. */
export interface ChatAnswer {
  readonly text: string
  /** Readable reasoning; empty = none came. */
  readonly thinking: string
  readonly calls: readonly ChatCall[]
  /** `input` excludes what was read from the provider's cache. Null = the provider told none. */
  readonly usage: Usage | null
  readonly ending: 'complete' | 'tool-calls' | 'length' | 'content-filter'
  /** For `MessageRuntime.privateItems`: private blocks and marks for text and calls, in the order they came. */
  readonly privateItems: readonly JsonValue[]
}

/** A model that a thread talks to. */
export interface ChatModel {
  readonly origin: ModelOrigin
  readonly family: FamilyRules
  /** Input and output together, in tokens; null = unknown. */
  readonly windowTokens: number | null
  readonly windowSource: 'manual' | 'catalog' | null
  /**
   * Sends a body of `renderRequest` and streams the reply to `onDelta`.
   *
   * Repeats by itself only what may pass (rate limit, overload, network) and only before the first delta.
   * Rejects with an `AppError` of a provider code; with `stream-cut` when the reply ended without its end mark
   * (what came went to `onDelta`); with `cancelled` within 500 ms of an abort. No delta comes after that.
   */
  stream(body: JsonObject, onDelta: (delta: ChatDelta) => void, signal: AbortSignal): Promise<ChatAnswer>
}
