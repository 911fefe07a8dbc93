/** What a token of the next request is spent on. The sum over all is the header's number. */
export type ContextCategory =
  | 'system'
  | 'tools'
  | 'pins'
  | 'summary'
  | 'restored'
  | 'messages'
  | 'tool-results'
  | 'attachments'
  /** What the provider counted and the list does not explain: hidden reasoning, its own wrapping. */
  | 'uncounted'

/** Where a window's size comes from. */
export type WindowSource = 'catalog' | 'server' | 'manual' | 'assumed' | 'learned'

/** The numbers of the meter, the trigger and the context endpoint: one estimator, one value (S-099). */
export interface ContextReport {
  /** Whole, 0 or more. */
  readonly usedTokens: number
  /** `usage` = anchored on what the provider counted; `estimate` otherwise (B-26). */
  readonly basis: 'usage' | 'estimate'
  /** Where compaction fires: 100 % of the bar (S-154, C-12). Null = never by itself. */
  readonly triggerTokens: number | null
  /** Null = unknown. */
  readonly windowTokens: number | null
  readonly windowSource: WindowSource | null
  /** Of the trigger, may pass 100 (S-156); null without a trigger. */
  readonly percent: number | null
  /** The used number exceeds the window: the window looks wrong (B-28). */
  readonly isWindowSuspect: boolean
  readonly categories: readonly { readonly category: ContextCategory; readonly tokens: number }[]
  /** The five biggest. `index` is the message's place in the thread; null = not a message. */
  readonly biggest: readonly {
    readonly label: string
    readonly index: number | null
    readonly category: ContextCategory
    readonly tokens: number
    /** Place of the call whose result is most of it; absent = it is no result. */
    readonly call?: number
  }[]
  /** All requests of this thread so far, summaries apart; tokens in and out. Null cost = a price is unknown. */
  readonly spent: {
    readonly tokens: number
    readonly costUsd: number | null
    readonly summaryTokens: number
    readonly summaryCostUsd: number | null
  }
  /** What sending the list once more costs, its answer apart; an upper bound, since nothing counts as cached. Null = the price is unknown. */
  readonly nextCostUsd: number | null
}
