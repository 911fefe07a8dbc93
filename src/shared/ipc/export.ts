import type { SecretKind } from '../compact/secret-kind.ts'
import type { ErrorValue } from './errors.ts'

/** Everything a thread can be written as. The last five are JSON and read back. */
export const EXPORT_FORMATS = [
  'markdown',
  'html',
  'json',
  'openai-chat',
  'openai-responses',
  'anthropic',
  'claude-code',
] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
 * What of a thread is written, and how. The native format (`json`) holds everything whatever is chosen here; the
 * three request formats hold what the model sees next.
 */
export interface ExportChoices {
  readonly format: ExportFormat
  readonly toolCalls: boolean
  readonly thinking: boolean
  readonly checkpoints: boolean
  /** E-mail addresses count as suspected secrets too. */
  readonly emails: boolean
  /** Language of the words that the file adds around the messages. */
  readonly language: 'en' | 'zh-CN'
}

/** Threads by id, every thread below a folder ('' = the whole workspace), or one stored checkpoint, as Markdown. */
export type ExportScope =
  | { readonly kind: 'threads'; readonly threads: readonly string[] }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'checkpoint'; readonly thread: string; readonly id: string }

/** One suspected secret, however often it stands in the threads. The secret itself never crosses the bridge. */
export interface SecretFinding {
  /** Tells values apart without telling them: the first 16 digits of a hash. */
  readonly id: string
  readonly kind: SecretKind
  /** Its first and last characters with dots between. */
  readonly masked: string
  /** Up to 60 characters around its first place, other secrets masked. */
  readonly before: string
  readonly after: string
  /** Where it stands first; `index` null = outside the messages. */
  readonly thread: string
  readonly index: number | null
  readonly count: number
  /** A key this program keeps is always replaced. */
  readonly isLocked: boolean
}

/** Work on one thread of several. `done` and `total` count threads; `share` goes from 0 to 1. */
export interface ExportProgress {
  readonly kind: 'progress'
  readonly thread: string
  readonly done: number
  readonly total: number
  readonly share: number
}

/** A thread that could not be read or written; the others go on. */
export interface ExportFailure {
  readonly kind: 'failed'
  readonly thread: string
  readonly error: ErrorValue
}

/** What the review tells. `reviewed` comes last: only then may anything be written. */
export type ReviewFrame =
  | ExportProgress
  | ExportFailure
  | {
      readonly kind: 'reviewed'
      readonly reviewId: string
      readonly threads: number
      readonly messages: number
      /** At most `MOST_FINDINGS`; `more` others are replaced without being asked about. */
      readonly findings: readonly SecretFinding[]
      readonly more: number
    }

/** What writing tells. A file that was told of is whole, also after Stop. */
export type ExportFrame =
  | ExportProgress
  | ExportFailure
  | {
      readonly kind: 'written'
      readonly thread: string
      readonly path: string
      readonly bytes: number
      readonly replaced: number
    }

/** Findings that are listed one by one. */
export const MOST_FINDINGS = 500
