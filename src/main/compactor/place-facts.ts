import type { RetainedFact, RetentionReport } from '../../shared/compact/retention.ts'
import type { CompactionSource } from './source.ts'

/** A report over the aged messages, its facts at their places in the thread: the window shows and opens those. */
export function placeFacts(
  report: RetentionReport,
  { agedIndexes, file }: Pick<CompactionSource, 'agedIndexes' | 'file'>,
): RetentionReport {
  const place = (fact: RetainedFact): RetainedFact => {
    const index = agedIndexes[fact.messageIndex]
    // Facts of the former checkpoint stand in no message.
    if (index === undefined) return fact
    const turn = file.layout.turns.findLast(({ from }) => from <= index)
    return { ...fact, messageIndex: index, turn: turn?.number ?? null }
  }
  return { ...report, notable: report.notable.map(place) }
}
