/** Message indexes `from` (inclusive) to `to` (exclusive). */
export interface MessageRange {
  readonly from: number
  readonly to: number
}

/** A user message and the assistant activity that follows it (S-177). `number` counts from 1. */
export interface Turn extends MessageRange {
  readonly number: number
}

/**
 * How a thread's messages divide. The meta user prompt and the checkpoint are never turns (S-187, S-193).
 * A user message without text and without picture is a draft: no turn, it stays with the tail.
 */
export interface ThreadLayout {
  readonly metaPromptIndex: number | null
  readonly checkpointIndex: number | null
  readonly turns: readonly Turn[]
  readonly draftIndexes: readonly number[]
}
