import type { SectionKey } from '../../shared/compact/checkpoint.ts'
import type { PreviewSection } from '../../shared/compact/preview.ts'
import type { Rewriting, StreamedSection } from './run.ts'

/** Every section in the order of the checkpoint, with the lane that writes it. */
export const SECTION_ORDER: readonly {
  readonly key: SectionKey
  readonly lane: 'narrative' | 'facts'
}[] = [
  { key: 'goal', lane: 'narrative' },
  { key: 'constraints', lane: 'narrative' },
  { key: 'rules', lane: 'facts' },
  { key: 'done', lane: 'narrative' },
  { key: 'in-progress', lane: 'narrative' },
  { key: 'blocked', lane: 'narrative' },
  { key: 'plan', lane: 'facts' },
  { key: 'decisions', lane: 'narrative' },
  { key: 'next-steps', lane: 'narrative' },
  { key: 'context', lane: 'narrative' },
  { key: 'files-modified', lane: 'facts' },
  { key: 'files-read', lane: 'facts' },
  { key: 'errors', lane: 'facts' },
  { key: 'verified', lane: 'facts' },
  { key: 'references', lane: 'facts' },
]

/** Whether a summarizer writes the section; the others are made by code. */
export function isNarrative(key: SectionKey): boolean {
  return SECTION_ORDER.some((section) => section.key === key && section.lane === 'narrative')
}

/** A card of the Summary tab. `tokens` is null until main has counted. */
export interface Card {
  readonly key: SectionKey
  readonly lane: 'narrative' | 'facts'
  readonly text: string
  readonly state: 'waiting' | 'writing' | 'complete' | 'cut'
  readonly tokens: number | null
  /** A person's own heading. */
  readonly heading?: string | undefined
}

/** Cards while a summary streams: what arrived, and the narrative sections still to come. */
export function streamingCards(sections: readonly StreamedSection[], isStreaming: boolean): readonly Card[] {
  const arrived = new Map(sections.map((section) => [section.key, section]))
  const cards: Card[] = []
  for (const { key, lane } of SECTION_ORDER) {
    const section = arrived.get(key)
    if (section !== undefined) {
      const unfinished = isStreaming ? 'writing' : 'cut'
      cards.push({
        key,
        lane,
        text: section.text,
        state: section.isComplete ? 'complete' : unfinished,
        tokens: null,
      })
    } else if (lane === 'narrative' && isStreaming) {
      cards.push({ key, lane, text: '', state: 'waiting', tokens: null })
    }
  }
  return cards
}

/** Cards of a finished preview. */
export function previewCards(sections: readonly PreviewSection[]): readonly Card[] {
  return sections.map(({ key, lane, text, tokens, heading }) => ({
    key,
    lane,
    text,
    tokens,
    heading,
    state: 'complete',
  }))
}

/** The card of the section that is written anew shows what arrived, and its own text until something did. */
export function withRewriting(cards: readonly Card[], rewriting: Rewriting | null): readonly Card[] {
  if (rewriting === null) return cards
  return cards.map((card) =>
    card.key === rewriting.key
      ? { ...card, text: rewriting.text ?? card.text, state: 'writing', tokens: null }
      : card,
  )
}
