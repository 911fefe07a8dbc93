import type { Detail } from './checkpoint.ts'

/** Why the wizard cannot compact this thread. */
export type Unavailable = 'too-few-turns' | 'no-messages' | 'read-only-format' | 'reading'

/** Can this thread be compacted, and if not, why (S-160). */
export type Availability =
  | { readonly kind: 'available'; readonly turns: number }
  | { readonly kind: 'unavailable'; readonly reason: Unavailable; readonly turns: number }

/** A turn as the wizard's band draws it. */
export interface BandTurn {
  readonly number: number
  readonly from: number
  readonly to: number
  readonly tokens: number
  /** First 80 characters of the prompt. */
  readonly label: string
}

/** A marked message in the band. A message both pinned and excluded is excluded. */
export interface BandMark {
  readonly kind: 'pin' | 'exclude'
  readonly index: number
  /** Number of the turn it lies in. */
  readonly turn: number
  /** Tokens of that turn before it, as far as they are sent. */
  readonly before: number
  readonly tokens: number
}

/** Something in a prompt template that could not be rendered. */
export interface TemplateProblem {
  readonly kind:
    | 'unknown-variable'
    | 'missing-include'
    | 'include-refused'
    | 'syntax'
    | 'missing-file'
    | 'missing-skill'
  readonly name: string
  /** `systemPrompt` or `message:<id>`. */
  readonly place: string
  /** Index of the message in the thread; absent for the system prompt and where it is not known. */
  readonly index?: number
}

/** A choice in the wizard's list of summarizers. */
export interface SummarizerChoice {
  readonly id: string
  readonly label: string
  /** The provider's name beside the model's; null when `label` says it or there is none. */
  readonly provider?: string | null
  readonly kind: 'built-in' | 'model'
  /** Where the text goes, with the port where it has one; absent or null = nowhere, or not known. */
  readonly host?: string | null
  /** Passes needed for the default keep; 1 = fits. */
  readonly windowTokens: number | null
  readonly isReady: boolean
  /** Why it cannot be used; null when ready. */
  readonly reason: 'no-key' | 'no-model' | null
  readonly pricePerMillionInput: number | null
  readonly pricePerMillionOutput: number | null
}

/** A reduction that a person can ask for before the summary. */
export type WizardReduction = 'collapse' | 'truncate-arguments' | 'microcompact'

/** What a reduction alone would free in this thread now, in estimated tokens. */
export interface ReductionSaving {
  readonly step: WizardReduction
  readonly changed: number
  readonly tokens: number
}

/** What the configure step shows. All tokens are estimates of one estimator. */
export interface CompactPlan {
  readonly availability: Availability
  /** Sizes without what a person left unsent. */
  readonly turns: readonly BandTurn[]
  readonly marks: readonly BandMark[]
  readonly systemTokens: number
  readonly metaPromptTokens: number
  readonly checkpointTokens: number
  readonly draftTokens: number
  readonly totalTokens: number
  readonly windowTokens: number | null
  /** Where automatic compaction would fire; null when the window is unknown. */
  readonly triggerTokens: number | null
  readonly keepDefault: number
  readonly instructions: string
  readonly problems: readonly TemplateProblem[]
  readonly summarizers: readonly SummarizerChoice[]
  readonly summarizerDefault: string
  readonly hasCheckpoint: boolean
  readonly copyName: string
  /** Name of the folder that the copy goes into; absent = the thread's own. */
  readonly copyFolder?: string
  readonly expectedCheckpointTokens: number
  /** What can be done in this thread itself; absent or null = only a copy is possible here. */
  readonly inThread?: {
    readonly savings: readonly ReductionSaving[]
    /** Of the next request as it is now: less than the whole thread where a checkpoint holds. */
    readonly usedTokens: number
    /** `usage` = the provider counted it, as the meter shows; `estimate` = nobody did. */
    readonly basis: 'usage' | 'estimate'
    /** Number of the checkpoint that the next request begins with; null = none. */
    readonly checkpoint: number | null
  } | null
}

/** What Start compact sends. */
export interface CompactOptions {
  readonly keepTurns: number
  /** First message to summarize: what is before it stays as it is (S-037). Absent or null = from the start. */
  readonly fromIndex?: number | null | undefined
  readonly instructions: string
  readonly summarizerId: string
  readonly detail: Detail
  /** `same` = the conversation's own language, else a BCP 47 tag. */
  readonly language: string
  /** Largest checkpoint, in characters; null = by detail. */
  readonly budgetChars: number | null
  /** Absent = a copy beside the thread. */
  readonly result?: 'copy' | 'thread' | undefined
  /** Only for a checkpoint in this thread: the kept messages of a copy stay byte for byte (S-178). */
  readonly reductions?: readonly WizardReduction[] | undefined
}
