import type { ExportChoices, ExportFormat } from '../../shared/ipc/export.ts'
import type { Chunks, ExportThread } from './export-thread.ts'
import type { TextFilter } from './text-filter.ts'
import { writeCheckpoint } from './write-checkpoint.ts'
import { writeClaudeCode } from './write-claude-code.ts'
import { writeHtml } from './write-html.ts'
import { writeMarkdown } from './write-markdown.ts'
import { writeNative } from './write-native.ts'
import { writeRequest } from './write-request.ts'

/** Endings of the written files. Requests and sessions keep the thread's own file apart by a second ending. */
export const EXPORT_ENDINGS: Readonly<Record<ExportFormat, string>> = {
  markdown: '.md',
  html: '.html',
  json: '.json',
  'openai-chat': '.openai-chat.json',
  'openai-responses': '.openai-responses.json',
  anthropic: '.anthropic.json',
  'claude-code': '.claude-code.jsonl',
}

/** The chosen form of a thread, piece by piece. The same thread and choices give the same pieces. */
export async function exportChunks(
  source: ExportThread,
  choices: ExportChoices,
  filter: TextFilter,
  signal: AbortSignal,
): Promise<Chunks> {
  if (source.only !== undefined) return writeCheckpoint(source, source.only, choices, filter)
  switch (choices.format) {
    case 'markdown':
      return writeMarkdown(source, choices, filter)
    case 'html':
      return writeHtml(source, choices, filter)
    case 'json':
      // A transcript of another tool has the native form only once it is made.
      return writeNative({ ...source, file: await source.file.native() }, filter)
    case 'claude-code':
      return writeClaudeCode(source, choices, filter)
    case 'openai-chat':
    case 'openai-responses':
    case 'anthropic':
      return writeRequest(await source.nextRequest(choices.format, signal), filter, source.file.count)
  }
}
