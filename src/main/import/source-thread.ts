import type { Fingerprint } from '../threads/fingerprint.ts'

/** A thread of an opened source. `key` with `branch` is the source's own name of it, equal at every scan. */
export interface SourceThread {
  readonly format: string
  readonly label: string
  readonly key: string
  readonly branch: string | null
  readonly title: string
  /** That could be read. */
  readonly messages: number
  /** Records that could not be read: they are taken over as they are, and are no messages. */
  readonly unreadable: number
  readonly startedMs: number | null
  readonly endedMs: number | null
  readonly isSide: boolean
  /** The native records as JSON, one at a time. */
  records(): Iterable<string>
  /** The native file that holds these records, given what is to stand in its lineage. */
  document(records: Iterable<string>, lineage: ImportedLineage): Iterable<string | Uint8Array>
}

/** What the lineage of an imported thread adds to where it comes from. */
export interface ImportedLineage {
  /** Hash over the written records: tells whether the source or the thread has changed since. */
  readonly contentSha256: string
  /** Hash of the source file, under which its bytes are kept. */
  readonly originalSha256: string
}

/** A file that holds threads, opened for reading only. */
export interface ImportSource {
  readonly path: string
  /** True when `path` is the folder of all its files. */
  readonly isFolder: boolean
  /** State of what lies at `path` when it was opened. */
  readonly fingerprint: Fingerprint
  /** All files it is read from, absolute, the named one first. */
  readonly files: readonly string[]
  readonly threads: readonly SourceThread[]
  close(): void
}
