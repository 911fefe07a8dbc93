import type { CheckpointSection } from './checkpoint.ts'

/** Who asked for a compaction (C-17, screens.md section 8). */
export type CompactionKind = 'automatic' | 'manual' | 'overflow' | 'wizard'

/** Newest active, older kept. Undo and restore move between these and change nothing else. */
export type EventState = 'active' | 'superseded' | 'undone'

/** A checkpoint's text without a role: a preset's renderer makes the message (C-04). */
export interface SummaryMessage {
  readonly text: string
  readonly sections: readonly CheckpointSection[]
}

/** A file whose current content was put back beside a checkpoint (S-040 to S-047). */
export interface RestoredFile {
  /** Relative to the workspace. */
  readonly path: string
  readonly sha256: string
  readonly tokens: number
  readonly isCut: boolean
}

/** What was put back into the projection besides the summary, as it was then: the request stays the same bytes. */
export interface Restoration {
  readonly files: readonly (RestoredFile & { readonly text: string })[]
  /** Plan and to-do list of the last successful plan tool call, rendered; null = there was none. */
  readonly plan: string | null
}

/** One compaction as it is stored. The first seven fields are S-054's; the rest is bookkeeping. */
export interface CompactionEvent {
  /** Positional fallback for `cutoffMessageId` (S-056). */
  readonly cutoffIndex: number
  /** Id of the first retained message; empty when that message has none (S-055). */
  readonly cutoffMessageId: string
  readonly summaryMessage: SummaryMessage
  /** History file with the compacted source messages; null = it could not be written (S-060, S-088). */
  readonly filePath: string | null
  readonly strategy: 'partial' | 'full'
  readonly tokensBefore: number
  readonly tokensAfter: number

  readonly id: string
  /** 1, 2, 3 … within the thread. */
  readonly number: number
  readonly kind: CompactionKind
  readonly state: EventState
  readonly createdMs: number
  /** Hash over the raw records before the cutoff (I4). */
  readonly prefixHash: string
  /** First summarized message when a recent segment was summarized; null = everything before the cutoff (S-037). */
  readonly segment: { readonly fromIndex: number; readonly fromMessageId: string } | null
  readonly restoration: Restoration
  /** What the person typed behind `/compact`; empty = nothing. */
  readonly focus: string
  readonly summarizer: string
  readonly costUsd: number | null
  readonly durationMs: number
  /** Why the summary request was sent the way it was: same prefix as the chat, on its own, or none at all. */
  readonly requestStyle: { readonly kind: 'suffix' | 'separate' | 'built-in'; readonly reason: string }
  readonly isEdited: boolean
  /** A person's own name for it; empty = none. */
  readonly name: string
}

/** Where a compaction failed (S-086). */
export type CompactionStage =
  | 'plan'
  | 'summary'
  | 'verify'
  | 'restore'
  | 'post_check'
  | 'second_overflow'
  | 'store'

/** Why nothing was done (I5). */
export type SkipReason =
  | 'below-trigger'
  | 'manual-only'
  | 'breaker-open'
  | 'nothing-to-fold'
  | 'only-a-summary'
  | 'fits-budget'
  | 'no-new-content'
  | 'fixed-part-too-large'
  | 'tools-running'
  | 'no-gain'
  | 'already-running'

/** How one compaction ended: exactly one of these, exactly once. */
export type CompactionOutcome =
  | { readonly kind: 'completed'; readonly event: CompactionEvent }
  /** The reductions without a model call were enough. */
  | { readonly kind: 'reduced'; readonly tokensBefore: number; readonly tokensAfter: number }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | {
      readonly kind: 'failed'
      readonly stage: CompactionStage
      readonly code: string
      readonly retryAtMs: number | null
      /** Name of the provider that is not in the settings any more, with code `provider-gone`. */
      readonly provider?: string
    }
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'needs_new_thread'
      readonly stage: 'post_check' | 'second_overflow'
      readonly tokens: number
      readonly limit: number
    }
