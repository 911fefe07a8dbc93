import type { JsonValue } from '../../../shared/thread/message.ts'

/** The reduction that decided it. `media` = pictures beyond the byte budget of a request (B-29). */
export type ReductionStep = 'collapse' | 'truncate-arguments' | 'microcompact' | 'snip' | 'media'

/** What is sent instead of what the facts hold. */
export type OverrideChange =
  /** Stands for the whole result; `keepsImages` = its pictures stay behind the text. */
  | { readonly kind: 'output'; readonly text: string; readonly keepsImages?: true }
  /** Stays a JSON object (B-20). */
  | { readonly kind: 'arguments'; readonly value: { readonly [key: string]: JsonValue } }
  | { readonly kind: 'remove-call' }
  /** Pictures become counted placeholders: of the result when `call` is set, else of the message. */
  | { readonly kind: 'remove-images' }

/**
 * A stored decision of a reduction about one message. Later requests repeat it, so that the same bytes are sent
 * and the provider's prompt cache keeps serving. Facts are never touched (C-06). Lists of overrides are in the
 * order of decision: the later one about the same thing wins.
 */
export interface Override {
  /** May be empty or repeat in real files: `index` decides then. */
  readonly messageId: string
  readonly index: number
  /** Position of the call in the fact's own list of calls; null = the message itself. */
  readonly call: number | null
  readonly step: ReductionStep
  readonly change: OverrideChange
  /** File with the complete output, relative to the workspace; null = none was needed. */
  readonly filePath: string | null
}
