import { isUtf8 } from 'node:buffer'
import { closeSync } from 'node:fs'
import { parse } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Message, ThreadHead } from '../../shared/thread/message.ts'
import type { CheckpointOrigin } from '../../shared/thread/row.ts'
import type { MessageRange, ThreadLayout } from '../../shared/thread/turn.ts'
import { layOutThread } from '../compaction/boundary/layout.ts'
import type { MessageSketch } from '../compaction/boundary/sketch.ts'
import type { Steps } from '../compaction/steps.ts'
import { estimateHeadTokens } from '../compaction/tokens/estimate-message.ts'
import {
  type ByteSource,
  fileBytes,
  HELD_BYTES,
  heldBytes,
  MAX_THREAD_BYTES,
  readWhole,
} from './byte-source.ts'
import { type Fingerprint, hashBytes } from './fingerprint.ts'
import { scanThread, type ThreadScan } from './json/scan-thread.ts'
import { readOrigin } from './lineage.ts'
import { memberValue, parseHead } from './native/parse-head.ts'
import { type ParsedRecord, parseMessage } from './native/parse-message.ts'
import { sketchThread } from './sketch-thread.ts'
import { byteOrderMarkLength, faultError, refuseForeignBytes, threadError } from './thread-fault.ts'
import { IndexBuilder, type ThreadIndex, type ThreadStats } from './thread-index.ts'

/** Something odd the reader found. Never fatal. */
export interface ThreadNote {
  readonly code:
    | 'duplicate-keys'
    | 'missing-blobs'
    | 'unused-blobs'
    | 'pending-calls'
    | 'repeated-call-ids'
    | 'broken-messages'
    | 'invalid-utf8'
  readonly count: number
}

/** Messages read in one step of long work: about 10 KB, well below a millisecond. */
const STEP_MESSAGES = 4

/** Opening a larger file lets others have their turn between its steps. */
const RESTING_BYTES = 4 * 1024 * 1024

/** Limits for opening; tests lower them. */
export interface OpenOptions {
  /** Larger files are refused with `file-too-large`. */
  readonly maxBytes?: number
  /** Larger files are read slice by slice instead of being held in memory. */
  readonly heldBytes?: number
}

/**
 * An opened thread: ranges and turns in memory, bytes in memory or on disk. It shows the file as it was when it was
 * opened and never writes it. Close it when done.
 */
export class ThreadFile {
  readonly path: string
  readonly fingerprint: Fingerprint
  readonly head: ThreadHead
  /** Lineage of a compacted copy; null for any other thread. */
  readonly origin: CheckpointOrigin | null
  readonly layout: ThreadLayout
  readonly headTokens: { readonly system: number; readonly tools: number }
  readonly sketches: readonly MessageSketch[]
  /** Ranges of everything, for writing a copy. */
  readonly scan: ThreadScan
  readonly source: ByteSource
  private readonly isValidUtf8: boolean
  private readonly builder: IndexBuilder
  private index: ThreadIndex | null = null

  constructor(parts: OpenedParts) {
    this.path = parts.path
    this.fingerprint = parts.fingerprint
    this.head = parts.head
    this.origin = parts.origin
    this.scan = parts.scan
    this.source = parts.source
    this.sketches = parts.sketches
    this.isValidUtf8 = parts.isValidUtf8
    this.layout = layOutThread(parts.sketches)
    this.headTokens = estimateHeadTokens(parts.head)
    this.builder = new IndexBuilder(parts.scan.blobs)
  }

  /** Number of messages. */
  get count(): number {
    return this.scan.starts.length
  }

  /**
   * Reads the next `count` messages into the index; true when all are in. Opening does not wait for it: turns
   * and rows are there at once, while `tokens`, `stats` and `notes` need every message read once.
   */
  advanceIndex(count: number): boolean {
    const to = Math.min(this.builder.count + count, this.count)
    while (this.builder.count < to) this.builder.add(this.readRecord(this.builder.count))
    return this.builder.count === this.count
  }

  /** True when every message is in the index: then `tokens`, `stats` and `notes` cost nothing. */
  get isIndexed(): boolean {
    return this.builder.count === this.count
  }

  /** Builds the rest of the index in small steps. */
  *indexSteps(): Steps<void> {
    while (!this.advanceIndex(STEP_MESSAGES)) yield
  }

  /** Estimated tokens of every message. Reads what is not in the index yet. */
  get tokens(): readonly number[] {
    return this.finishedIndex().tokens
  }

  /** Counts over all messages. Reads what is not in the index yet. */
  get stats(): ThreadStats {
    return this.finishedIndex().stats
  }

  /** What the reader found odd. Reads what is not in the index yet. */
  get notes(): readonly ThreadNote[] {
    return collectNotes(this.stats, this.scan.duplicateKeys, this.isValidUtf8)
  }

  private finishedIndex(): ThreadIndex {
    this.advanceIndex(this.count)
    this.index ??= this.builder.finish()
    return this.index
  }

  /** Bytes of a message exactly as they stand in the file. Throws RangeError for an index outside. */
  rawSlice(index: number): Uint8Array {
    const { from, to } = this.messageBytes(index)
    return this.source.slice(from, to)
  }

  /** Where a message stands in the file, in bytes. */
  messageBytes(index: number): { readonly from: number; readonly to: number } {
    const from = this.scan.starts[index]
    const to = this.scan.ends[index]
    if (from === undefined || to === undefined) throw new RangeError(`no message ${index}`)
    return { from, to }
  }

  readMessage(index: number): Message {
    return this.readRecord(index).message
  }

  /** A message with what is wrong about its record. */
  readRecord(index: number): ParsedRecord {
    return parseMessage(this.rawSlice(index), this.scan.blobs)
  }

  /** Messages `from` to `to`, clamped to the thread. */
  readMessages(range: MessageRange): readonly Message[] {
    const messages: Message[] = []
    const to = Math.min(range.to, this.count)
    for (let index = Math.max(0, range.from); index < to; index += 1) messages.push(this.readMessage(index))
    return messages
  }

  /** All messages, read in small steps. */
  *readSteps(): Steps<readonly Message[]> {
    const messages: Message[] = []
    for (let index = 0; index < this.count; index += 1) {
      messages.push(this.readMessage(index))
      if (index % STEP_MESSAGES === 0) yield
    }
    return messages
  }

  /** Lets go of the file. Twice is fine. */
  close(): void {
    this.source.close()
  }
}

interface OpenedParts {
  readonly path: string
  readonly fingerprint: Fingerprint
  readonly head: ThreadHead
  readonly origin: CheckpointOrigin | null
  readonly scan: ThreadScan
  readonly source: ByteSource
  readonly sketches: readonly MessageSketch[]
  readonly isValidUtf8: boolean
}

/**
 * Opens a native thread file: checks all of it, finds every message and the turns. Throws AppError: `file-not-found`, `file-empty`,
 * `file-encoding`, `file-truncated`, `file-not-json`, `file-not-thread`, `file-too-deep`, `file-too-large`,
 * or a disk code. The file is only read.
 */
export async function openThreadFile(path: string, options: OpenOptions = {}): Promise<ThreadFile> {
  const { bytes, file, modifiedMs } = readWhole(path, options.maxBytes ?? MAX_THREAD_BYTES)
  let isKept = false
  try {
    refuseForeignBytes(bytes, path)
    const rest = bytes.length > RESTING_BYTES ? setImmediate : () => Promise.resolve()
    await rest()
    const scan = scanBytes(bytes, path)
    await rest()
    const head = parseHead(bytes, scan, parse(path).name)
    const variables = new Set([...Object.keys(head.variables), ...Object.keys(head.variantValues)])
    const sketches = sketchThread(bytes, scan, variables, path)
    await rest()
    const sha256 = hashBytes(bytes)
    await rest()
    isKept = bytes.length > (options.heldBytes ?? HELD_BYTES)
    return new ThreadFile({
      path,
      fingerprint: { sizeBytes: bytes.length, modifiedMs, sha256 },
      head,
      origin: readOrigin(memberValue(bytes, scan.members, 'meta')),
      scan,
      source: isKept ? fileBytes(file, path, bytes.length, modifiedMs) : heldBytes(bytes),
      sketches,
      isValidUtf8: isUtf8(bytes),
    })
  } finally {
    if (!isKept) closeSync(file)
  }
}

function scanBytes(bytes: Uint8Array, path: string): ThreadScan {
  let scan: ThreadScan
  try {
    scan = scanThread(bytes, byteOrderMarkLength(bytes))
  } catch (error) {
    throw faultError(error, bytes, path)
  }
  if (scan.messagesArray === null)
    throw threadError('file-not-thread', path, 'The file is JSON, but has no context.messages list.')
  return scan
}

function collectNotes(
  stats: ThreadStats,
  duplicateKeys: number,
  isValidUtf8: boolean,
): readonly ThreadNote[] {
  const all: readonly ThreadNote[] = [
    { code: 'duplicate-keys', count: duplicateKeys },
    { code: 'missing-blobs', count: stats.missingBlobs },
    { code: 'unused-blobs', count: stats.unusedBlobs },
    { code: 'pending-calls', count: stats.pendingCalls },
    { code: 'repeated-call-ids', count: stats.repeatedCallIds },
    { code: 'broken-messages', count: stats.broken },
    { code: 'invalid-utf8', count: isValidUtf8 ? 0 : 1 },
  ]
  return all.filter((note) => note.count > 0)
}
