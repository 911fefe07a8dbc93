import type { Message, ThreadHead } from '../../shared/thread/message.ts'

/** Bytes of a message in its file. */
export interface BytePlace {
  readonly from: number
  readonly to: number
}

/** A thread as the index reads it, whatever its format. Close it when done. */
export interface ThreadSource {
  /** Name of the format, for the index's own records. */
  readonly format: string
  readonly head: ThreadHead
  readonly count: number
  /** Index of the message that is a checkpoint; null = none. */
  readonly checkpointIndex: number | null
  message(index: number): Message
  /** A checkpoint stands there, first or in the middle, this program's or another tool's. */
  isCheckpoint(index: number): boolean
  /** Equal for a thread and for what was imported of it; empty = not known. */
  readonly sourceName: string
  /** Where the message's record lies in the file; null = this format has no such place. */
  place(index: number): BytePlace | null
  /** Equal for equal first `count` messages of the same file; null = this format cannot tell. */
  mark(count: number): string | null
  close(): void
}

/** Opens a thread. Rejects when it cannot be read. */
export type OpenThreadSource = (path: string) => Promise<ThreadSource>
