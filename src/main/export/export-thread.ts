import type { CompactionEvent } from '../../shared/compact/event.ts'
import type { JsonValue, Message, ModelOrigin } from '../../shared/thread/message.ts'
import type { ThreadFile } from '../threads/thread-file.ts'

/** A thread that is exported, and what is stored beside its file. */
export interface ExportThread {
  /** Id for the person: the path in the workspace, or as it was given. */
  readonly thread: string
  readonly file: ThreadFile
  /** The active checkpoint and those it stands on, oldest first; empty where nothing is stored. */
  readonly checkpoints: readonly CompactionEvent[]
  /** Nothing but this checkpoint is written; absent = the whole thread. */
  readonly only?: ExportedCheckpoint
  /** The exact body of the next request. Rejects when the signal fires. */
  readonly nextRequest: (
    protocol: ModelOrigin['protocol'],
    signal: AbortSignal,
  ) => Promise<{ readonly [key: string]: JsonValue }>
}

/** What is written of a checkpoint that is exported alone. `covers` = messages counted from 1, or how many of a copy's source. */
export interface ExportedCheckpoint {
  readonly number: number
  readonly name: string
  readonly covers:
    | { readonly from: number; readonly to: number }
    | { readonly count: number; readonly of: string }
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly summarizer: string
  readonly createdMs: number
  readonly text: string
}

/** A piece of an export, and how many messages of the thread are behind it. */
export interface Chunk {
  readonly content: string | Uint8Array
  readonly done: number
}

/** A thread as text, piece by piece: never more than a message at a time is in memory. */
export type Chunks = Iterable<Chunk>

/** One entry of an export that a person reads, in order. */
export type ExportItem =
  | { readonly kind: 'message'; readonly index: number; readonly message: Message }
  | {
      readonly kind: 'checkpoint'
      /** Message it stands before. */
      readonly index: number
      /** The checkpoint's Markdown, without its wrapper. */
      readonly text: string
      /** Null = this thread is a compacted copy, and this is the message it begins with. */
      readonly event: CompactionEvent | null
    }
