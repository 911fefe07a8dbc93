import type { SectionKey } from './checkpoint.ts'

/** Kinds of facts, in the order the report shows them (retention.md). */
export type FactClass =
  | 'rule'
  | 'modified-path'
  | 'open-task'
  | 'unresolved-error'
  | 'decision'
  | 'number'
  | 'read-path'
  | 'command'
  | 'url'
  | 'hash'
  | 'identifier'
  | 'resolved-error'

/** Where a fact of the aged-out turns is in the new projection. */
export type FactState =
  | 'verbatim'
  | 'in-tail'
  | 'normalised'
  | 'recoverable'
  | 'mutated'
  | 'stale'
  | 'missing'

/** One fact, where it comes from and what became of it. */
export interface RetainedFact {
  readonly class: FactClass
  readonly text: string
  readonly messageIndex: number
  readonly turn: number | null
  readonly state: FactState
  readonly weight: number
  /** What stands in the checkpoint instead, for `mutated`. */
  readonly found: string | null
  /** Place in its message of the call whose result it is from; absent = not from one result, or not known. */
  readonly callPosition?: number
}

/** A claim of the checkpoint that the source does not hold. */
export interface UnsupportedClaim {
  readonly kind: 'path' | 'identifier' | 'number' | 'hash' | 'url' | 'success'
  readonly text: string
}

/** Counts as the preview groups them: kept exactly, in summary, recoverable, changed, missing. */
export interface RetentionCounts {
  readonly keptExactly: number
  readonly inSummary: number
  readonly recoverable: number
  readonly changed: number
  readonly missing: number
}

/** What became of the lines of the checkpoint before; those left out one by one. */
export interface EarlierLines {
  readonly total: number
  /** Told otherwise. */
  readonly changed: number
  readonly dropped: readonly { readonly key: SectionKey; readonly text: string }[]
}

/**
 * What survived. Lexical presence: an upper bound of what a model will use, never to be called recall.
 * Scores are 0 to 1; null where the source has no fact of that class.
 */
export interface RetentionReport {
  readonly counts: RetentionCounts
  readonly score: number | null
  readonly byClass: readonly {
    readonly class: FactClass
    readonly total: number
    readonly score: number
    readonly counts: RetentionCounts
  }[]
  readonly floors: {
    readonly rules: number | null
    readonly modifiedPaths: number | null
    readonly openTasks: number | null
    readonly unsupported: number
  }
  /** Facts not kept exactly, heaviest first, at most 200; `factTotal` counts all facts. */
  readonly notable: readonly RetainedFact[]
  readonly factTotal: number
  readonly unsupported: readonly UnsupportedClaim[]
  /** Absent where there was no checkpoint before. */
  readonly earlier?: EarlierLines
  /** Lengths in characters: a checkpoint longer than its source saves nothing. */
  readonly chars?: { readonly checkpoint: number; readonly source: number }
}
