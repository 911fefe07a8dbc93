import type { MessageRange, ThreadLayout } from '../../../shared/thread/turn.ts'
import { firstSentIndex, openTurns } from './open-turns.ts'

/** Where a thread is cut, or why it cannot be. Kept messages are `head` and `index` to the end of the thread. */
export type CutPoint =
  | {
      readonly kind: 'cut'
      readonly index: number
      /** What goes into the checkpoint; meta user prompt and former checkpoint are outside. */
      readonly summarized: MessageRange
      /** Messages that stay before the checkpoint, a former one among them; null = it stands for all before it. */
      readonly head: MessageRange | null
      readonly summarizedTurns: number
      readonly keptTurns: number
    }
  | { readonly kind: 'nothing'; readonly reason: 'too-few-turns' | 'all-kept' }

/**
 * Cuts before the `keepTurns`-th turn from the end (S-163, S-178). At least one turn always stays
 * (S-179), so anything below 1 is 1; a keep that leaves no turn to summarise is `all-kept`. Drafts behind
 * the last turn stay with the tail. A call and its result lie in one message, so no cut can part them.
 *
 * `fromIndex` is the first message to summarize (S-037): what is before it stays where it is. At or before the first
 * message of the conversation it means the same as null; at or behind the cut it leaves nothing and is `all-kept`.
 */
export function cutByTurns(
  layout: ThreadLayout,
  messageCount: number,
  keepTurns: number,
  fromIndex: number | null = null,
): CutPoint {
  const turns = openTurns(layout)
  const total = turns.length
  if (total < 2) return { kind: 'nothing', reason: 'too-few-turns' }
  const keptTurns = Number.isNaN(keepTurns) ? 1 : Math.max(1, Math.floor(keepTurns))
  const first = turns[total - keptTurns]
  if (keptTurns >= total || !first) return { kind: 'nothing', reason: 'all-kept' }
  const index = Math.min(first.from, messageCount)
  const start = firstConversationIndex(layout)
  const from = Math.max(start, fromIndex ?? start)
  if (from >= index) return { kind: 'nothing', reason: 'all-kept' }
  const headFrom = Math.max(firstSentIndex(layout), (layout.metaPromptIndex ?? -1) + 1)
  return {
    kind: 'cut',
    index,
    summarized: { from, to: index },
    head: from === start ? null : { from: headFrom, to: from },
    summarizedTurns: turns.filter((turn) => turn.to > from && turn.from < index).length,
    keptTurns,
  }
}

function firstConversationIndex(layout: ThreadLayout): number {
  return Math.max(layout.metaPromptIndex ?? -1, layout.checkpointIndex ?? -1) + 1
}
