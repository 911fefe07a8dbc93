import type { Message } from '../../../shared/thread/message.ts'
import type { MessageCost } from '../tokens/message-cost.ts'
import type { TokenFamily } from '../tokens/token-family.ts'

/** One message of the thread with its place and its estimated tokens as they were kept when it was stored. */
export interface Fact {
  readonly index: number
  readonly message: Message
  readonly tokens: number
  /** Whose tokens these are; absent = those of the usual family. */
  readonly family?: TokenFamily
  /** Set where `message` is read anew each time somebody looks at it: what is known of it without reading. */
  readonly cost?: MessageCost
}

/** Why a message is in the next request. */
export type Provenance = 'fact' | 'meta' | 'pin' | 'checkpoint' | 'restored'

/**
 * One message of the next request, before it takes a protocol's form. `index` is its place in the facts; null
 * for what compaction made. Id, usage and times of a fact survive every rewrite.
 */
export interface ProjectedMessage {
  readonly index: number | null
  readonly provenance: Provenance
  readonly message: Message
  /** Estimated, after everything that was done to it. */
  readonly tokens: number
  /** Whose tokens these are, also after the next change; absent = those of the usual family. */
  readonly family?: TokenFamily
  /** As in a fact, as long as nothing was done to it. */
  readonly cost?: MessageCost
  /** Places of the remaining calls in the fact's own list; absent = all of them are there. */
  readonly callPositions?: readonly number[]
}

/** The message list of the next request, in order. Built from facts, event, overrides and marks; owns nothing. */
export type Projection = readonly ProjectedMessage[]
