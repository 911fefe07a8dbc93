import { AppError } from '../../shared/ipc/errors.ts'
import { openTranscript } from './importers/open-transcript.ts'
import type { KeptIndexes } from './kept/index-folder.ts'
import { packIndex } from './kept/kept-index.ts'
import { openKept } from './kept/open-kept.ts'
import { looksNative } from './looks-like-thread.ts'
import { parseAddress } from './thread-address.ts'
import { threadError } from './thread-fault.ts'
import { type OpenOptions, openThreadFile, type ThreadFile } from './thread-file.ts'
import { transcriptFile } from './transcript-file.ts'

/** Smaller files are read as fast as an index of them. */
const KEPT_FROM_BYTES = 4 * 1024 * 1024

export interface OpenThreadOptions extends OpenOptions {
  /** Where indexes of large files are kept; absent = every opening reads the file. */
  readonly kept?: Pick<KeptIndexes, 'read'>
  /** Told when no index stands for the file: opening it takes as long as reading it. */
  readonly onReading?: () => void
}

/**
 * Opens a thread where it lies: a native file, or a transcript of another tool, which is read as if it were one and
 * never written. `address` is a path, with the thread's key where the file holds several (thread-address.ts).
 * Throws AppError like `openThreadFile`.
 */
export async function openThread(address: string, options: OpenThreadOptions = {}): Promise<ThreadFile> {
  const packed = options.kept?.read(address) ?? null
  const known = packed === null ? null : openKept(parseAddress(address).path, packed)
  if (known !== null) return known
  options.onReading?.()
  return readThread(address, options)
}

/**
 * Keeps the index of a large file, so that the next opening need not read it. Called once every message was read: the
 * opening itself waits for nothing.
 */
export async function keepIndex(
  address: string,
  file: ThreadFile,
  kept: KeptIndexes | undefined,
): Promise<void> {
  if (kept === undefined || file.fingerprint.sizeBytes < KEPT_FROM_BYTES || !file.grown.isEmpty) return
  file.isIndexKept = true
  const bytes = file.foreign?.first ?? file.source
  try {
    await kept.write(address, packIndex(file, bytes))
  } catch {
    file.isIndexKept = false
    // The file changed meanwhile: there is nothing to keep.
  }
}

async function readThread(address: string, options: OpenOptions): Promise<ThreadFile> {
  const { path, key, branch } = parseAddress(address)
  let fault: unknown = null
  if (await looksNative(path)) {
    try {
      return await openThreadFile(path, options)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'file-not-thread') throw error
      fault = error
    }
  }
  const opened = await openTranscript(path)
  // Not known here: the native reader says what is wrong with it.
  if (opened === null) {
    if (fault !== null) throw fault
    return openThreadFile(path, options)
  }
  const transcript = key === null ? opened.threads[0] : opened.threads.find((thread) => thread.key === key)
  if (transcript === undefined) {
    opened.close()
    throw threadError('file-not-found', path, 'This file does not hold that conversation any more.')
  }
  return transcriptFile(opened, transcript, branch)
}

/** Every thread of a file; they share what is open and are closed one by one. Throws like `openThread`. */
export async function openThreads(path: string): Promise<readonly ThreadFile[]> {
  const opened = (await looksNative(path)) ? null : await openTranscript(path)
  if (opened === null) return [await openThread(path)]
  return opened.threads.map((transcript) => transcriptFile(opened, transcript))
}
