import type { Availability } from '../compact/plan.ts'
import type { PackedIndexes } from '../thread/packed-indexes.ts'
import type { RowPage, RowPart, TextBody } from '../thread/row.ts'
import type { TranscriptInfo } from '../thread/transcript-info.ts'

/** Something odd the reader found: duplicate keys, missing blobs, orphan calls. Never fatal. */
export interface ReaderNote {
  readonly code: string
  readonly count: number
}

/** A thread as it opens: facts about it and its last rows. */
export interface OpenedThread {
  readonly thread: string
  /**
   * The id this file has, when it was asked for by another one: an absolute path into the workspace, a link.
   * Absent when it is `thread`.
   */
  readonly canonicalThread?: string
  /**
   * Set while a large file is still being read, until `thread.read`: rows are those of its end, counted from 0, and
   * pages and bodies are asked for under this id. Turns, prompts and checkpoints are not known yet.
   */
  readonly newest?: string
  readonly name: string
  readonly title: string
  readonly model: string | null
  readonly windowTokens: number | null
  readonly messages: number
  readonly turns: number
  /** Of everything; null until every message has been read, which `thread.measured` tells. */
  readonly tokens: number | null
  readonly systemPrompt: TextBody | null
  /** System prompt and tool schemas together. */
  readonly systemTokens: number
  /** The tool schemas' part of `systemTokens`. */
  readonly toolTokens?: number
  readonly toolNames: readonly string[]
  readonly compaction: Availability
  /** Null until every message has been read, which `thread.measured` tells. */
  readonly notes: readonly ReaderNote[] | null
  /** The last rows. */
  readonly page: RowPage
  /** Index of every prompt, for the rail and for jumping. */
  readonly prompts: readonly number[]
  readonly checkpointIndex: number | null
  /** Name of the thread that the checkpoint of a copy was made from; absent or null = no copy. */
  readonly sourceName?: string | null
  /**
   * First message that is sent, besides the meta prompt: another tool's checkpoint stands for those before it.
   * Absent = all are.
   */
  readonly sentFrom?: number
  readonly metaPromptIndex?: number | null
  /** Set when it is another tool's transcript, which is only read. */
  readonly transcript?: TranscriptInfo | null
}

/** A thread as it opens, on its way to the window. */
export interface ThreadOpening extends Omit<OpenedThread, 'prompts'> {
  readonly prompts: PackedIndexes
}

/** Body of one tool card. */
export interface CallBody {
  readonly arguments: TextBody
  readonly output: readonly RowPart[] | null
  readonly isError: boolean
}

/** Which long text `thread.text` continues. */
export type TextPlace =
  | { readonly kind: 'part'; readonly index: number; readonly part: number }
  | { readonly kind: 'thinking'; readonly index: number }
  | { readonly kind: 'arguments'; readonly index: number; readonly call: number }
  | { readonly kind: 'output'; readonly index: number; readonly call: number; readonly part: number }
  | { readonly kind: 'system' }
