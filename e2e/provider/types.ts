export type Protocol = 'openai-chat' | 'openai-responses' | 'anthropic'

export interface JsonObject {
  readonly [key: string]: unknown
}

/** One request as it arrived. */
export interface RecordedRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly protocol: Protocol | null
  readonly headers: { readonly [name: string]: string | undefined }
  /** Parsed; null when it was empty or no JSON. */
  readonly body: JsonObject | null
  readonly rawBody: string
  /** All text of the request, system text first. */
  readonly text: string
  /** Four characters count as one token, everywhere in this provider. */
  readonly inputTokens: number
  /** Counts the calls of a model from 0; -1 for everything else. */
  readonly call: number
}

/** A stream that does not reach its end. */
export interface Cut {
  readonly after: 'events' | 'bytes'
  readonly count: number
  /** `end` closes the answer politely, `reset` breaks the connection. */
  readonly how: 'end' | 'reset'
}

/** An event that no healthy stream has. */
export interface Injection {
  readonly afterEvents: number
  /** The SSE event name; null = data only. */
  readonly event: string | null
  /** Sent as JSON, or as it is when a string. */
  readonly data: unknown
  /** The stream ends after it. */
  readonly isLast: boolean
}

/** A piece of an answer. Calls stream their arguments in pieces; a call without an id gets a scripted one. */
export type AnswerBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | {
      readonly kind: 'call'
      readonly id?: string
      readonly name: string
      readonly arguments: JsonObject
      /** Streamed in place of `arguments`, as it is: broken JSON, as some models write it. */
      readonly argumentsText?: string
      readonly extra?: JsonObject
    }

export interface AnswerStep {
  readonly kind: 'answer'
  /** Without it: a checkpoint written from the request. */
  readonly text?: string
  /** Reasoning beside the answer, in the protocol's own form. */
  readonly thinking?: string
  readonly toolCall?: { readonly name: string; readonly arguments: JsonObject }
  /** The whole answer, block by block in this order; takes the place of `text`, `thinking` and `toolCall`. */
  readonly blocks?: readonly AnswerBlock[]
  /** The protocol's own word for how it ended; null = none is sent. */
  readonly finish?: string | null
  /** `none` = no usage; numbers replace the counted ones. */
  readonly usage?: 'none' | { readonly input: number; readonly output: number; readonly cached?: number }
  readonly deltaChars?: number
  /** Before each event, in milliseconds. */
  readonly delayMs?: number
  readonly cut?: Cut
  readonly inject?: Injection
}

/** Any complete answer by hand: an error, a web page, an empty body. */
export interface ReplyStep {
  readonly kind: 'reply'
  readonly status: number
  /** Sent as JSON, or as it is when a string. */
  readonly body?: unknown
  readonly headers?: { readonly [name: string]: string }
}

/** Silence, until the other side gives up. */
export interface HangStep {
  readonly kind: 'hang'
  readonly where: 'before-headers' | 'after-headers' | 'after-text'
}

/** The connection breaks before any answer. */
export interface DropStep {
  readonly kind: 'drop'
}

export type Step = AnswerStep | ReplyStep | HangStep | DropStep

/** Steps in order, one per call of a model; after the last one the default answer. Or a choice per request. */
export type Script = readonly Step[] | ((request: RecordedRequest) => Step)

/** How a server that is not the vendor's tells its loaded window. */
export type LocalKind = 'ollama' | 'lm-studio' | 'vllm' | 'llama.cpp'

export interface ScriptedProviderOptions {
  readonly script?: Script
  /** Input and answer together; without it there is no limit. */
  readonly windowTokens?: number
  /** Names it knows; without it any name goes. */
  readonly models?: readonly string[]
  /** The one key it takes; without it any or none. */
  readonly key?: string
  /** Parameters it does not know. */
  readonly refuses?: readonly string[]
  /** Calls a tool whenever one is offered (B-45). */
  readonly prefersTools?: boolean
  /** Refuses a reply with calls that comes back without its reasoning, as DeepSeek does. */
  readonly needsReasoningContent?: boolean
  /** Roles alternate, and a tool result is followed by the assistant, as Mistral has it (B-18). */
  readonly strictOrder?: boolean
  readonly local?: LocalKind
  readonly deltaChars?: number
  readonly delayMs?: number
  /** 0 = any free port. */
  readonly port?: number
}
