import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../shared/ipc/errors.ts'
import type { ExportChoices } from '../../shared/ipc/export.ts'
import { createExclusive } from '../disk/create-exclusive.ts'
import { safeName } from '../threads/safe-name.ts'
import { writeFully } from '../threads/write-pieces.ts'
import { EXPORT_ENDINGS, exportChunks } from './export-chunks.ts'
import type { Chunks, ExportThread } from './export-thread.ts'
import type { TextFilter } from './text-filter.ts'

/** Bytes collected before the disk is asked. */
const BUFFER_BYTES = 1024 * 1024

/** Longest stretch of work between two looks at what else waits, in milliseconds. */
const SLICE_MS = 8

/** After so many taken names something else is wrong. */
const MOST_NAMES = 1000

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
    bytes = 0
    const held: Uint8Array[] = []
    let heldBytes = 0
    const flush = async (): Promise<void> => {
      for (const part of held.splice(0)) await writeFully(file, part)
      heldBytes = 0
    }
    await drain(await exportChunks(source, choices, filter, watch.signal), source, watch, async (content) => {
      const part = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
      held.push(part)
      heldBytes += part.length
      bytes += part.length
      if (heldBytes >= BUFFER_BYTES) await flush()
    })
    await flush()
  }
  const ending = EXPORT_ENDINGS[choices.format]
  for (let attempt = 1; attempt <= MOST_NAMES; attempt += 1) {
    const name = attempt === 1 ? target.name : `${target.name} ${attempt}`
    const path = join(target.folder, safeName(name, ending))
    if ((await createExclusive(path, write)) === 'created') return { path, bytes }
  }
  throw new AppError('file-exists', 'No free name was found for the export.', {
    params: { name: target.name },
  })
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

/** An AppError: the disk's own translation would make something else of the signal's reason. */
function refuseStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', 'Stopped.')
}
