import type { TranscriptInfo } from '../../shared/thread/transcript-info.ts'
import type { ByteRange } from './json/bytes.ts'

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
  close(): void
}
