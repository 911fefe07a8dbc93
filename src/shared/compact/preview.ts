import type { CheckpointSection, SectionKey } from './checkpoint.ts'
import type { TemplateProblem } from './plan.ts'
import type { RetentionReport } from './retention.ts'
import type { SecretKind } from './secret-kind.ts'

/** A section in the preview, with what a person may do to it. */
export interface PreviewSection extends CheckpointSection {
  readonly heading: string
  readonly tokens: number
  readonly isEdited: boolean
}

/** Why Apply is not offered (screens.md section 7). */
export type ApplyBlock = 'empty-summary' | 'no-shrink' | 'invalid-pairs' | 'missing-sections'

/** Something in a section that looks like a secret: UTF-16 units `from` to `to` of its text. */
export interface SecretPlace {
  readonly section: SectionKey
  readonly from: number
  readonly to: number
  readonly kind: SecretKind
  /** Its first and last characters with dots between. */
  readonly masked: string
}

/** A finished preview. It lives in main under `previewId` until it is applied or discarded. */
export interface Preview {
  readonly previewId: string
  /** Id of the checkpoint message in the copy; a former checkpoint's id is reused (S-192). */
  readonly checkpointId: string
  readonly sections: readonly PreviewSection[]
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly checkpointTokens: number
  readonly keptTurns: number
  readonly summarizedTurns: number
  readonly summarizedMessages: number
  /** Messages that stay before the checkpoint; 0 = it stands for all before it. */
  readonly headMessages: number
  readonly updatesCheckpoint: boolean
  /** The checkpoint that is updated, as it was; `number` null = it stands in the file. Null = there was none. */
  readonly updates: {
    readonly number: number | null
    readonly sections: readonly CheckpointSection[]
  } | null
  /** Messages of the summarized part that stay word for word behind the checkpoint, in their order. */
  readonly pinned: readonly {
    readonly index: number
    readonly turn: number | null
    readonly tokens: number
  }[]
  readonly summarizer: string
  readonly costUsd: number | null
  readonly retention: RetentionReport
  /** Strings of known shapes of keys and passwords, in the order of the sections. */
  readonly secrets: readonly SecretPlace[]
  readonly problems: readonly TemplateProblem[]
  readonly blocks: readonly ApplyBlock[]
  readonly copyName: string
}

/** What streams while a preview is made. */
export type PreviewFrame =
  | { readonly kind: 'pass'; readonly pass: number; readonly passes: number }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly code: string }
  | {
      readonly kind: 'section'
      readonly key: SectionKey
      readonly text: string
      readonly isComplete: boolean
    }
  | { readonly kind: 'preview'; readonly preview: Preview }

/** How Apply ended. Failures of the disk are AppErrors, not outcomes. */
export type ApplyOutcome =
  | {
      readonly kind: 'applied'
      readonly thread: string
      readonly name: string
      readonly tokensBefore: number
      readonly tokensAfter: number
      /** Set when the checkpoint is in the thread itself: its id, for Undo. */
      readonly checkpointId?: string
    }
  | { readonly kind: 'stale' }
  | { readonly kind: 'blocked'; readonly blocks: readonly ApplyBlock[] }

/** One line of "What the model sees". */
export interface ProjectionItem {
  readonly kind: 'system' | 'tools' | 'meta' | 'checkpoint' | 'restored' | 'user' | 'assistant' | 'draft'
  readonly index: number | null
  readonly tokens: number
  /** First 400 characters. */
  readonly text: string
  /** There is more of it. */
  readonly isCut?: true
  /** The first 12 calls. */
  readonly calls: readonly ProjectedCall[]
  readonly callCount: number
  readonly isSent: boolean
}

/** A call of the next request, in short. */
export interface ProjectedCall {
  /** Tool and subject: `read_file src/a.ts lines 10-40`. */
  readonly call: string
  /** First 160 characters of its result as it is sent, in one line; null = it has none. */
  readonly result: string | null
}
