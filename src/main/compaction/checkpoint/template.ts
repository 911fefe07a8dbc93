import type { SectionKey } from '../../../shared/compact/checkpoint.ts'
import type { SummaryTemplate } from '../../../shared/compact/policy.ts'

/** One heading of the checkpoint template, in the order it is written. */
export interface TemplateEntry {
  readonly heading: string
  readonly level: 2 | 3
  /** The section whose text stands under this heading; null for a heading that only groups. */
  readonly key: SectionKey | null
  readonly lane: 'narrative' | 'facts' | null
  /** Headings that must be there even when their text is empty (C-05, threads of other programs). */
  readonly isRequired: boolean
}

function narrative(heading: string, level: 2 | 3, key: SectionKey, isRequired = true): TemplateEntry {
  return { heading, level, key, lane: 'narrative', isRequired }
}

function facts(heading: string, key: SectionKey): TemplateEntry {
  return { heading, level: 3, key, lane: 'facts', isRequired: false }
}

/** Headings of a checkpoint or of a summary in the projection, in order. */
export type Template = readonly TemplateEntry[]

/**
 * Template `checkpoint` (S-184, C-05): six required headings, facts by code under their own. What stands under
 * Progress comes with its own headings only where something is said: "Done: None" would claim too much.
 */
export const CHECKPOINT_TEMPLATE: Template = [
  narrative('Goal', 2, 'goal'),
  narrative('Constraints & Preferences', 2, 'constraints'),
  facts('Rules (word for word)', 'rules'),
  { heading: 'Progress', level: 2, key: null, lane: null, isRequired: true },
  narrative('Done', 3, 'done', false),
  narrative('In Progress', 3, 'in-progress', false),
  narrative('Blocked', 3, 'blocked', false),
  facts('Plan', 'plan'),
  narrative('Key Decisions', 2, 'decisions'),
  narrative('Next Steps', 2, 'next-steps'),
  narrative('Critical Context', 2, 'context'),
  facts('Files modified', 'files-modified'),
  facts('Files read', 'files-read'),
  facts('Unresolved errors', 'errors'),
  facts('Verified by', 'verified'),
  facts('Names and links in use', 'references'),
]

/** Facts by code below a template that has no places of its own for them. */
const FACTS_CHAPTER: Template = [
  { heading: 'Facts', level: 2, key: null, lane: null, isRequired: false },
  ...CHECKPOINT_TEMPLATE.filter(({ lane }) => lane === 'facts'),
]

/** Template `seven`: the seven sections that Nova asks for (S-133), facts by code behind them. */
export const SEVEN_TEMPLATE: Template = [
  narrative('Request and Intent', 2, 'goal'),
  narrative('Technical Context', 2, 'context'),
  narrative('Files and Code', 2, 'files'),
  narrative('Errors and Fixes', 2, 'fixes'),
  narrative('Current State', 2, 'in-progress'),
  narrative('Pending Work', 2, 'pending'),
  narrative('Next Step', 2, 'next-steps'),
  ...FACTS_CHAPTER,
]

/** The headings of a policy's template (C-05). A person's own headings come in their order, each required. */
export function templateOf(chosen: SummaryTemplate): Template {
  switch (chosen.kind) {
    case 'checkpoint':
      return CHECKPOINT_TEMPLATE
    case 'seven':
      return SEVEN_TEMPLATE
    case 'custom':
      return [
        ...chosen.headings.map((heading, at) => narrative(heading, 2, `custom-${at}`)),
        ...FACTS_CHAPTER,
      ]
  }
}
