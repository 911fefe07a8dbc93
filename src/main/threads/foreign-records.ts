import type { TranscriptInfo } from '../../shared/thread/transcript-info.ts'
import type { ByteSource } from './byte-source.ts'
import type { ByteRange } from './json/bytes.ts'
import type { KeptValue } from './kept/kept-index.ts'
import type { ThreadFile } from './thread-file.ts'

/** Messages of a transcript: another tool's records, read as native ones. */
export interface ForeignRecords {
  readonly count: number
  readonly info: TranscriptInfo
  /** The native record of a message, as JSON. Throws AppError when the file cannot be read. */
  bytes(index: number): Uint8Array
  /** Its records as they stand in the source, one per line. */
  source(index: number): Uint8Array
  /** Where the first of them stands in its file. */
  place(index: number): ByteRange
  /** The whole thread as a native file would hold it. */
  document(): Promise<Uint8Array>
  /** The thread with what its file got since, and the first message that is another; null = open it anew. */
  grow(): Promise<{ readonly file: ThreadFile; readonly from: number } | null>
  /** The session's own file. */
  readonly first: ByteSource
  /** What one pass over the files found, for opening without one. */
  kept(): NonNullable<KeptValue['transcript']>
  close(): void
}
