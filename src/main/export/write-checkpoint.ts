import type { ExportChoices } from '../../shared/ipc/export.ts'
import type { Chunks, ExportedCheckpoint, ExportThread } from './export-thread.ts'
import { labelsOf } from './labels.ts'
import type { TextFilter } from './text-filter.ts'

/** One checkpoint to read: what it is, then its text under its own headings. */
export function* writeCheckpoint(
  { file }: ExportThread,
  checkpoint: ExportedCheckpoint,
  choices: ExportChoices,
  filter: TextFilter,
): Chunks {
  const labels = labelsOf(choices)
  const { covers } = checkpoint
  const name = checkpoint.name === '' ? '' : `: ${checkpoint.name}`
  const title = `${oneLine(filter(file.head.title, null))} · ${labels.checkpoint} ${checkpoint.number}`
  const about = [
    'of' in covers ? labels.coversOf(covers.count, covers.of) : labels.covers(covers.from, covers.to),
    labels.tokens(checkpoint.tokensBefore, checkpoint.tokensAfter),
    checkpoint.summarizer,
    new Date(checkpoint.createdMs).toISOString().slice(0, 16).replace('T', ' '),
    labels.exported,
  ]
  yield {
    content: `# ${title}${oneLine(filter(name, null))}\n\n${filter(about.join(' · '), null)}\n`,
    done: 0,
  }
  yield { content: `\n${filter(checkpoint.text, null).trim()}\n`, done: file.count }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
