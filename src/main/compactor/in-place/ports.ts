import type { CompactionEvent, Restoration } from '../../../shared/compact/event.ts'
import type { Policy } from '../../../shared/compact/policy.ts'
import type { ActivityEntry } from '../../../shared/ipc/turn.ts'
import type { Message, ModelOrigin, ThreadHead } from '../../../shared/thread/message.ts'
import type { CheckpointOrigin } from '../../../shared/thread/row.ts'
import type { ThreadLayout } from '../../../shared/thread/turn.ts'
import type { ChosenWindow } from '../../compaction/model-window.ts'
import type { ClearedResults } from '../../compaction/projection/clear-results.ts'
import type { MessageIds } from '../../compaction/projection/locate-cutoff.ts'
import type { Override } from '../../compaction/projection/override.ts'
import type { OutputFile } from '../../compaction/reduce/reduction.ts'
import type { JsonObject } from '../../compaction/request/private-layout.ts'
import type { Steps } from '../../compaction/steps.ts'
import type { HeadTokens } from '../../compaction/tokens/estimate-message.ts'
import type { MessageCost } from '../../compaction/tokens/message-cost.ts'
import type { ByFamily, TokenFamily } from '../../compaction/tokens/token-family.ts'
import type { ChatAnswer } from '../../providers/chat/chat-model.ts'
import type { Summarizer } from '../../providers/summarizer.ts'

/** The facts of one open thread, as many as there are now. Reading one costs what it costs. */
export interface FactSource {
  readonly head: ThreadHead
  readonly headTokens: ByFamily<HeadTokens>
  readonly layout: ThreadLayout
  /** Lineage of a compacted copy, with the lines that a person wrote into its checkpoint. */
  readonly origin?: CheckpointOrigin | null
  /**
   * When the checkpoint in the thread's own file was made, in milliseconds; null = there is none, -Infinity = nobody
   * knows. Messages behind it may have been kept from before it, with usage that counted another list (S-067).
   */
  readonly checkpointMs: number | null
  readonly count: number
  readonly ids: MessageIds
  readMessage(index: number): Message
  /** Estimated for every family when it was stored, or on its first reading. */
  costOf(index: number, family: TokenFamily): MessageCost
  /** Reads every message once, in small steps: from then on `costOf` reads none. Absent = it never does. */
  costSteps?(): Steps<void>
  /** Bytes of a record, for the hash over what was summarized. */
  rawSlice(index: number): Uint8Array
}

/** Messages and results a person marked, by their place. */
export interface MarkSet {
  readonly pins: ReadonlySet<number>
  readonly excluded: ReadonlySet<number>
  readonly cleared: ClearedResults
}

/** What is stored about one thread's context. Every write is one transaction. */
export interface ContextStore {
  /** The active event; null = none, or it could not be read. */
  active(): CompactionEvent | null
  /** Supersedes the active one; `overrides` are decided under the new one. All of it or nothing. */
  append(event: CompactionEvent, overrides?: readonly Override[]): void
  /** Number of the next event. */
  nextNumber(): number
  /**
   * Decisions that hold now, in their order: those made before any event, and those made under an event that has
   * not been undone since. So undo brings back the very request from before the event.
   */
  overrides(): readonly Override[]
  /** Decided under the active event. */
  addOverrides(overrides: readonly Override[]): void
  marks(facts: FactSource): MarkSet
  /** When the list last changed by an event, undo, override or mark, in milliseconds; null = never. */
  changedMs(): number | null
}

/** Which model answers in a thread. */
export interface ThreadModel {
  /** Names model and host; equal = the same. */
  readonly key: string
  readonly window: ChosenWindow
  /** Whose tokens the window is measured in. */
  readonly family: TokenFamily
}

/** Who writes the summary. */
export type ChosenSummarizer =
  | { readonly kind: 'built-in' }
  | {
      readonly kind: 'model'
      readonly summarizer: Summarizer
      /** Why it is asked in a request of its own; without it that is the rule. */
      readonly reason?: 'other-model' | 'no-request-yet'
    }
  /** The thread's own model, behind its own chat (C-16); `summarizer` where that cannot be. */
  | { readonly kind: 'chat'; readonly summarizer: Summarizer; readonly chat: SummaryChat }

/** The chat request as it would be now, for a summary behind it. */
export interface SummaryChat {
  readonly protocol: ModelOrigin['protocol']
  /** Tokens of input and output together; null = unknown. */
  readonly windowTokens: number | null
  /** With `instruction` as a message of the person behind everything. */
  body(instruction: string): Promise<JsonObject>
  /** Sends a body and tells each piece of what is written; reasoning is no part of it. Rejects with the provider's codes. */
  send(body: JsonObject, onPiece: (piece: string) => void, signal: AbortSignal): Promise<ChatAnswer>
}

/** Everything the in-place compactor needs of one thread besides its facts. */
export interface ThreadPorts {
  readonly store: ContextStore
  policy(): Policy
  model(): ThreadModel
  /** Rejects with `no-key`, `no-model` or `not-found`. */
  summarizer(policy: Policy, onRetry: (afterMs: number, code: string) => void): Promise<ChosenSummarizer>
  /** False = it could not be written: the decision that points to it must not be used (B-74). */
  writeOutput(file: OutputFile): Promise<boolean>
  /** Appends to the history file; its path, or null when that failed (S-087). */
  appendHistory(part: {
    readonly number: number
    readonly messages: readonly Message[]
  }): Promise<string | null>
  /** What is put back beside a summary of `aged`; `kept` is sent word for word anyway. */
  restore(
    messages: { readonly aged: readonly Message[]; readonly kept: readonly Message[] },
    limits: RestoreLimits,
  ): Promise<Restoration>
  record(entry: Omit<ActivityEntry, 'id' | 'thread'>): void
  /** The thread's path without its ending. */
  readonly stem: string
}

/** Budgets of what is put back beside a summary, in tokens. */
export interface RestoreLimits {
  readonly maxFiles: number
  readonly perFileTokens: number
  readonly totalTokens: number
  /** Whose tokens they are. */
  readonly family: TokenFamily
}
