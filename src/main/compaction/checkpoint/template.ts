import type { SectionKey } from '../../../shared/compact/checkpoint.ts'

/** One heading of the checkpoint template, in the order it is written. */
export interface TemplateEntry {
  readonly heading: string
  readonly level: 2 | 3
  /** The section whose text stands under this heading; null for a heading that only groups. */
  readonly key: SectionKey | null
  readonly lane: 'narrative' | 'facts' | null
  /** Headings that must be there even when their text is empty (S-184, threads of other programs). */
  readonly isRequired: boolean
}

function narrative(heading: string, level: 2 | 3, key: SectionKey, isRequired = true): TemplateEntry {
  return { heading, level, key, lane: 'narrative', isRequired }
}

function facts(heading: string, key: SectionKey): TemplateEntry {
  return { heading, level: 3, key, lane: 'facts', isRequired: false }
}

/** Template `checkpoint` (S-184, C-05): six required headings, facts by code under their own. */
export const CHECKPOINT_TEMPLATE: readonly TemplateEntry[] = [
  narrative('Goal', 2, 'goal'),
  narrative('Constraints & Preferences', 2, 'constraints'),
  facts('Rules (word for word)', 'rules'),
  { heading: 'Progress', level: 2, key: null, lane: null, isRequired: true },
  narrative('Done', 3, 'done'),
  narrative('In Progress', 3, 'in-progress'),
  narrative('Blocked', 3, 'blocked'),
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
