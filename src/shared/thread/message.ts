/** A JSON value as it came out of a file or a provider. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/** Text a person or a model wrote, or a tool printed. */
export interface TextPart {
  readonly kind: 'text'
  readonly text: string
}

/** A picture. Its bytes stay in the file; `source` says where. `bytes` is the decoded size. */
export interface ImagePart {
  readonly kind: 'image'
  readonly mimeType: string
  readonly bytes: number
  readonly source: { readonly kind: 'blob'; readonly hash: string } | { readonly kind: 'inline' }
}

/** A block this program has no place for. `json` is its text as it stood in the file. */
export interface OtherPart {
  readonly kind: 'other'
  readonly type: string
  readonly json: string
}

export type Part = TextPart | ImagePart | OtherPart

/** What a tool answered. */
export interface ToolOutput {
  readonly content: readonly Part[]
  readonly isError: boolean
  /** The record says nothing of how the call ended: `isError` is false because nobody said otherwise. */
  readonly isUnmarked?: true
}

/**
 * One tool call with its result. They belong together by nesting, never by id: ids repeat and can be
 * empty in real files. `output` null = the call was never answered.
 */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: JsonValue
  /** Arguments that were cut while streaming, as raw text; null when complete. */
  readonly partialArguments: string | null
  readonly output: ToolOutput | null
}

/** Tokens as the provider reported them. `input` excludes cache reads in this format. */
export interface Usage {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** Part of `output` that was hidden reasoning; null when not stated. */
  readonly reasoning: number | null
  /** Cost in US dollars; null when not stated. */
  readonly cost: number | null
}

/** Which model and which account wrote something. Private reasoning is only ever sent back to its equal (B-08). */
export interface ModelOrigin {
  readonly protocol: 'openai-chat' | 'openai-responses' | 'anthropic'
  /** Host of the address, with its port where it has one. */
  readonly host: string
  readonly model: string
  /** Tells accounts apart without telling the key: the first 16 digits of a hash. Empty = no key. */
  readonly keyMark: string
}

/** How a reply ended. Everything but `complete` keeps the part that came. */
export type ReplyEnding = 'complete' | 'length' | 'interrupted' | 'failed'

/** A question to the person before a tool ran, and the answer. Both are facts (S-002). */
export interface Approval {
  /** Position of the call in `toolCalls`. */
  readonly call: number
  readonly askedMs: number
  /** Null = never answered. `thread` = and all further ones like it in this thread. */
  readonly decision: 'once' | 'thread' | 'never' | null
  readonly decidedMs: number | null
}

/**
 * What this program's own agent writes beside the fields of the format, under the record's key `palimpsest`.
 * Absent in messages of other writers.
 */
export interface MessageRuntime {
  /** When the message was complete, in milliseconds since 1970; null = its source does not say. */
  readonly atMs: number | null
  /** Null for a person's message. */
  readonly origin: ModelOrigin | null
  readonly ending: ReplyEnding
  /** Blocks only `origin` can read, as they came and in order: signed thinking, reasoning items. Never cut. */
  readonly privateItems: readonly JsonValue[]
  readonly approvals: readonly Approval[]
  /** Set when another tool wrote the message. */
  readonly imported?: ImportedFrom | null
}

/** Which tool's transcript a message comes from. */
export interface ImportedFrom {
  /** Id of the format. */
  readonly format: string
  /** Set where the other tool compacted: the message stands for everything before it. Tokens as that tool counted. */
  readonly checkpoint: {
    readonly trigger: 'manual' | 'automatic' | 'unknown'
    readonly tokensBefore: number | null
    readonly tokensAfter: number | null
  } | null
}

export type Role = 'user' | 'assistant'

/** One message of a thread. Derived from the file's bytes; never written back. */
export interface Message {
  readonly id: string
  readonly role: Role
  readonly content: readonly Part[]
  /** Reasoning a person may read; null when there is none. Never sent to a summarizer. */
  readonly thinking: string | null
  readonly toolCalls: readonly ToolCall[]
  readonly usage: Usage | null
  readonly durationMs: number | null
  /** True when the record holds reasoning only its provider can read. */
  readonly hasPrivateReasoning: boolean
  /** The record's own word that it is a meta user prompt; null = it does not say (S-187). */
  readonly metaFlag: boolean | null
  readonly runtime?: MessageRuntime
}

/** A tool the thread's model may call. */
export interface ToolSchema {
  readonly name: string
  readonly description: string
  readonly parameters: JsonValue
}

/** Everything of a thread but its messages. */
export interface ThreadHead {
  readonly title: string
  readonly model: { readonly provider: string; readonly id: string } | null
  readonly systemPrompt: string
  readonly tools: readonly ToolSchema[]
  /** Variable definitions as they stand in the file. */
  readonly variables: { readonly [name: string]: JsonValue }
  /** Values of the active variant. */
  readonly variantValues: { readonly [name: string]: JsonValue }
  /** Frozen values per place: `systemPrompt`, `message:<id>:text`, `toolResult:<msg>:<call>:text`. */
  readonly snapshotVariables: { readonly [place: string]: { readonly [name: string]: JsonValue } }
  readonly compactionInstructions: string | null
  /** Set when another tool wrote the thread: its texts are no templates of this program. */
  readonly isVerbatim?: boolean
}
