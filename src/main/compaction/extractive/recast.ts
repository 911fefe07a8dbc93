import type { CheckpointSection, NarrativeKey } from '../../../shared/compact/checkpoint.ts'
import { meaningOfHeading } from '../checkpoint/heading-names.ts'
import { CHECKPOINT_TEMPLATE, SEVEN_TEMPLATE, type Template } from '../checkpoint/template.ts'

/** Where the built-in summarizer's sections go in template `seven`. */
const IN_SEVEN: Readonly<Partial<Record<NarrativeKey, NarrativeKey>>> = {
  constraints: 'goal',
  decisions: 'context',
  done: 'in-progress',
  blocked: 'pending',
}

/**
 * The built-in summarizer's narrative under the headings of another template (C-05). A section without a place
 * of its own is added to a neighbour: nothing that was said is lost. Facts stay as they are.
 */
export function recastSections(
  sections: readonly CheckpointSection[],
  template: Template,
): readonly CheckpointSection[] {
  if (template === CHECKPOINT_TEMPLATE) return sections
  const texts = new Map<CheckpointSection['key'], string[]>()
  for (const section of sections) {
    if (section.lane === 'facts' || section.text.trim() === '') continue
    const key = placeOf(section.key, template)
    if (key !== null) texts.set(key, [...(texts.get(key) ?? []), section.text.trim()])
  }
  const narrative = [...texts].map(
    ([key, said]): CheckpointSection => ({ key, lane: 'narrative', text: said.join('\n') }),
  )
  return [...narrative, ...sections.filter(({ lane }) => lane === 'facts')]
}

/** Key of the section of a template that takes over what stood under `key`; null = it has no narrative section. */
export function placeOf(key: CheckpointSection['key'], template: Template): CheckpointSection['key'] | null {
  const keys = template.flatMap((entry) => (entry.lane === 'narrative' && entry.key ? [entry.key] : []))
  // Safe: only narrative sections are placed.
  const moved = template === SEVEN_TEMPLATE ? IN_SEVEN[key as NarrativeKey] : undefined
  if (moved !== undefined) return moved
  if (keys.includes(key)) return key
  const own = template.find((entry) => {
    const meaning = entry.lane === 'narrative' ? meaningOfHeading(entry.heading) : null
    return meaning?.kind === 'section' && meaning.key === key
  })
  return own?.key ?? keys.at(-1) ?? null
}
