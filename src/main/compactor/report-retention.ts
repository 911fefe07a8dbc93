import type { RetentionReport } from '../../shared/compact/retention.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Message } from '../../shared/thread/message.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { measureRetention } from '../compaction/retention/measure.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { carriedPins } from './carried-pins.ts'
import { earlierSections } from './earlier-sections.ts'
import { foldCheckpoints } from './fold-checkpoints.ts'

/**
 * Compares a compacted copy with its source. Kept messages are found by their ids, so that a copy whose conversation
 * went on is still comparable. Rejects with `file-not-thread` when the copy has no checkpoint.
 */
export function reportRetention(source: ThreadFile, copy: ThreadFile): RetentionReport {
  const at = requireCheckpoint(copy)
  const copied = copy.readMessages({ from: 0, to: copy.count })
  const messages = source.readMessages({ from: 0, to: source.count })
  const placeOf = placesOf(messages)
  const cut = firstKept(copied.slice(at + 1), placeOf, copy.origin?.pinnedMessages ?? null)
  const { metaPromptIndex, checkpointIndex } = source.layout
  const start = Math.max(metaPromptIndex ?? -1, checkpointIndex ?? -1) + 1
  // What stands before a checkpoint that is not the first stayed as it was.
  const isSegment = at !== copy.layout.checkpointIndex
  const from = isSegment ? Math.max(start, placeOf(copied[at - 1]) + 1) : start
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

/** Where a message of the copy stands in the source; -1 = it does not. */
function placesOf(messages: readonly Message[]): (message: Message | undefined) => number {
  const places = new Map<string, number>()
  for (const [index, { id }] of messages.entries()) if (id !== '' && !places.has(id)) places.set(id, index)
  return (message) => places.get(message?.id ?? '') ?? -1
}

/**
 * Place in the source of the first kept turn; -1 = nothing is kept. Pinned messages stand before it. A copy that does
 * not name them shows them by a gap: kept messages follow one another in the source.
 */
function firstKept(
  behind: readonly Message[],
  placeOf: (message: Message) => number,
  pinned: readonly string[] | null,
): number {
  const isPinned = new Set(pinned)
  const places = behind
    .filter(({ id }) => !isPinned.has(id))
    .map(placeOf)
    .filter((place) => place !== -1)
  if (pinned !== null) return places[0] ?? -1
  const gap = places.findLastIndex((place, at) => at > 0 && place !== (places[at - 1] ?? 0) + 1)
  return places[Math.max(0, gap)] ?? -1
}
