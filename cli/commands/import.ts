import { mkdir, realpath } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { toDiskError } from '../../src/main/disk/disk-error.ts'
import { runImport } from '../../src/main/import/run-import.ts'
import { scanSources } from '../../src/main/import/scan-sources.ts'
import { AppError, type ErrorValue } from '../../src/shared/ipc/errors.ts'
import type { ImportOutcome, ImportProblem } from '../../src/shared/ipc/import.ts'
import { EXIT } from '../exit.ts'
import { watchInterrupt } from '../interrupt.ts'
import { counted, printFailure, printLine, printProgress } from '../output.ts'

export interface ImportCommandOptions {
  readonly to: string
  readonly copy?: boolean
  readonly toolOutput: boolean
  readonly images: boolean
  readonly branches: boolean
  readonly json?: boolean
}

/**
 * Imports every thread of files and folders into a folder, which counts as the workspace: what was imported there
 * before is updated or left as it is. Sources are only read. Stopped, it leaves whole threads only.
 */
export async function importFiles(paths: readonly string[], options: ImportCommandOptions): Promise<number> {
  const isJson = options.json === true
  const interrupt = watchInterrupt()
  const counts = { new: 0, updated: 0, copied: 0, unchanged: 0, failed: 0 }
  try {
    const root = await makeTarget(options.to)
    const problems: ImportProblem[] = []
    const scan = await scanSources(
      paths.map((path) => resolve(path)),
      (frame) => {
        if (frame.kind === 'problem') problems.push(frame.problem)
      },
      interrupt.signal,
    )
    for (const { source, error } of problems) {
      counts.failed += 1
      await printFailed(source, error, isJson)
    }
    const lines: Promise<void>[] = []
    const run = {
      root,
      folder: root,
      sources: scan.sources,
      options: {
        folder: '',
        toolOutput: options.toolOutput,
        images: options.images,
        branches: options.branches,
        changed: options.copy === true ? ('copy' as const) : ('update' as const),
      },
      idOf: (path: string) => relative(root, path),
      total: scan.threads.length,
    }
    await runImport(
      run,
      (frame) => {
        if (frame.kind === 'failed') {
          counts.failed += 1
          lines.push(printFailed(frame.source, frame.error, isJson))
        }
        if (frame.kind !== 'imported') return
        counts[frame.outcome] += 1
        const { title, outcome, thread, unreadable } = frame
        if (unreadable !== undefined && !isJson)
          printProgress(`${thread}: ${counted(unreadable, 'record')} could not be read`)
        if (isJson) lines.push(printLine(JSON.stringify({ title, outcome, thread, unreadable })))
        else if (outcome !== 'unchanged') lines.push(printLine(thread))
      },
      interrupt.signal,
    )
    await Promise.all(lines)
  } catch (error) {
    await printFailure(options.to, error, isJson)
    counts.failed += 1
  } finally {
    interrupt.release()
  }
  if (isJson) await printLine(JSON.stringify(counts))
  else printProgress(sentence(counts))
  return counts.failed > 0 ? EXIT.someFailed : EXIT.done
}

function sentence(counts: Readonly<Record<ImportOutcome | 'failed', number>>): string {
  const copied = counts.copied === 0 ? '' : `, ${counts.copied} beside the former one`
  const failed = counts.failed === 0 ? '' : `, ${counts.failed} failed`
  return `${counts.new} new, ${counts.updated} updated, ${counts.unchanged} unchanged${copied}${failed}.`
}

/** The folder that is imported into, made when it is not there. Rejects with disk codes. */
async function makeTarget(to: string): Promise<string> {
  const folder = resolve(to)
  try {
    await mkdir(folder, { recursive: true })
    return await realpath(folder)
  } catch (error) {
    throw toDiskError(error, folder)
  }
}

function printFailed(file: string, { code, message, params }: ErrorValue, isJson: boolean): Promise<void> {
  return printFailure(file, new AppError(code, message, { params }), isJson)
}
