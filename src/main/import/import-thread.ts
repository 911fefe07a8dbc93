import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { ImportOptions, ImportOutcome } from '../../shared/ipc/import.ts'
import { replaceFile } from '../disk/atomic-write.ts'
import { createFree, type FreeFile } from '../disk/create-free.ts'
import { refuseStopped } from '../disk/refuse-stopped.ts'
import { writeChunks } from '../disk/write-chunks.ts'
import { numberedName } from '../threads/numbered-name.ts'
import { openThreadFile } from '../threads/thread-file.ts'
import type { ImportedLedger, ImportedThread } from './imported-ledger.ts'
import type { SourceThread } from './source-thread.ts'
import { stemOfTitle } from './stem-of-title.ts'
import { trimRecord } from './trim-record.ts'

/** Longest stretch of work between two looks at what else waits, in milliseconds. */
const SLICE_MS = 8

export interface ImportTarget {
  /** Absolute folder that gets new threads. */
  readonly folder: string
  readonly ledger: ImportedLedger
  readonly originalSha256: string
}

export interface ImportWatch {
  readonly signal: AbortSignal
  readonly onShare: (share: number) => void
  readonly open: OpenHere
}

/** Threads that are open in the program while it imports. */
export interface OpenHere {
  /** A turn runs in it: it is being continued, and is not replaced. */
  isInUse(path: string): boolean
  /** Awaited before a former import is replaced: what was done in it is written first. */
  letGo(path: string): Promise<void>
  /** A new file was written: nothing of an earlier thread of its name is its own. */
  made(path: string): Promise<void>
}

export interface ThreadImported {
  readonly outcome: ImportOutcome
  readonly path: string
  /** The former import whose place this one took. */
  readonly replaced: ImportedThread | null
}

/**
 * Imports one thread: a new file, the former one in its place, or nothing when nothing has changed. At every moment a
 * file is absent, as it was, or whole. A former import that was changed here is never written over. Throws AppError.
 */
export async function importThread(
  thread: SourceThread,
  target: ImportTarget,
  options: ImportOptions,
  watch: ImportWatch,
): Promise<ThreadImported> {
  const contentSha256 = await hashRecords(trimmed(thread, options), thread.messages, watch)
  const known = await target.ledger.named(thread)
  const same = known.find((former) => former.contentSha256 === contentSha256)
  if (same !== undefined) {
    target.ledger.settle(thread, same)
    return { outcome: 'unchanged', path: same.path, replaced: null }
  }
  const { originalSha256 } = target
  const formers = known.filter(({ path }) => !target.ledger.isSettled(path))
  const write = async (file: FileHandle): Promise<void> => {
    const document = thread.document(trimmed(thread, options), { contentSha256, originalSha256 })
    await writeAll(file, document, watch.signal)
  }
  const replaced = options.changed === 'update' ? await firstUntouched(formers, watch) : null
  if (replaced !== null) await replaceFile(replaced.path, write)
  const path = replaced?.path ?? (await createFree(target.folder, nameAt(thread.title, write)))
  if (replaced === null) await watch.open.made(path)
  target.ledger.settle(thread, { path, contentSha256, originalSha256 })
  return { outcome: formers.length === 0 ? 'new' : replaced !== null ? 'updated' : 'copied', path, replaced }
}

function nameAt(title: string, write: FreeFile['write']): (attempt: number) => FreeFile {
  const stem = stemOfTitle(title)
  return (attempt) => ({ name: numberedName(stem, '.json', attempt), write })
}

/** The first former import that nobody went on with, let go of by the program. */
async function firstUntouched(
  formers: readonly ImportedThread[],
  { open, signal }: ImportWatch,
): Promise<ImportedThread | null> {
  for (const former of formers) {
    if (open.isInUse(former.path) || !(await isUntouched(former, signal))) continue
    await open.letGo(former.path)
    // Letting go writes what was said in it and was not in its file yet.
    if (await isUntouched(former, signal)) return former
  }
  return null
}

function* trimmed(thread: SourceThread, options: ImportOptions): Generator<string> {
  for (const record of thread.records())
    yield thread.format === 'native' ? record : trimRecord(record, options)
}

async function hashRecords(
  records: Iterable<string>,
  total: number,
  { signal, onShare }: Pick<ImportWatch, 'signal' | 'onShare'>,
): Promise<string> {
  const hash = createHash('sha256')
  let done = 0
  let until = performance.now() + SLICE_MS
  for (const record of records) {
    hash.update(record).update('\n')
    done += 1
    if (performance.now() < until) continue
    refuseStopped(signal)
    // Writing is the other half.
    onShare(total === 0 ? 0 : Math.min(1, done / total) / 2)
    await setImmediate()
    until = performance.now() + SLICE_MS
  }
  return hash.digest('hex')
}

/** True when the former import still holds what was written then: nobody went on with it here. */
async function isUntouched({ path, contentSha256 }: ImportedThread, signal: AbortSignal): Promise<boolean> {
  const file = await openThreadFile(path).catch(() => null)
  if (file === null) return false
  try {
    const records = function* (): Generator<string> {
      for (let index = 0; index < file.count; index += 1)
        yield Buffer.from(file.rawSlice(index)).toString('utf8')
    }
    return (await hashRecords(records(), file.count, { signal, onShare: () => undefined })) === contentSha256
  } finally {
    file.close()
  }
}

async function writeAll(
  file: FileHandle,
  document: Iterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const chunks = writeChunks(file)
  for (const piece of document) {
    refuseStopped(signal)
    await chunks.put(piece)
  }
  refuseStopped(signal)
  await chunks.end()
}
