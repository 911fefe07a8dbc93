import type { SectionKey } from './checkpoint.ts'
import type { RetainedFact } from './retention.ts'

/** What became of a message that a checkpoint stands for, the gravest last but one: nothing is lost of it. */
export const COMPARED_STATES = ['kept', 'in-summary', 'recoverable', 'changed', 'missing'] as const

/**
 * `kept` = its words are sent; `in-summary` = a sentence tells of it; `recoverable` = no sentence does, and no fact of
 * it is missed: the original is in the thread; `changed` and `missing` = a fact of it is told otherwise or not at all.
 */
export type ComparedState = (typeof COMPARED_STATES)[number]

/** A line of a checkpoint: its section, and its place among that section's lines. */
export interface SentencePlace {
  readonly section: SectionKey
  readonly line: number
}

/** One message under a checkpoint. */
export interface ComparedMessage {
  readonly index: number
  readonly turn: number | null
  readonly state: ComparedState
  /** The sentence that tells most of it; null = none does. */
  readonly sentence: SentencePlace | null
  /** Facts that stand in it for the last time before the boundary, at most 20. */
  readonly facts: readonly RetainedFact[]
}

/** A sentence and the message it tells most of; `position` is that message's place in the filtered list. */
export interface LinkedSentence extends SentencePlace {
  readonly position: number
  readonly index: number
  readonly turn: number | null
}

/** The thread that a copy was made from; `changed` = it grew or was changed since. */
export interface ComparedSource {
  readonly thread: string
  readonly name: string
  readonly state: 'same' | 'changed'
}

/** Some of the messages under a checkpoint, in thread order. */
export interface ComparisonPage {
  /** The messages stand in another thread; null = in the thread itself. */
  readonly source: ComparedSource | null
  readonly counts: { readonly [K in ComparedState]: number }
  /** Messages that the filter lets through. */
  readonly total: number
  readonly items: readonly ComparedMessage[]
  /** Sentences with the message each tells most of, as far as the filter lets it through. */
  readonly sentences: readonly LinkedSentence[]
  /** Estimated size of what the checkpoint stands for, and of the checkpoint. */
  readonly originalTokens: number
  readonly checkpointTokens: number
}
