import type { CompactionEvent } from '../../../shared/compact/event.ts'
import { prefixHash } from './prefix-hash.ts'
import type { ThreadContext } from './thread-context.ts'
import type { WrittenSummary } from './write-summary.ts'

/** What a new event is made of, whoever asked for it. */
export interface EventParts
  extends Pick<
    CompactionEvent,
    'id' | 'kind' | 'strategy' | 'focus' | 'restoration' | 'createdMs' | 'isEdited'
  > {
  readonly cutIndex: number
  readonly segmentFrom: number | null
  readonly summary: Pick<WrittenSummary, 'text' | 'sections' | 'summarizer' | 'costUsd' | 'requestStyle'>
}

/** The event as it will be stored, not yet measured and without its history file. */
export function draftEvent({ facts, ports }: ThreadContext, parts: EventParts): CompactionEvent {
  const { cutIndex, segmentFrom, summary, ...given } = parts
  const idAt = (index: number) => (index < facts.count ? facts.readMessage(index).id : '')
  return {
    ...given,
    cutoffIndex: cutIndex,
    cutoffMessageId: idAt(cutIndex),
    summaryMessage: { text: summary.text, sections: summary.sections },
    filePath: null,
    tokensBefore: 0,
    tokensAfter: 0,
    number: ports.store.nextNumber(),
    state: 'active',
    prefixHash: prefixHash(facts, cutIndex),
    segment: segmentFrom === null ? null : { fromIndex: segmentFrom, fromMessageId: idAt(segmentFrom) },
    summarizer: summary.summarizer,
    costUsd: summary.costUsd,
    durationMs: 0,
    requestStyle: summary.requestStyle,
    name: '',
  }
}
