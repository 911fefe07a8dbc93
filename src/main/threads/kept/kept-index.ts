import { createHash } from 'node:crypto'
import type { ThreadHead } from '../../../shared/thread/message.ts'
import type { CheckpointOrigin } from '../../../shared/thread/row.ts'
import type { ByteSource } from '../byte-source.ts'
import type { Fingerprint } from '../fingerprint.ts'
import type { Transcript } from '../importers/transcript.ts'
import type { ByteRange } from '../json/bytes.ts'
import type { Member } from '../json/members.ts'
import type { ThreadScan } from '../json/scan-thread.ts'
import type { ThreadFile } from '../thread-file.ts'
import type { CostColumns, IndexCounts } from '../thread-index.ts'
import { type Column, packColumns, unpackColumns } from './columns.ts'
import { flagsOf } from './sketch-flags.ts'

/** Counts up with every change of what is kept: an older index is made again. */
const VERSION = 4

const MARK_BYTES = 64 * 1024

/** All of an index but its columns. */
export interface KeptValue {
  readonly version: number
  readonly fingerprint: Fingerprint
  /** Hash of the file's first and last 64 KB. */
  readonly mark: string
  readonly head: ThreadHead
  readonly headTokens: ThreadFile['headTokens']
  readonly origin: CheckpointOrigin | null
  readonly sourceSha256: string
  readonly isValidUtf8: boolean
  readonly counts: IndexCounts
  readonly scan: {
    readonly root: ByteRange
    readonly members: readonly Member[]
    readonly context: readonly Member[] | null
    readonly messagesArray: ByteRange | null
    readonly blobs: readonly (readonly [string, ByteRange])[]
    readonly duplicateKeys: number
  }
  /** Of a transcript: what one pass over its files found. */
  readonly transcript: {
    readonly format: string
    /** Formats of one id may come as lines and as a document. */
    readonly kind: 'lines' | 'document'
    readonly files: readonly { readonly name: string; readonly bytes: number }[]
    readonly threads: readonly Transcript[]
    readonly key: string
    readonly branch: string | null
  } | null
}

/** An index as it is kept. `costs` may be shorter than the thread: it had not been read to its end. */
export interface KeptIndex extends KeptValue {
  readonly starts: Float64Array
  readonly ends: Float64Array
  readonly roles: Uint8Array
  readonly flags: Uint8Array
  readonly scores: Uint8Array
  readonly costs: CostColumns
}

/** What is worth keeping of an opened thread whose records are all in its file. */
export function packIndex(file: ThreadFile, bytes: ByteSource): Uint8Array {
  const { scan, head, headTokens, fingerprint, origin, sourceSha256, sketches, foreign } = file
  const { counts, costs, isValidUtf8 } = file.indexState
  const value: KeptValue = {
    version: VERSION,
    fingerprint,
    mark: markOf(bytes),
    head,
    headTokens,
    origin,
    sourceSha256,
    isValidUtf8,
    counts,
    scan: {
      root: scan.root,
      members: scan.members,
      context: scan.context,
      messagesArray: scan.messagesArray,
      blobs: [...scan.blobs],
      duplicateKeys: scan.duplicateKeys,
    },
    transcript: foreign?.kept() ?? null,
  }
  return packColumns(value, [
    scan.starts,
    scan.ends,
    scan.roles,
    Uint8Array.from(sketches, flagsOf),
    Uint8Array.from(sketches, ({ metaTextScore }) => metaTextScore),
    costs.tokens.o200k,
    costs.tokens.cl100k,
    costs.results.o200k,
    costs.results.cl100k,
    costs.attachments,
    costs.countedMs,
  ])
}

/** The inverse; null when it is of another version or not whole. */
export function unpackIndex(bytes: Uint8Array): KeptIndex | null {
  const unpacked = unpackColumns(bytes)
  if (unpacked === null) return null
  // Written by `packIndex` when the version is this one.
  const value = unpacked.value as KeptValue
  const [starts, ends, roles, flags, scores, ...costs] = unpacked.columns
  const [tokens, olderTokens, results, olderResults, attachments, countedMs] = costs
  if (value.version !== VERSION || !is(Float64Array, starts) || !is(Float64Array, ends)) return null
  if (!is(Uint8Array, roles) || !is(Uint8Array, flags) || !is(Uint8Array, scores)) return null
  if (!is(Uint32Array, tokens) || !is(Uint32Array, olderTokens)) return null
  if (!is(Uint32Array, results) || !is(Uint32Array, olderResults)) return null
  if (!is(Uint32Array, attachments) || !is(Float64Array, countedMs)) return null
  return {
    ...value,
    starts,
    ends,
    roles,
    flags,
    scores,
    costs: {
      tokens: { o200k: tokens, cl100k: olderTokens },
      results: { o200k: results, cl100k: olderResults },
      attachments,
      countedMs,
    },
  }
}

/** The scan an index was made from. */
export function scanOf({ scan, starts, ends, roles }: KeptIndex): ThreadScan {
  return { ...scan, blobs: new Map(scan.blobs), starts, ends, roles }
}

/** Hash of a file's first and last 64 KB: with its size and time enough to tell that it is the same one. */
export function markOf(bytes: ByteSource): string {
  const head = bytes.slice(0, Math.min(MARK_BYTES, bytes.length))
  const tail = bytes.slice(Math.max(0, bytes.length - MARK_BYTES), bytes.length)
  return createHash('sha256').update(head).update(tail).digest('hex')
}

function is<T extends Column>(kind: new (...args: never) => T, column: Column | undefined): column is T {
  return column instanceof kind
}
