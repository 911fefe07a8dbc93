import type { SectionKey } from '../../shared/compact/checkpoint.ts'
import { isNothing } from '../../shared/compact/is-nothing.ts'
import type { PreviewSection } from '../../shared/compact/preview.ts'
import type { FactClass, RetainedFact } from '../../shared/compact/retention.ts'
import type { SectionText } from './wizard-event.ts'

/** Where a fact belongs, best place first. */
const PLACES: { readonly [K in FactClass]: readonly SectionKey[] } = {
  rule: ['rules', 'constraints'],
  'modified-path': ['files-modified', 'context'],
  'open-task': ['plan', 'next-steps'],
  'unresolved-error': ['errors', 'blocked'],
  decision: ['decisions'],
  number: ['context'],
  'read-path': ['files-read', 'context'],
  command: ['verified', 'context'],
  url: ['references', 'context'],
  hash: ['references', 'context'],
  identifier: ['references', 'context'],
  'resolved-error': ['done'],
}

/**
 * The edit that puts a missing fact, word for word, into the section it belongs to. The narrative
 * sections always exist, so there is always a place.
 */
export function addToSummary(sections: readonly PreviewSection[], fact: RetainedFact): SectionText {
  const place = PLACES[fact.class].find((key) => sections.some((section) => section.key === key)) ?? 'context'
  const text = sections.find((section) => section.key === place)?.text ?? ''
  const line = `- ${fact.text.replace(/\s*\n\s*/g, ' ').trim()}`
  return { key: place, text: isNothing(text) ? line : `${text.trimEnd()}\n${line}` }
}
