import { randomUUID } from 'node:crypto'
import { AppError, type ErrorCode, isDatabaseBusy, toErrorValue } from '../../shared/ipc/errors.ts'
import type { Approval, JsonValue, Message, ThreadHead } from '../../shared/thread/message.ts'
import type { CheckpointOrigin } from '../../shared/thread/row.ts'
import type { ThreadLayout } from '../../shared/thread/turn.ts'
import type { MessageIds } from '../compaction/projection/locate-cutoff.ts'
import type { HeadTokens } from '../compaction/tokens/estimate-message.ts'
import type { MessageCost } from '../compaction/tokens/message-cost.ts'
import type { ByFamily, TokenFamily } from '../compaction/tokens/token-family.ts'
import { createExclusive } from '../disk/create-exclusive.ts'
import { assemble } from './edit-bytes.ts'
import { recognizeTranscript } from './importers/recognize.ts'
import type { KeptIndexes } from './kept/index-folder.ts'
import { looksNative } from './looks-like-thread.ts'
import { MessagePlaces } from './message-places.ts'
import { RUNTIME_KEY } from './native/parse-runtime.ts'
import { type NewMessage, type NewOutput, toRecord, writeOutput } from './native/write-message.ts'
import { keepIndex, openThread } from './open-thread.ts'
import { hasObject, replayJournal } from './replay-journal.ts'
import { saveThread } from './save-thread.ts'
import { parseAddress } from './thread-address.ts'
import { openThreadFile, type ThreadFile } from './thread-file.ts'
import { writePieces } from './write-pieces.ts'

/** Where what was said is durable before the file holds it. */
export interface JournalPort {
  /** False = it is gone when the program ends: each step is then written to the file at once. Absent = it stays. */
  readonly isDurable?: boolean
  list(): readonly JournalRecord[]
  append(entry: Omit<JournalRecord, 'seq'>, queueId: string | null): JournalRecord
  clearTo(seq: number): void
}

/** A step of the conversation as the journal keeps it; `body` is JSON. */
export interface JournalRecord {
  readonly seq: number
  readonly kind: 'message' | 'patch'
  readonly index: number
  readonly body: string
}

/** Members to set in a part of a record. */
export interface RecordPatch {
  /** Of the message, as it was; may be empty. */
  readonly id: string
  readonly path: readonly (string | number)[]
  readonly patch: { readonly [key: string]: JsonValue }
}

export interface LiveThreadOptions {
  readonly journal: JournalPort
  /** Indexes of large files. */
  readonly kept?: KeptIndexes
  /** Opens the file; whoever gave this shows the same one and lets go of it. Absent = it is opened here alone. */
  readonly open?: (path: string) => Promise<ThreadFile>
  /** Told when writing the file begins to fail, and when it works again. */
  readonly onSaved?: (isUnsaved: boolean, code: ErrorCode | null) => void
  /** Told when the file had gone and was written again under its name. */
  readonly onRestored?: () => void
  /** Told when what was said went behind what another program had written: messages stand at other places now. */
  readonly onMerged?: () => void
  /** Waits between tries while the disk refuses, in milliseconds; the last one repeats. */
  readonly retryMs?: readonly number[]
}

/** A pause between two turns after which the index is kept. */
const KEEP_AFTER_MS = 5_000

const RETRY_MS = [1_000, 5_000, 30_000]

/**
 * A thread that is talked to: its file, and what was said since. Every step is in the journal before it counts, and
 * in the file at the end of the turn. The file is replaced in one step and only grows; a crash at any point loses
 * nothing and doubles nothing (B-07, B-63). While the disk refuses, what was said stays in the journal and is
 * tried again (B-74).
 */
export class LiveThread {
  readonly #journal: JournalPort
  readonly #options: LiveThreadOptions
  #file: ThreadFile
  #places: MessagePlaces
  #lastSeq: number
  #isUnsaved = false
  #unsavedCode: ErrorCode | null = null
  #saving: Promise<void> = Promise.resolve()
  #retry: ReturnType<typeof setTimeout> | null = null
  #tries = 0
  /** Set while the index that is kept is older than the file. */
  #keeping: ReturnType<typeof setTimeout> | null = null
  #isClosed = false
  /** A save that was asked for and has not begun: it takes in what comes until then. */
  #isSaveDue = false
  /** Others read from this one: it is not closed here. */
  readonly #shared: ThreadFile | null

  constructor(file: ThreadFile, lastSeq: number, options: LiveThreadOptions) {
    this.#file = file
    this.#journal = options.journal
    this.#options = options
    this.#lastSeq = lastSeq
    this.#shared = options.open === undefined ? null : file
    this.#places = new MessagePlaces(file)
  }

  /** The thread as it is now, for the view: rows of what was just said are in it. */
  get file(): ThreadFile {
    return this.#file
  }

  get path(): string {
    return this.#file.path
  }

  get head(): ThreadHead {
    return this.#file.head
  }

  /** Lineage of a compacted copy. */
  get origin(): CheckpointOrigin | null {
    return this.#file.origin
  }

  get headTokens(): ByFamily<HeadTokens> {
    return this.#file.headTokens
  }

  get layout(): ThreadLayout {
    return this.#file.layout
  }

  get count(): number {
    return this.#file.count
  }

  get ids(): MessageIds {
    return this.#places
  }

  /** The disk refuses: what was said is in the journal only. */
  get isUnsaved(): boolean {
    return this.#isUnsaved
  }

  /** Why it is not in the file: the disk's own code, or that of a file another program made invalid. */
  get unsavedCode(): ErrorCode | null {
    return this.#unsavedCode
  }

  message(index: number): Message {
    return this.#file.readMessage(index)
  }

  readMessage(index: number): Message {
    return this.#file.readMessage(index)
  }

  costOf(index: number, family: TokenFamily): MessageCost {
    return this.#places.costOf(index, family)
  }

  rawSlice(index: number): Uint8Array {
    return this.#file.rawSlice(index)
  }

  /** Durable when it returns. Throws `disk-full` or another disk code when the journal cannot be written. */
  appendMessage(message: NewMessage, queueId: string | null): { readonly index: number } {
    const record = toRecord(randomUUID(), message)
    this.#write({ kind: 'message', index: this.count, body: JSON.stringify(record) }, queueId)
    const index = this.#file.appendRecord(record)
    this.#keepAtOnce()
    return { index }
  }

  /** Stores what a tool answered, as the result of call number `call`. */
  answerCall(index: number, call: number, output: NewOutput): void {
    this.#patch(index, { path: ['toolCalls', call], patch: { output: writeOutput(output) } })
  }

  /** Stores a question and its answer; replaces the earlier record of the same call. */
  recordApproval(index: number, approval: Approval): void {
    const known = this.message(index).runtime?.approvals ?? []
    const approvals = [...known.filter(({ call }) => call !== approval.call), approval]
    this.#patch(index, {
      path: [RUNTIME_KEY],
      patch: { approvals: approvals.map((one) => ({ ...one })) },
    })
  }

  /** Writes the thread file. Never rejects: what the disk refuses is tried again. */
  finishTurn(): Promise<void> {
    const save = (): Promise<void> => this.#save()
    // One that went wrong in an unforeseen way must not be the last one.
    this.#saving = this.#saving.then(save, save)
    return this.#saving
  }

  /** Writes what is left and lets go of the file. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#retry !== null) clearTimeout(this.#retry)
    await this.finishTurn()
    await this.#keepIndex()
    if (this.#file !== this.#shared) this.#file.close()
  }

  #patch(index: number, patch: Omit<RecordPatch, 'id'>): void {
    // Checked first: what the journal holds must be possible again at every start.
    if (!hasObject(this.#file, index, patch.path)) throw new Error(`message ${index} has no such part`)
    const { id } = this.message(index)
    this.#write({ kind: 'patch', index, body: JSON.stringify({ id, ...patch }) }, null)
    this.#file.patchRecord(index, patch.path, patch.patch)
    this.#places.forget(index)
    this.#keepAtOnce()
  }

  /** Where the journal does not outlive the program, the file is the only place that does. */
  #keepAtOnce(): void {
    if (this.#journal.isDurable !== false || this.#isSaveDue) return
    this.#isSaveDue = true
    void this.finishTurn()
  }

  #write(entry: Omit<JournalRecord, 'seq'>, queueId: string | null): void {
    try {
      this.#lastSeq = this.#journal.append(entry, queueId).seq
    } catch (cause) {
      if (isDatabaseBusy(cause))
        throw new AppError('database-busy', 'Another program holds the database.', { cause })
      const isFull = cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_FULL'
      throw new AppError(isFull ? 'disk-full' : 'io-failed', 'What was said could not be stored.', { cause })
    }
  }

  async #save(): Promise<void> {
    this.#isSaveDue = false
    const seq = this.#lastSeq
    try {
      if (this.#file.grown.isEmpty) {
        this.#journal.clearTo(seq)
        return
      }
      const places = this.#places
      const saved = await this.#saveOnce()
      // What came while the file was written.
      replayJournal(
        saved,
        this.#journal.list().filter((entry) => entry.seq > seq),
      )
      this.#adopt(saved)
      this.#keepIndexLater()
      this.#journal.clearTo(seq)
      this.#tries = 0
      this.#tell(false, null)
      if (this.#places !== places) this.#options.onMerged?.()
    } catch (error) {
      // The journal holds it. A person sees that it is not in the file yet.
      this.#tell(true, toErrorValue(error).code)
      this.#tryAgain()
    }
  }

  /** After a change from outside: what was said goes behind what the file holds now. */
  async #saveOnce(): Promise<ThreadFile> {
    try {
      return await saveThread(this.#file)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code !== 'file-changed' && error.code !== 'file-not-found') throw error
      const fresh = await openThreadFile(this.path).catch((reason: unknown) => {
        if (reason instanceof AppError && reason.code === 'file-not-found') return null
        throw reason
      })
      if (fresh === null) return this.#writeAnew()
      replayJournal(fresh, this.#journal.list())
      const saved = await saveThread(fresh)
      // Other messages may stand at the places that were measured.
      this.#places = new MessagePlaces(saved)
      return saved
    }
  }

  /** Somebody deleted the file while a turn ran: what is known here is written again, never over anything. */
  async #writeAnew(): Promise<ThreadFile> {
    const { grown, source } = this.#file
    const pieces = assemble(grown.edits(), source.length)
    const creation = await createExclusive(this.path, (file) => writePieces(file, pieces, source))
    if (creation === 'exists') throw new AppError('file-exists', 'Another file took the place of the thread.')
    this.#options.onRestored?.()
    return openThreadFile(this.path)
  }

  #adopt(file: ThreadFile): void {
    // The former state is not closed: a preview may still read from it. It is let go of with its last holder.
    this.#file = file
    this.#places.moveTo(file)
  }

  #tryAgain(): void {
    if (this.#isClosed) return
    const waits = this.#options.retryMs ?? RETRY_MS
    const wait = waits[Math.min(this.#tries, waits.length - 1)] ?? 1_000
    this.#tries += 1
    if (this.#retry !== null) clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.finishTurn(), wait)
    this.#retry.unref()
  }

  /** The thread one works in opens by its index too; it is as long as the thread, and not written at every turn. */
  #keepIndexLater(): void {
    if (this.#keeping !== null) clearTimeout(this.#keeping)
    this.#keeping = setTimeout(() => void this.#keepIndex(), KEEP_AFTER_MS)
    this.#keeping.unref()
  }

  async #keepIndex(): Promise<void> {
    if (this.#keeping === null) return
    clearTimeout(this.#keeping)
    this.#keeping = null
    await keepIndex(this.path, this.#file, this.#options.kept)
  }

  #tell(isUnsaved: boolean, code: ErrorCode | null): void {
    if (this.#isUnsaved === isUnsaved && this.#unsavedCode === code) return
    this.#isUnsaved = isUnsaved
    this.#unsavedCode = code
    this.#options.onSaved?.(isUnsaved, code)
  }
}

/**
 * Opens a thread with what a crash left in its journal. Rejects like `openThreadFile`. What the journal held is in
 * the file when this resolves, if the disk takes it.
 */
export async function openLiveThread(path: string, options: LiveThreadOptions): Promise<LiveThread> {
  const label = await toolOf(path)
  if (label !== null) throw readOnly(label)
  const { open, kept } = options
  const file = await (open?.(path) ?? openThread(path, kept === undefined ? {} : { kept }))
  if (file.foreign !== null) {
    if (open === undefined) file.close()
    throw readOnly(file.foreign.info.label)
  }
  const entries = options.journal.list()
  replayJournal(file, entries)
  const live = new LiveThread(file, entries.at(-1)?.seq ?? 0, options)
  if (entries.length > 0) await live.finishTurn()
  return live
}

/** The tool that wrote a transcript, by its first bytes: one of 250 MB is not read only to be refused. Null = native, or not known yet. */
async function toolOf(address: string): Promise<string | null> {
  const { path } = parseAddress(address)
  return (await looksNative(path)) ? null : (recognizeTranscript(path)?.label ?? null)
}

function readOnly(label: string): AppError {
  return new AppError('thread-read-only', `This is a transcript of ${label}; it is only read.`, {
    params: { tool: label },
  })
}
