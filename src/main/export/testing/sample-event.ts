import type { CompactionEvent } from '../../../shared/compact/event.ts'

/** A stored checkpoint that summarized everything before its cutoff. */
export function sampleEvent(more: Partial<CompactionEvent>): CompactionEvent {
  return {
    cutoffIndex: 1,
    cutoffMessageId: '',
    summaryMessage: { text: '## Goal\n- go on', sections: [] },
    filePath: null,
    strategy: 'partial',
    tokensBefore: 900,
    tokensAfter: 300,
    id: 'event-1',
    number: 1,
    kind: 'manual',
    state: 'active',
    createdMs: Date.UTC(2026, 0, 2),
    prefixHash: '',
    segment: null,
    restoration: { files: [], plan: null },
    focus: '',
    summarizer: 'built-in',
    costUsd: null,
    durationMs: 1,
    requestStyle: { kind: 'built-in', reason: '' },
    isEdited: false,
    name: '',
    ...more,
  }
}
