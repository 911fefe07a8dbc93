import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type ErrorValue, toErrorValue } from '../../shared/ipc/errors.ts'
import type { FoundThread, ScanFrame } from '../../shared/ipc/import.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { threadError, wrappingFault } from '../threads/thread-fault.ts'
import { mainFiles } from './changed-sources.ts'
import { findFiles } from './find-files.ts'
import { openImportSource } from './import-source.ts'

/** Endings that no reader has: opening them would cost time and tell nothing. */
const NO_TRANSCRIPT = /\.(png|jpe?g|gif|webp|pdf|mp[34]|mov|wav|docx?|xlsx?|exe|dll|so|lock|log\.zst)$/i

/** A scan: which files hold threads. */
export interface Scan {
  readonly sources: readonly string[]
  readonly threads: readonly FoundThread[]
}

/**
 * Looks through files and folders and tells what is in them. A path that cannot be read is a problem of its own; a
 * file of another kind inside a folder is passed by. Nothing stays open and nothing is written.
 */
export async function scanSources(
  paths: readonly string[],
  emit: (frame: Exclude<ScanFrame, { kind: 'scanned' }>) => void,
  signal: AbortSignal,
): Promise<Scan & { readonly ignored: number }> {
  const files = await findFiles(paths, signal, (source, error) =>
    emit({ kind: 'problem', problem: { source, error: toErrorValue(error) } }),
  )
  const sources: string[] = []
  const threads: FoundThread[] = []
  // Told by their names, whichever comes first: they are read along with another file.
  const mainOf = mainFiles(files)
  const found = new Set(files.map(({ path }) => path))
  const isCompanion = (path: string) => {
    const main = mainOf.get(path) ?? mainOf.get(dirname(path))
    return main !== undefined && main !== path && found.has(main)
  }
  let ignored = 0
  for (const [done, { path, isNamed, sizeBytes }] of files.entries()) {
    signal.throwIfAborted()
    emit({ kind: 'progress', source: path, done, total: files.length })
    if (isCompanion(path) || (!isNamed && NO_TRANSCRIPT.test(path))) {
      if (!isCompanion(path)) ignored += 1
      continue
    }
    try {
      const source = await openImportSource(path, signal)
      if (source === null) {
        ignored += 1
        if (isNamed) emit({ kind: 'problem', problem: { source: path, error: await unknownFault(path) } })
        continue
      }
      const threadsHere = source.threads.map(
        ({ label, title, messages, unreadable, startedMs, endedMs, branch, isSide }, at) => ({
          id: threads.length + at,
          label,
          title,
          messages,
          ...(unreadable === 0 ? {} : { unreadable }),
          startedMs,
          endedMs,
          source: path,
          branch,
          isSide,
        }),
      )
      source.close()
      threads.push(...threadsHere)
      sources.push(path)
      emit({ kind: 'found', threads: threadsHere, bytes: sizeBytes })
    } catch (error) {
      signal.throwIfAborted()
      const value = toErrorValue(error)
      // A folder holds JSON and lines of many kinds: one without a conversation is nothing to tell of.
      if (!isNamed && (value.code === 'file-empty' || value.code === 'file-not-thread')) ignored += 1
      else emit({ kind: 'problem', problem: { source: path, error: value } })
    }
  }
  return { sources, threads, ignored }
}

/** Why a file is in no format that is read. */
async function unknownFault(path: string): Promise<ErrorValue> {
  const head = Buffer.alloc(16)
  try {
    const file = await open(path, 'r')
    try {
      await file.read(head, 0, head.length, 0)
    } finally {
      await file.close()
    }
  } catch (error) {
    return toErrorValue(toDiskError(error, path))
  }
  return toErrorValue(
    wrappingFault(head, path) ??
      threadError('file-not-thread', path, 'This file is in no format that is read.'),
  )
}
