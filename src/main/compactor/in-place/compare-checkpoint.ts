import type { ComparedState, ComparisonPage } from '../../../shared/compact/comparison.ts'
import type { CompactionEvent } from '../../../shared/compact/event.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { clearResults } from '../../compaction/projection/clear-results.ts'
import { locateCutoff, locateMessage } from '../../compaction/projection/locate-cutoff.ts'
import { summaryMessage } from '../../compaction/projection/summary-message.ts'
import { type ComparedMessages, compareMessageSteps } from '../../compaction/retention/compare-messages.ts'
import type { Steps } from '../../compaction/steps.ts'
import { estimateMessageTokens } from '../../compaction/tokens/estimate-message.ts'
import { turnAt } from '../../threads/view/row.ts'
import { earlierSections } from '../earlier-sections.ts'
import type { ThreadContext } from './thread-context.ts'

/** A stored checkpoint beside the messages it stands for. Worked out once, looked at page by page. */
export interface CheckpointComparison extends ComparedMessages {
  readonly originalTokens: number
  readonly checkpointTokens: number
}

/**
 * In small steps: compares a stored checkpoint with its originals as they stand in the thread now, all of them, also
 * those that an earlier checkpoint stood for. Reads and decides nothing else.
 */
export function* compareCheckpointSteps(
  context: ThreadContext,
  event: CompactionEvent,
): Steps<CheckpointComparison> {
  const { facts, marks, policy, family } = context
  const { ids, layout } = facts
  const to = Math.min(facts.count, locateCutoff(event, ids))
  const start = Math.max(layout.metaPromptIndex ?? -1, layout.checkpointIndex ?? -1) + 1
  const { segment } = event
  const from =
    segment === null ? start : Math.max(start, locateMessage(segment.fromMessageId, segment.fromIndex, ids))
  const source: { readonly index: number; readonly message: Message }[] = []
  let originalTokens = 0
  for (let index = from; index < to; index += 1) {
    yield
    if (marks.excluded.has(index)) continue
    source.push({ index, message: clearResults(facts.readMessage(index), marks.cleared.get(index)) })
    originalTokens += facts.costOf(index, family).tokens
  }
  const kept: Message[] = []
  for (let index = to; index < facts.count; index += 1) {
    yield
    kept.push(facts.readMessage(index))
  }
  const message = summaryMessage(event, policy.summaryForm)
  const compared = yield* compareMessageSteps({
    source,
    previous: segment === null ? earlierSections(facts) : [],
    sections: event.summaryMessage.sections,
    text: event.summaryMessage.text,
    kept,
    pins: marks.pins,
    turnOf: (index) => turnAt(layout, index),
  })
  return { ...compared, originalTokens, checkpointTokens: estimateMessageTokens(message, family) }
}

/** One page of a comparison: messages of one state, or all. */
export function comparisonPage(
  { messages, sentences, originalTokens, checkpointTokens }: CheckpointComparison,
  {
    filter,
    offset,
    limit,
  }: { readonly filter: ComparedState | 'all'; readonly offset: number; readonly limit: number },
): Omit<ComparisonPage, 'source'> {
  const counts = { kept: 0, 'in-summary': 0, recoverable: 0, changed: 0, missing: 0 }
  for (const { state } of messages) counts[state] += 1
  const shown = filter === 'all' ? messages : messages.filter(({ state }) => state === filter)
  const positions = new Map(shown.map(({ index }, at) => [index, at]))
  return {
    counts,
    total: shown.length,
    items: shown.slice(offset, offset + limit),
    sentences: sentences.flatMap(({ section, line, position }) => {
      const message = position === null ? undefined : messages[position]
      const at = message === undefined ? undefined : positions.get(message.index)
      if (message === undefined || at === undefined) return []
      return [{ section, line, position: at, index: message.index, turn: message.turn }]
    }),
    originalTokens,
    checkpointTokens,
  }
}
