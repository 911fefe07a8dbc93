import type { ImportedFrom } from './message.ts'

/** A heading of a checkpoint that has words of its own in every language. */
export type ShownTitle =
  | 'goal'
  | 'constraints'
  | 'rules'
  | 'progress'
  | 'done'
  | 'in-progress'
  | 'blocked'
  | 'plan'
  | 'decisions'
  | 'next-steps'
  | 'context'
  | 'files'
  | 'fixes'
  | 'pending'
  | 'files-modified'
  | 'files-read'
  | 'errors'
  | 'verified'
  | 'references'

/** Text that may be cut for the view. `text` holds at most 200 lines or 32 KB of `totalChars`. */
export interface TextBody {
  readonly text: string
  readonly totalChars: number
  readonly isCut: boolean
}

/** A piece of a row. Pictures come by address, never as bytes in renderer state. */
export type RowPart =
  | { readonly kind: 'text'; readonly body: TextBody }
  | { readonly kind: 'image'; readonly url: string; readonly mimeType: string; readonly bytes: number }
  | { readonly kind: 'missing-image' }
  | { readonly kind: 'other'; readonly type: string; readonly body: TextBody }

/** A tool call and its result as one folded card. Bodies come by `thread.call`. */
export interface CallCard {
  readonly id: string
  readonly name: string
  /** One line of arguments, at most 120 characters. */
  readonly summary: string
  readonly state: 'ok' | 'answered' | 'failed' | 'missing'
  /** First line of a failed result, at most 120 characters; empty otherwise. */
  readonly failure: string
  readonly resultChars: number
  readonly imageCount: number
  readonly tokens: number
}

/** What stands in one row's footer; null where the file does not say. */
export interface RowFooter {
  readonly model: string | null
  readonly tokensIn: number | null
  readonly tokensOut: number | null
  readonly tokensCached: number | null
  readonly costUsd: number | null
  readonly durationMs: number | null
}

interface RowBase {
  /** Index of the message in the thread's file. */
  readonly index: number
  readonly id: string
  readonly tokens: number
}

/** One message as the view shows it. */
export type Row =
  | (RowBase & {
      readonly kind: 'user'
      /** Number of the turn it opens; null for what no person typed, and for drafts. */
      readonly turn: number | null
      /** `context`: in the user's role, but written by a program. */
      readonly role: 'prompt' | 'meta' | 'context' | 'draft'
      readonly parts: readonly RowPart[]
    })
  | (RowBase & {
      readonly kind: 'assistant'
      readonly turn: number | null
      readonly thinking: TextBody | null
      readonly hasPrivateReasoning: boolean
      readonly parts: readonly RowPart[]
      readonly calls: readonly CallCard[]
      readonly footer: RowFooter
    })
  | (RowBase & {
      readonly kind: 'checkpoint'
      readonly sections: readonly {
        readonly heading: string
        readonly level: number
        readonly text: string
        readonly title?: ShownTitle | null
      }[]
      /** Where the copy came from, when its `meta` says so. */
      readonly origin: CheckpointOrigin | null
      /** Where another tool compacted: how, and the tokens it counted. */
      readonly imported?: ImportedFrom['checkpoint']
    })
  | (RowBase & { readonly kind: 'broken'; readonly reason: string })

/** Lineage stored in a compacted copy's `meta`. */
export interface CheckpointOrigin {
  readonly sourceName: string
  readonly summarizedMessages: number
  readonly summarizedTurns: number
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly summarizer: string
  readonly createdAt: string
  /** Ids of messages behind a checkpoint that belong to before it: they were pinned. Absent = the copy does not say. */
  readonly pinnedMessages?: readonly string[]
  /** What a person wrote into the checkpoint; absent = nothing, or an older copy. */
  readonly byHand?: LinesByHand
}

/** Lines that a person wrote into a checkpoint, by the keys of its sections. */
export type LinesByHand = readonly { readonly key: string; readonly lines: readonly string[] }[]

/** Consecutive rows; `from` is the index of the first, `total` the number of messages in the thread. */
export interface RowPage {
  readonly from: number
  readonly total: number
  readonly rows: readonly Row[]
}
