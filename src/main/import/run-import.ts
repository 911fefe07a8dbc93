import { AppError, toErrorValue } from '../../shared/ipc/errors.ts'
import type { ImportFrame, ImportOptions } from '../../shared/ipc/import.ts'
import { refuseStopped } from '../disk/refuse-stopped.ts'
import { openImportSource } from './import-source.ts'
import { importThread, type OpenHere } from './import-thread.ts'
import { ImportedLedger, type ImportedThread } from './imported-ledger.ts'
import { dropGrown, isAsKept, keepSource } from './keep-original.ts'
import type { SourceThread } from './source-thread.ts'

export interface ImportRun {
  /** Absolute real path of the workspace: originals are kept below it, former imports are looked for in it. */
  readonly root: string
  /** Absolute path of the folder that gets new threads. */
  readonly folder: string
  readonly sources: readonly string[]
  readonly options: ImportOptions
  /** Id of a written thread for the person. */
  readonly idOf: (path: string) => string
  /** Number of threads that will be told of, for the progress. */
  readonly total: number
}

const NOTHING_OPEN: OpenHere = {
  isInUse: () => false,
  letGo: async () => undefined,
  made: async () => undefined,
}

/**
 * Imports every thread of the sources, one whole file after the other. One bad thread is told of and passed by; a full
 * disk ends the run, since nothing more can be written. Rejects with `cancelled` when the signal fires.
 */
export async function runImport(
  run: ImportRun,
  emit: (frame: ImportFrame) => void,
  signal: AbortSignal,
  open: OpenHere = NOTHING_OPEN,
): Promise<void> {
  const ledger = await ImportedLedger.of(run.root, signal)
  let done = 0
  for (const path of run.sources) {
    refuseStopped(signal)
    try {
      const source = await openImportSource(path, signal)
      if (source === null) throw new AppError('file-changed', 'This file is another one than at the scan.')
      try {
        const originalSha256 = await keepSource(run.root, source, signal)
        const replaced = new Set<string>()
        for (const thread of source.threads) {
          if (thread.branch !== null && !run.options.branches) continue
          const former = await importOne(thread, { folder: run.folder, ledger, originalSha256 }, done)
          if (former !== null) replaced.add(former.originalSha256)
          done += 1
        }
        // Also when it goes on growing: what was kept now begins with what was kept before.
        for (const sha256 of replaced)
          if (!source.isFolder && !ledger.needs(sha256)) await dropGrown(run.root, path, sha256, signal)
        // A file that was written to meanwhile may have been read in two states.
        if (!(await isAsKept(source, originalSha256, signal)))
          throw new AppError('file-changed', 'The file was changed by another program while it was read.')
      } finally {
        source.close()
      }
    } catch (error) {
      tellOrEnd(error, path, path)
    }
  }

  async function importOne(
    thread: SourceThread,
    target: Parameters<typeof importThread>[1],
    at: number,
  ): Promise<ImportedThread | null> {
    const { title } = thread
    const onShare = (share: number) => emit({ kind: 'progress', title, done: at, total: run.total, share })
    onShare(0)
    try {
      const { outcome, path, replaced } = await importThread(thread, target, run.options, {
        signal,
        onShare,
        open,
      })
      const { unreadable } = thread
      const told = { kind: 'imported', title, outcome, thread: run.idOf(path) } as const
      emit(unreadable === 0 ? told : { ...told, unreadable })
      return replaced
    } catch (error) {
      tellOrEnd(error, title, title)
      return null
    }
  }

  function tellOrEnd(error: unknown, title: string, source: string): void {
    refuseStopped(signal)
    const value = toErrorValue(error)
    emit({ kind: 'failed', title, source, error: value })
    if (value.code === 'disk-full' || value.code === 'disk-read-only') throw error
  }
}
