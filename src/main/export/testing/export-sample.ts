import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CompactionEvent } from '../../../shared/compact/event.ts'
import type { ExportChoices, ExportFormat } from '../../../shared/ipc/export.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openThreadFile, type ThreadFile } from '../../threads/thread-file.ts'
import type { ExportThread } from '../export-thread.ts'
import { fileThread } from '../file-thread.ts'
import { type ExportWatch, writeExport } from '../run-export.ts'
import { noFilter, type TextFilter } from '../text-filter.ts'

/** Everything of a thread in one form. */
export function choicesFor(format: ExportFormat, more: Partial<ExportChoices> = {}): ExportChoices {
  return {
    format,
    toolCalls: true,
    thinking: true,
    checkpoints: true,
    emails: false,
    language: 'en',
    ...more,
  }
}

/** A watch that nobody stops. */
export const unwatched: ExportWatch = { signal: new AbortController().signal, onShare: () => undefined }

/** Opens a text as a thread file; closed when the test ends. */
export async function openText(text: string, folder = temporaryFolder()): Promise<ThreadFile> {
  const path = join(folder, 'sample.json')
  writeFileSync(path, text)
  const file = await openThreadFile(path)
  onTestFinished(() => file.close())
  return file
}

/** The thread as the command line knows it, with checkpoints beside it when a test says so. */
export function exported(file: ThreadFile, checkpoints: readonly CompactionEvent[] = []): ExportThread {
  const clock = { now: () => new Date(Date.UTC(2026, 0, 1)), timeZone: 'UTC' }
  return { ...fileThread('sample.json', file, clock), checkpoints }
}

/** Writes an export for real and reads it back. */
export async function exportText(
  source: ExportThread,
  format: ExportFormat,
  more: { readonly choices?: Partial<ExportChoices>; readonly filter?: TextFilter } = {},
): Promise<string> {
  const target = { folder: temporaryFolder(), name: 'out' }
  const choices = choicesFor(format, more.choices)
  const { path } = await writeExport(source, choices, more.filter ?? noFilter, target, unwatched)
  return readFileSync(path, 'utf8')
}
