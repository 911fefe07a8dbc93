import type { FileHandle } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { ExportChoices } from '../../shared/ipc/export.ts'
import { createFree } from '../disk/create-free.ts'
import { refuseStopped } from '../disk/refuse-stopped.ts'
import { writeChunks } from '../disk/write-chunks.ts'
import { numberedName } from '../threads/numbered-name.ts'
import { EXPORT_ENDINGS, exportChunks } from './export-chunks.ts'
import type { Chunks, ExportThread } from './export-thread.ts'
import type { TextFilter } from './text-filter.ts'

/** Longest stretch of work between two looks at what else waits, in milliseconds. */
const SLICE_MS = 8

/** How a run on one thread is watched and stopped. */
export interface ExportWatch {
  readonly signal: AbortSignal
  /** From 0 to 1; not more often than the work pauses. */
  readonly onShare: (share: number) => void
}

/** Reads a thread through the chosen form without writing anything: the filter sees every text that would go out. */
export async function readThrough(
  source: ExportThread,
  choices: ExportChoices,
  filter: TextFilter,
  watch: ExportWatch,
): Promise<void> {
  await drain(await exportChunks(source, choices, filter, watch.signal), source, watch, async () => undefined)
}

/**
 * Writes a thread into a folder under the first free name: `NAME.md`, `NAME 2.md`, … The file is absent or complete
 * and flushed at every moment, and nothing is ever replaced. Throws AppError: `cancelled`, or a disk code.
 */
export async function writeExport(
  source: ExportThread,
  choices: ExportChoices,
  filter: TextFilter,
  target: { readonly folder: string; readonly name: string },
  watch: ExportWatch,
): Promise<{ readonly path: string; readonly bytes: number }> {
  let bytes = 0
  const write = async (file: FileHandle): Promise<void> => {
    const chunks = writeChunks(file)
    await drain(await exportChunks(source, choices, filter, watch.signal), source, watch, chunks.put)
    bytes = await chunks.end()
  }
  const ending = EXPORT_ENDINGS[choices.format]
  const path = await createFree(target.folder, (attempt) => ({
    name: numberedName(target.name, ending, attempt),
    write,
  }))
  return { path, bytes }
}

async function drain(
  chunks: Chunks,
  { file }: ExportThread,
  { signal, onShare }: ExportWatch,
  take: (content: string | Uint8Array) => Promise<void>,
): Promise<void> {
  let until = performance.now() + SLICE_MS
  for (const { content, done } of chunks) {
    await take(content)
    if (performance.now() < until) continue
    refuseStopped(signal)
    onShare(file.count === 0 ? 0 : Math.min(1, done / file.count))
    await setImmediate()
    until = performance.now() + SLICE_MS
  }
  refuseStopped(signal)
  onShare(1)
}
