import type { Usage } from '../../shared/thread/message.ts'
import type { TokenFamily } from '../compaction/tokens/token-family.ts'

/** One summary request: plain text in, plain text out. No tools, no images, no private reasoning (C-16). */
export interface SummaryRequest {
  readonly system: string
  readonly user: string
  /** Upper limit of the written answer, in tokens; at least 1. Room for reasoning is added where it is needed. */
  readonly maxOutputTokens: number
}

export interface SummaryAnswer {
  /** Complete and not blank. May differ from the streamed deltas where reasoning had to be taken out late. */
  readonly text: string
  readonly usage: Usage | null
}

/** A model that writes the narrative lane. */
export interface Summarizer {
  readonly id: string
  /** What a person calls it: the provider's name and the model. */
  readonly label: string
  /** Tokens of input and output together; null = unknown. */
  readonly windowTokens: number | null
  /** Whose tokens these are; absent = those of the usual family. */
  readonly family?: TokenFamily
  /**
   * Streams the answer to `onText` and resolves with all of it once the provider marked it as complete.
   *
   * Rejects with an `AppError`: provider codes for refusals, `summary-cut`, `summary-empty`,
   * `summary-tool-call`, `stream-cut`, `timeout`, `network`, or `cancelled` within 500 ms of an abort. No part
   * of an error holds the key. A failed answer is never returned, not even in part (S-039, B-44).
   */
  summarize(
    request: SummaryRequest,
    onText: (delta: string) => void,
    signal: AbortSignal,
  ): Promise<SummaryAnswer>
}
