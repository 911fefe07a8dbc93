import type { CompactionEvent } from '../../shared/compact/event.ts'
import type { ExportChoices } from '../../shared/ipc/export.ts'
import type { Chunks, ExportThread } from './export-thread.ts'
import { labelsOf } from './labels.ts'
import type { TextFilter } from './text-filter.ts'

/** One checkpoint to read: what it is, then its text under its own headings. */
export function* writeCheckpoint(
  { file }: ExportThread,
  event: CompactionEvent,
  choices: ExportChoices,
  filter: TextFilter,
): Chunks {
  const labels = labelsOf(choices)
  const name = event.name === '' ? '' : `: ${event.name}`
  const title = `${oneLine(filter(file.head.title, null))} · ${labels.checkpoint} ${event.number}`
  const about = [
    labels.covers((event.segment?.fromIndex ?? 0) + 1, event.cutoffIndex),
    labels.tokens(event.tokensBefore, event.tokensAfter),
    event.summarizer,
    new Date(event.createdMs).toISOString().slice(0, 16).replace('T', ' '),
    labels.exported,
  ]
  yield {
    content: `# ${title}${oneLine(filter(name, null))}\n\n${filter(about.join(' · '), null)}\n`,
    done: 0,
  }
  yield { content: `\n${filter(event.summaryMessage.text, null).trim()}\n`, done: file.count }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
