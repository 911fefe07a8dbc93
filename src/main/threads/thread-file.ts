import { parse } from 'node:path'
import type { JsonValue, Message, ThreadHead } from '../../shared/thread/message.ts'
import type { CheckpointOrigin } from '../../shared/thread/row.ts'
import type { MessageRange, ThreadLayout } from '../../shared/thread/turn.ts'
import { isInnerCheckpoint, type MessageSketch, sketchMessage } from '../compaction/boundary/sketch.ts'
import { runSteps, type Steps } from '../compaction/steps.ts'
import { estimateHeadTokens, type HeadTokens } from '../compaction/tokens/estimate-message.ts'
import type { MessageCost } from '../compaction/tokens/message-cost.ts'
import { familyOfModel } from '../compaction/tokens/model-family.ts'
import { type ByFamily, byFamily, type TokenFamily } from '../compaction/tokens/token-family.ts'
import { type ByteSource, heldBytes, type OpenBytesOptions, openBytes } from './byte-source.ts'
import { type Fingerprint, hashBytes } from './fingerprint.ts'
import type { ForeignRecords } from './foreign-records.ts'
import { GrowingLayout } from './grow-layout.ts'
import { GrownRecords } from './grown-records.ts'
import { inSlices } from './in-slices.ts'
import { ByteWindow } from './json/byte-window.ts'
import type { ByteRange } from './json/bytes.ts'
import { JsonFault } from './json/json-fault.ts'
import { type OnMessage, scanThreadSteps, type ThreadScan } from './json/scan-thread.ts'
import { readOrigin, readSourceHash } from './lineage.ts'
import { memberValue, parseHead } from './native/parse-head.ts'
import { type ParsedRecord, parseMessage } from './native/parse-message.ts'
import { knownVariables, PassedPrompts, sketchThread } from './sketch-thread.ts'
import {
  beginsAnObject,
  byteOrderMarkLength,
  faultError,
  refuseForeignBytes,
  threadError,
} from './thread-fault.ts'
import { type CostColumns, IndexBuilder, type IndexCounts, type ThreadStats } from './thread-index.ts'
import { collectNotes, type ThreadNote } from './thread-notes.ts'
import { Utf8Check } from './utf8-check.ts'

/** Messages read in one step of long work: about 10 KB, well below a millisecond. */
const STEP_MESSAGES = 4

/** Opening a larger file lets others have their turn between its steps. */
const RESTING_BYTES = 4 * 1024 * 1024

/** Larger files are hashed only where their hash is written down. */
const HASHED_BYTES = 32 * 1024 * 1024

/** A thread begins with its object in them; anything else is looked at as a whole to say what is wrong. */
const START_BYTES = 64 * 1024

/** Limits for opening; tests lower them. */
export type OpenOptions = Pick<OpenBytesOptions, 'maxBytes' | 'heldBytes'>

/**
 * An opened thread: ranges and turns in memory, bytes in memory or on disk. It shows the file as it was when it was
 * opened, with the records that were appended here since, and never writes it. Close it when done.
 */
export class ThreadFile {
  readonly path: string
  readonly fingerprint: Fingerprint
  readonly head: ThreadHead
  /** Lineage of a compacted copy; null for any other thread. */
  readonly origin: CheckpointOrigin | null
  /** Hash of the source of a compacted copy; empty when there is none. */
  readonly sourceSha256: string
  readonly headTokens: ByFamily<HeadTokens>
  /** Ranges of everything in the file, for writing a copy. Appended records are not in it. */
  readonly scan: ThreadScan
  readonly source: ByteSource
  /** Records the file does not hold yet. */
  readonly grown: GrownRecords
  /** Set for a transcript of another tool: its messages are read through it, and nothing is ever written to it. */
  readonly foreign: ForeignRecords | null
  private readonly isValidUtf8: boolean
  private readonly builder: IndexBuilder
  private readonly known: MessageSketch[]
  private readonly growingLayout: GrowingLayout
  private inner: number | null = null

  constructor(parts: OpenedParts) {
    this.path = parts.path
    this.fingerprint = parts.fingerprint
    this.head = parts.head
    this.origin = parts.origin
    this.sourceSha256 = parts.sourceSha256
    this.scan = parts.scan
    this.source = parts.source
    this.known = [...parts.sketches]
    this.isValidUtf8 = parts.isValidUtf8
    this.growingLayout = new GrowingLayout(parts.sketches)
    this.headTokens = parts.headTokens ?? byFamily((family) => estimateHeadTokens(parts.head, family))
    this.foreign = parts.foreign ?? null
    this.builder = parts.builder ?? new IndexBuilder(parts.scan.blobs)
    this.grown = new GrownRecords(parts.scan, ({ from, to }) => parts.source.slice(from, to))
  }

  /** Number of messages. */
  get count(): number {
    return this.fileCount + this.grown.count
  }

  private get fileCount(): number {
    return this.foreign?.count ?? this.scan.starts.length
  }

  get sketches(): readonly MessageSketch[] {
    return this.known
  }

  get layout(): ThreadLayout {
    return this.growingLayout.layout
  }

  /** Place of the checkpoint that was written last, first or in the middle; null = there is none. */
  get newestCheckpoint(): number | null {
    // What is appended later is a person's, a model's or a program's, never a checkpoint.
    this.inner ??= this.sketches.findLastIndex(isInnerCheckpoint)
    return this.inner >= 0 ? this.inner : this.layout.checkpointIndex
  }

  /** When its checkpoint was made, in milliseconds; null = it has none, -Infinity = it does not say. */
  get checkpointMs(): number | null {
    const { newestCheckpoint } = this
    if (newestCheckpoint === null) return null
    const ms = this.readMessage(newestCheckpoint).runtime?.atMs ?? Date.parse(this.origin?.createdAt ?? '')
    return Number.isNaN(ms) ? Number.NEGATIVE_INFINITY : ms
  }

  /** Adds a record behind the last one, in memory only. Its work does not grow with the thread. */
  appendRecord(record: JsonValue): number {
    const index = this.count
    this.grown.append(record)
    this.known.push(sketchMessage(this.readMessage(index), knownVariables(this.head)))
    this.growingLayout.take(this.known)
    return index
  }

  /** Sets members of the object at `path` in a record, in memory only; its other bytes stay as they are. */
  patchRecord(
    index: number,
    path: readonly (string | number)[],
    patch: { readonly [key: string]: JsonValue },
  ): void {
    const before = this.readMessage(index)
    this.grown.patch(index, this.rawSlice(index), path, patch)
    this.builder.replace(index, before, this.readRecord(index))
  }

  /** The same thread as it stands in a newer file; what was read of it stays known. */
  movedTo(parts: Pick<OpenedParts, 'path' | 'fingerprint' | 'scan' | 'source'>): ThreadFile {
    const sketches = this.known.slice(0, parts.scan.starts.length)
    return new ThreadFile({ ...this.parts(), ...parts, sketches })
  }

  private parts(): OpenedParts {
    const { path, fingerprint, head, origin, sourceSha256, scan, source, isValidUtf8, builder } = this
    const { headTokens, known: sketches } = this
    return {
      path,
      fingerprint,
      head,
      origin,
      sourceSha256,
      scan,
      source,
      isValidUtf8,
      builder,
      headTokens,
      sketches,
    }
  }

  /**
   * Reads the next `count` messages into the index; true when all are in. Opening does not wait for it: turns
   * and rows are there at once, while `tokens`, `stats` and `notes` need every message read once.
   */
  advanceIndex(count: number): boolean {
    const to = Math.min(this.builder.count + count, this.count)
    while (this.builder.count < to) this.builder.add(this.readRecord(this.builder.count))
    return this.builder.count >= this.count
  }

  /** True when its index lies on the disk, or was taken from there. */
  isIndexKept = false

  /** True when every message is in the index: then `tokens`, `stats` and `notes` cost nothing. */
  get isIndexed(): boolean {
    return this.builder.count >= this.count
  }

  /** What is known of the messages read so far, for keeping. */
  get indexState(): {
    readonly costs: CostColumns
    readonly counts: IndexCounts
    readonly isValidUtf8: boolean
  } {
    return {
      costs: this.builder.costColumns,
      counts: this.builder.keptCounts,
      isValidUtf8: this.isValidUtf8,
    }
  }

  /** Builds the rest of the index in small steps. */
  *indexSteps(): Steps<void> {
    while (!this.advanceIndex(STEP_MESSAGES)) yield
  }

  /** What a message costs in a request, when it has been read into the index; else null. */
  knownCost(index: number, family: TokenFamily): MessageCost | null {
    return this.builder.costAt(index, family)
  }

  /** Tokenizer of the model that the file names. */
  get family(): TokenFamily {
    return familyOfModel(this.head.model?.id ?? '')
  }

  /** `tokensIn` of the model that the file names. */
  get tokens(): Uint32Array {
    return this.tokensIn(this.family)
  }

  /** Estimated tokens of every message. Reads what is not in the index yet. */
  tokensIn(family: TokenFamily): Uint32Array {
    this.advanceIndex(this.count)
    const known = this.builder.tokensSoFar(family)
    // A newer state of the thread may have gone on with the same index.
    return known.subarray(0, this.count)
  }

  /** Counts over all messages. Reads what is not in the index yet. */
  get stats(): ThreadStats {
    this.advanceIndex(this.count)
    return this.builder.stats()
  }

  /** What the reader found odd. Reads what is not in the index yet. */
  get notes(): readonly ThreadNote[] {
    return collectNotes(this.stats, this.scan.duplicateKeys, this.isValidUtf8)
  }

  /** Bytes of a message exactly as they stand in the file, or will. Throws RangeError for an index outside. */
  rawSlice(index: number): Uint8Array {
    const grown = this.grown.at(index)
    if (grown !== null) return grown
    if (this.foreign !== null && index >= 0 && index < this.foreign.count) return this.foreign.bytes(index)
    const from = this.scan.starts[index]
    const to = this.scan.ends[index]
    if (from === undefined || to === undefined) throw new RangeError(`no message ${index}`)
    return this.source.slice(from, to)
  }

  /** Where a message stands in the file, or will, in bytes. Throws RangeError for an index outside. */
  messageBytes(index: number): ByteRange {
    if (index < 0 || index >= this.count) throw new RangeError(`no message ${index}`)
    return this.foreign?.place(index) ?? this.grown.range(index)
  }

  /** What stands in the file for a message, as it stands there: of a transcript, its records. */
  sourceSlice(index: number): Uint8Array {
    return this.foreign?.source(index) ?? this.rawSlice(index)
  }

  /** The thread as a native file would hold it, for writing a copy or a branch; this one when it is native. */
  async native(): Promise<ThreadFile> {
    return this.foreign === null ? this : openHeldThread(await this.foreign.document(), this.path)
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
    this.foreign?.close()
    this.source.close()
  }
}

interface OpenedParts {
  readonly foreign?: ForeignRecords
  readonly path: string
  readonly fingerprint: Fingerprint
  readonly head: ThreadHead
  readonly origin: CheckpointOrigin | null
  readonly sourceSha256: string
  readonly scan: ThreadScan
  readonly source: ByteSource
  readonly sketches: readonly MessageSketch[]
  readonly isValidUtf8: boolean
  /** Taken over from an earlier state of the same thread. */
  readonly builder?: IndexBuilder
  readonly headTokens?: ByFamily<HeadTokens>
}

/**
 * Opens a native thread file: checks all of it, finds every message and the turns. Throws AppError: `file-not-found`, `file-empty`,
 * `file-encoding`, `file-truncated`, `file-not-json`, `file-not-thread`, `file-too-deep`, `file-too-large`,
 * or a disk code. The file is only read.
 */
export async function openThreadFile(path: string, options: OpenOptions = {}): Promise<ThreadFile> {
  const { source, modifiedMs } = openBytes(path, options)
  let isOpened = false
  try {
    const read = readParts(source, path, modifiedMs)
    const parts = await (source.length > RESTING_BYTES ? inSlices(read) : runSteps(read))
    isOpened = true
    return new ThreadFile(parts)
  } finally {
    if (!isOpened) source.close()
  }
}

/** A thread over bytes in memory that were written here. Throws AppError like `openThreadFile`. */
export async function openHeldThread(bytes: Uint8Array, path: string): Promise<ThreadFile> {
  const parts = await inSlices(readParts(heldBytes(bytes), path, 0))
  return new ThreadFile({ ...parts, fingerprint: { ...parts.fingerprint, sha256: hashBytes(bytes) } })
}

/** One pass over a thread's bytes, in small steps. A large file is never in memory as a whole. */
function* readParts(source: ByteSource, path: string, modifiedMs: number): Steps<OpenedParts> {
  const sizeBytes = source.length
  const start = source.slice(0, Math.min(START_BYTES, sizeBytes))
  if (!beginsAnObject(start)) refuseForeignBytes(source.slice(0, sizeBytes), path)
  const utf8 = new Utf8Check()
  const passed = new PassedPrompts()
  const scan = yield* scanSource(source, path, (bytes) => utf8.take(bytes), passed.take)
  const head = parseHead(source, scan, parse(path).name)
  const meta = memberValue(source, scan.members, 'meta')
  const sketches = yield* sketchThread(source, scan, knownVariables(head), path, passed)
  // What opens by its index must not be hashed first; size and time have to do.
  const sha256 = sizeBytes > HASHED_BYTES ? '' : hashBytes(source.slice(0, sizeBytes))
  yield
  return {
    path,
    fingerprint: { sizeBytes, modifiedMs, sha256 },
    head,
    origin: readOrigin(meta),
    sourceSha256: readSourceHash(meta),
    scan,
    source,
    sketches,
    isValidUtf8: utf8.isValid,
  }
}

function* scanSource(
  source: ByteSource,
  path: string,
  onRead: (bytes: Uint8Array) => void,
  onMessage: OnMessage,
): Steps<ThreadScan> {
  let scan: ThreadScan
  try {
    const window = new ByteWindow(source, undefined, onRead)
    scan = yield* scanThreadSteps(window, window.look(0, byteOrderMarkLength), onMessage)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    throw faultError(error, source.slice(0, source.length), path)
  }
  if (scan.messagesArray === null)
    throw threadError('file-not-thread', path, 'The file is JSON, but has no context.messages list.')
  return scan
}
