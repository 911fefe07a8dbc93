import type { CheckpointSection } from '../../shared/compact/checkpoint.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Message } from '../../shared/thread/message.ts'
import { firstSentIndex } from '../compaction/boundary/open-turns.ts'
import type { Steps } from '../compaction/steps.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { carriedPins } from './carried-pins.ts'
import { earlierSections } from './earlier-sections.ts'
import { type AgedMessage, foldCheckpoints } from './fold-checkpoints.ts'
import { firstKept, type PlaceOf, placesOf } from './kept-in-copy.ts'

/** What a copy's newest checkpoint stands for in its source, and what is sent beside it. */
export interface CopiedPart {
  readonly checkpoint: Message
  readonly aged: readonly AgedMessage[]
  /** Of the source's own checkpoint, which this one took the place of. */
  readonly previous: readonly CheckpointSection[]
  readonly kept: readonly Message[]
  /** Where a message of the copy stands in the source. */
  readonly placeOf: PlaceOf
}

/**
 * In small steps: finds the messages of the source that a copy's checkpoint stands for. Kept ones are found by their
 * ids, or by what they say where ids do not tell, so that a copy whose conversation went on is still comparable. Throws
 * `file-not-thread` when the copy has no checkpoint.
 */
export function* copiedPartSteps(source: ThreadFile, copy: ThreadFile): Steps<CopiedPart> {
  const at = requireCheckpoint(copy)
  const copied = yield* messagesOf(copy)
  const messages = yield* messagesOf(source)
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
  const carried = carriedPins(source)
  const placed = messages
    .map((message, index) => ({ index, message }))
    .slice(from, cut === -1 ? messages.length : Math.max(from, cut))
    .filter(({ index }) => !carried.has(index))
  const { aged, previous } = foldCheckpoints(placed, isSegment ? [] : earlierSections(source))
  const kept = isSegment ? [...copied.slice(0, at), ...copied.slice(at + 1)] : copied.slice(at + 1)
  return { checkpoint: copy.readMessage(at), aged, previous, kept, placeOf }
}

/** Place of a copy's newest checkpoint; throws `file-not-thread` when it has none. */
export function requireCheckpoint({ newestCheckpoint }: ThreadFile): number {
  if (newestCheckpoint !== null) return newestCheckpoint
  throw new AppError('file-not-thread', 'The second file has no checkpoint: it is not a compacted copy.')
}

function* messagesOf(file: ThreadFile): Steps<readonly Message[]> {
  const messages: Message[] = []
  for (let index = 0; index < file.count; index += 1) {
    yield
    messages.push(file.readMessage(index))
  }
  return messages
}

/** First message behind what stands before the copy's checkpoint: by the last one's place, else by how many stand there. */
function placeBehind(last: number, at: number, { layout }: ThreadFile): number {
  if (last !== -1) return last + 1
  const afterMeta = layout.metaPromptIndex === null ? 0 : 1
  return Math.max(firstSentIndex(layout), afterMeta) + at - afterMeta
}
