import type { RetentionReport } from '../../shared/compact/retention.ts'
import { AppError } from '../../shared/ipc/errors.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { measureRetention } from '../compaction/retention/measure.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { earlierSections } from './earlier-sections.ts'

/**
 * Compares a compacted copy with its source. Kept messages are found by id from the end, so that a copy whose
 * conversation went on is still comparable. Rejects with `file-not-thread` when the copy has no checkpoint.
 */
export function reportRetention(source: ThreadFile, copy: ThreadFile): RetentionReport {
  const at = copy.newestCheckpoint
  if (at === null)
    throw new AppError('file-not-thread', 'The second file has no checkpoint: it is not a compacted copy.')
  const copied = copy.readMessages({ from: 0, to: copy.count })
  const kept = copied.slice(at + 1)
  const messages = source.readMessages({ from: 0, to: source.count })
  const placeOf = (id: string | undefined) => messages.findIndex((message) => message.id === id)
  const cut = kept[0] === undefined ? source.count : placeOf(kept[0].id)
  const { metaPromptIndex, checkpointIndex } = source.layout
  const start = Math.max(metaPromptIndex ?? -1, checkpointIndex ?? -1) + 1
  // What stands before a checkpoint that is not the first stayed as it was.
  const isSegment = at !== copy.layout.checkpointIndex
  const from = isSegment ? Math.max(start, placeOf(copied[at - 1]?.id) + 1) : start
  const checkpoint = copied[at]
  return measureRetention({
    source: messages.slice(from, cut === -1 ? messages.length : Math.max(from, cut)),
    previous: isSegment ? [] : earlierSections(source),
    checkpoint: checkpoint === undefined ? '' : messageText(checkpoint),
    kept: isSegment ? [...copied.slice(0, at), ...kept] : kept,
    firstTurn: 1,
  })
}
