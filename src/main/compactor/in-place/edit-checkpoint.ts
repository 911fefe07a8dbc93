import type { CheckpointSection, SectionKey } from '../../../shared/compact/checkpoint.ts'
import type { CompactionEvent } from '../../../shared/compact/event.ts'
import { AppError } from '../../../shared/ipc/errors.ts'
import { editByHand } from '../../compaction/checkpoint/by-hand.ts'
import { composeCheckpointBody, saidIn } from '../../compaction/checkpoint/compose.ts'
import { locateCutoff, locateMessage } from '../../compaction/projection/locate-cutoff.ts'
import { draftEvent } from './draft-event.ts'
import type { ThreadContext } from './thread-context.ts'
import { writtenTemplate } from './written-template.ts'

/** Text that a person gives a section. */
export interface SectionChange {
  readonly key: SectionKey
  readonly text: string
}

/** How an edit ended. */
export type EditOutcome =
  | { readonly kind: 'stored'; readonly event: CompactionEvent }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'blocked'; readonly block: 'empty-summary' | 'no-shrink' }

/**
 * Stores a checkpoint once more with other words, on top of the active one: what it stands for, what was put back
 * beside it and its history file stay. The edited event, older ones and the facts are only read, and undo brings the
 * former request back. Rejects with `summary-invalid` when its headings are not known any more.
 */
export function editCheckpoint(
  context: ThreadContext,
  event: CompactionEvent,
  changes: readonly SectionChange[],
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): EditOutcome {
  context.sync()
  const sections = withChanges(event.summaryMessage.sections, changes)
  if (sections === null) return { kind: 'unchanged' }
  if (sections.every(({ lane, text }) => lane === 'facts' || saidIn(text.split('\n')) === ''))
    return { kind: 'blocked', block: 'empty-summary' }
  const template = writtenTemplate(event.summaryMessage, sections, context.policy.template)
  if (template === null)
    throw new AppError('summary-invalid', 'The headings of this checkpoint are not known any more.')
  const { facts, ports } = context
  const cutIndex = locateCutoff(event, facts.ids)
  const { segment } = event
  const draft = draftEvent(context, {
    id,
    kind: 'manual',
    cutIndex,
    segmentFrom: segment === null ? null : locateMessage(segment.fromMessageId, segment.fromIndex, facts.ids),
    strategy: event.strategy,
    focus: event.focus,
    restoration: event.restoration,
    createdMs: nowMs,
    isEdited: true,
    summary: {
      text: composeCheckpointBody(sections, template),
      sections,
      summarizer: event.summarizer,
      costUsd: 0,
      requestStyle: { kind: 'built-in', reason: 'edited' },
    },
  })
  const tokensBefore = context.pressure.tokens
  const placed = { ...draft, tokensBefore, filePath: event.filePath, name: event.name }
  const projection = context.projectWith(placed)
  const summary = projection.find(({ index, provenance }) => index === null && provenance === 'checkpoint')
  if (!isBelowOriginals(summary?.tokens ?? 0, context, draft)) return { kind: 'blocked', block: 'no-shrink' }
  const stored = { ...placed, tokensAfter: context.measure(projection).tokens }
  ports.store.append(stored)
  context.changed()
  return { kind: 'stored', event: stored }
}

/** The sections with what was changed; null = nothing was. */
function withChanges(
  sections: readonly CheckpointSection[],
  changes: readonly SectionChange[],
): readonly CheckpointSection[] | null {
  const texts = new Map(changes.map(({ key, text }) => [key, text.trim()]))
  const next = sections.map((section) => {
    const text = texts.get(section.key)
    return text === undefined || text === section.text.trim() ? section : editByHand(section, text)
  })
  return next.every((section, at) => section === sections[at]) ? null : next
}

/** Whether the messages that the checkpoint stands for are larger; looks at no more of them than it takes to tell. */
function isBelowOriginals(
  tokens: number,
  { facts, marks, family }: ThreadContext,
  event: CompactionEvent,
): boolean {
  let sum = 0
  for (let index = event.segment?.fromIndex ?? 0; index < event.cutoffIndex && sum <= tokens; index += 1)
    if (!marks.excluded.has(index)) sum += facts.costOf(index, family).tokens
  return tokens < sum
}
