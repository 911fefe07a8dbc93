import type { CheckpointSection, HeadedSection } from '../../../shared/compact/checkpoint.ts'
import type { SummaryMessage } from '../../../shared/compact/event.ts'
import type { SummaryTemplate } from '../../../shared/compact/policy.ts'
import { composeCheckpointBody } from '../../compaction/checkpoint/compose.ts'
import { type Template, templateOf } from '../../compaction/checkpoint/template.ts'

/**
 * The headings that a checkpoint was written under: the policy may ask for others since. Null = they are not known any
 * more, for these sections in its place.
 */
export function writtenTemplate(
  { text, sections: written }: SummaryMessage,
  sections: readonly CheckpointSection[],
  chosen: SummaryTemplate,
): Template | null {
  const headings = [...text.matchAll(/^## (.+)$/gm)].flatMap(([, heading]) => heading ?? [])
  const own = headings.filter((heading) => heading !== 'Facts')
  const known: readonly SummaryTemplate[] = [
    chosen,
    { kind: 'checkpoint' },
    { kind: 'seven' },
    { kind: 'custom', headings: own },
  ]
  const templates = known.map(templateOf)
  const holds = (template: Template) =>
    sections.every(({ key, text: said }) => said === '' || template.some((entry) => entry.key === key))
  return (
    templates.find((template) => composeCheckpointBody(written, template) === text) ??
    templates.find(holds) ??
    null
  )
}

/** A stored checkpoint's sections; those under a person's own headings with them. */
export function headedSections(summary: SummaryMessage, chosen: SummaryTemplate): readonly HeadedSection[] {
  const template = writtenTemplate(summary, summary.sections, chosen)
  return summary.sections.map((section) => {
    const entry = template?.find(({ key }) => key === section.key)
    return entry !== undefined && section.key.startsWith('custom-')
      ? { ...section, heading: entry.heading }
      : section
  })
}
