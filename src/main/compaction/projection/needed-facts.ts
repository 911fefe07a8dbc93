import type { CompactionEvent } from '../../../shared/compact/event.ts'
import type { MessageRange, ThreadLayout } from '../../../shared/thread/turn.ts'
import { firstSentIndex } from '../boundary/open-turns.ts'
import { locateCutoff, locateMessage, type MessageIds } from './locate-cutoff.ts'

/**
 * Which facts a projection is built from, as ascending ranges without overlap: of a compacted thread the meta
 * prompt, what stands before a summarized segment, pins, the request of the turn the cutoff falls in, and
 * everything from the cutoff on. The rest need not be read (S-012).
 */
export function neededFacts(
  event: CompactionEvent | null,
  thread: {
    readonly total: number
    readonly layout: ThreadLayout
    readonly pins: ReadonlySet<number>
    readonly ids: MessageIds
  },
): readonly MessageRange[] {
  const { total, layout, pins, ids } = thread
  const sent = firstSentIndex(layout)
  if (!event && sent <= 1) return total > 0 ? [{ from: 0, to: total }] : []
  const cutoff = event ? Math.min(total, locateCutoff(event, ids)) : Math.min(total, sent)
  const ranges: MessageRange[] = [{ from: cutoff, to: total }]
  if (event) ranges.push(openingTurns(layout, cutoff))
  if (layout.metaPromptIndex !== null)
    ranges.push({ from: layout.metaPromptIndex, to: layout.metaPromptIndex + 1 })
  if (event?.segment)
    ranges.push({ from: 0, to: locateMessage(event.segment.fromMessageId, event.segment.fromIndex, ids) })
  for (const pin of pins) if (pin >= 0 && pin < cutoff) ranges.push({ from: pin, to: pin + 1 })
  return joinRanges(ranges)
}

/** The request of the turn a cutoff falls in, with the requests directly before it. */
function openingTurns({ turns }: ThreadLayout, cutoff: number): MessageRange {
  let low = 0
  let high = turns.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((turns[middle]?.from ?? 0) < cutoff) low = middle + 1
    else high = middle
  }
  let from = turns[low - 1]?.from
  if (from === undefined) return { from: cutoff, to: cutoff }
  const to = from + 1
  for (let at = low - 2; at >= 0 && turns[at]?.from === from - 1; at--) from -= 1
  return { from, to }
}

function joinRanges(ranges: readonly MessageRange[]): readonly MessageRange[] {
  const joined: MessageRange[] = []
  for (const range of ranges.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && range.from <= last.to)
      joined[joined.length - 1] = { ...last, to: Math.max(last.to, range.to) }
    else joined.push(range)
  }
  return joined
}
