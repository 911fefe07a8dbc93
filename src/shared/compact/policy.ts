/** When compaction fires. All compare `estimate >= threshold` (C-01). */
export type Trigger =
  | { readonly kind: 'ratio'; readonly value: number }
  | {
      readonly kind: 'reserve'
      readonly outputTokens: number
      readonly summaryTokens: number
      /** The reserve is never more than this share of the window (S-104). */
      readonly capRatio: number
    }
  | { readonly kind: 'tokens'; readonly value: number }
  | { readonly kind: 'manual' }

/** What stays word for word; one boundary function snaps every kind to a safe cut (C-02). */
export type Keep =
  | { readonly kind: 'ratio'; readonly value: number }
  /** Never more than `capOfTrigger` of the threshold (S-126). */
  | { readonly kind: 'tokens'; readonly value: number; readonly capOfTrigger: number }
  | { readonly kind: 'turns'; readonly value: number }
  | { readonly kind: 'messages'; readonly value: number }

/** What holds while the model's window is not known (C-03). */
export type UnknownWindow =
  | { readonly kind: 'fixed'; readonly triggerTokens: number; readonly keepMessages: number }
  | { readonly kind: 'assume'; readonly windowTokens: number }

/** Settings of the reductions that need no model (C-07). Sizes in characters, ages in milliseconds. */
export interface ReductionSettings {
  readonly collapse: { readonly isOn: boolean; readonly keepLastMessages: number }
  readonly truncateArguments: {
    readonly isOn: boolean
    readonly maxChars: number
    readonly keepLastMessages: number
  }
  readonly microcompact: { readonly isOn: boolean; readonly pauseMs: number; readonly keepResults: number }
  readonly snip: {
    readonly isOn: boolean
    readonly maxChars: number
    readonly budgetTokens: number
    readonly preserveLastMessages: number
    /** Trims every old result over the limit, whatever is left of the budget (C-18). */
    readonly isStrict: boolean
  }
}

/** Which headings a summary has (C-05). */
export type SummaryTemplate =
  | { readonly kind: 'checkpoint' }
  | { readonly kind: 'seven' }
  | { readonly kind: 'custom'; readonly headings: readonly string[] }

/**
 * How a thread's context takes care of itself. A plain value: a preset is one, a person copies and edits it per
 * workspace and thread.
 */
export interface Policy {
  /** The preset it was copied from. */
  readonly preset: 'ratio-75' | 'reserve' | 'manual-clone'
  /** `ask` shows a question above the composer instead of running. */
  readonly mode: 'off' | 'ask' | 'auto'
  readonly trigger: Trigger
  readonly keep: Keep
  readonly unknownWindow: UnknownWindow
  readonly strategy: 'partial' | 'full'
  readonly template: SummaryTemplate
  /** Role and wrapper of the summary in the projection (C-04). */
  readonly summaryForm: 'reminder' | 'bracketed'
  /** Largest summary, in characters. */
  readonly summaryChars: number
  readonly reductions: ReductionSettings
  readonly restoration: {
    readonly maxFiles: number
    readonly perFileTokens: number
    readonly totalTokens: number
    /** Never more than this share of the window, whatever the other limits say. */
    readonly windowRatio: number
  }
  /** Failures in a row until automatic runs pause; 0 = never. `baseMs` 0 = until a success or a reset (C-08). */
  readonly breaker: {
    readonly maxFailures: number
    readonly baseMs: number
    readonly factor: number
    readonly maxMs: number
  }
  /** The estimate is never below the full estimate of the list (S-066, C-11). */
  readonly hasFloor: boolean
  /** A summary that frees less than this share of the tokens is not applied. */
  readonly minGainRatio: number
  /** Id of a provider or `built-in`; null = the thread's own model, or the built-in one without a model. */
  readonly summarizerId: string | null
}
