import type { RetentionReport } from '../../shared/compact/retention.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { firstSentIndex } from '../compaction/boundary/open-turns.ts'
import { measureRetention } from '../compaction/retention/measure.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { carriedPins } from './carried-pins.ts'
import { earlierSections } from './earlier-sections.ts'
import { foldCheckpoints } from './fold-checkpoints.ts'
import { firstKept, placesOf } from './kept-in-copy.ts'

/**
 * Compares a compacted copy with its source. Kept messages are found by their ids, or by what they say where ids do
 * not tell, so that a copy whose conversation went on is still comparable. Rejects with `file-not-thread` when the
 * copy has no checkpoint.
 */
export function reportRetention(source: ThreadFile, copy: ThreadFile): RetentionReport {
  const at = requireCheckpoint(copy)
  const copied = copy.readMessages({ from: 0, to: copy.count })
  const messages = source.readMessages({ from: 0, to: source.count })
  const placeOf = placesOf(messages, copied)
  const { metaPromptIndex, checkpointIndex } = source.layout
  const start = Math.max(metaPromptIndex ?? -1, checkpointIndex ?? -1) + 1
  // What stands before a checkpoint that is not the first stayed as it was.
  const isSegment = at !== copy.layout.checkpointIndex
  const from = isSegment ? Math.max(start, placeBehind(placeOf(copied[at - 1]), at, source)) : start
  const { origin } = copy
  const cut = firstKept({
    source: messages,
    behind: copied.slice(at + 1),
    placeOf,
    pinned: origin?.pinnedMessages ?? null,
    expected: origin === null ? null : from + origin.summarizedMessages,
  })
  const checkpoint = copied[at]
  const carried = carriedPins(source)
  const placed = messages
    .map((message, index) => ({ index, message }))
    .slice(from, cut === -1 ? messages.length : Math.max(from, cut))
    .filter(({ index }) => !carried.has(index))
  const { aged, previous } = foldCheckpoints(placed, isSegment ? [] : earlierSections(source))
  return measureRetention({
    source: aged.map(({ message }) => message),
    previous,
    checkpoint: checkpoint === undefined ? '' : messageText(checkpoint),
    kept: isSegment ? [...copied.slice(0, at), ...copied.slice(at + 1)] : copied.slice(at + 1),
    firstTurn: 1,
  })
}

/** Place of a copy's newest checkpoint; throws `file-not-thread` when it has none. */
export function requireCheckpoint({ newestCheckpoint }: ThreadFile): number {
  if (newestCheckpoint !== null) return newestCheckpoint
  throw new AppError('file-not-thread', 'The second file has no checkpoint: it is not a compacted copy.')
}

/** First message behind what stands before the copy's checkpoint: by the last one's place, else by how many stand there. */
function placeBehind(last: number, at: number, { layout }: ThreadFile): number {
  if (last !== -1) return last + 1
  const afterMeta = layout.metaPromptIndex === null ? 0 : 1
  return Math.max(firstSentIndex(layout), afterMeta) + at - afterMeta
}
