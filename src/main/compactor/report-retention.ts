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
  const at = copy.layout.checkpointIndex
  if (at === null)
    throw new AppError('file-not-thread', 'The second file has no checkpoint: it is not a compacted copy.')
  const copied = copy.readMessages({ from: at, to: copy.count })
  const checkpoint = copied[0] === undefined ? '' : messageText(copied[0])
  const kept = copied.slice(1)
  const firstKept = kept[0]?.id
  const messages = source.readMessages({ from: 0, to: source.count })
  const cut =
    firstKept === undefined ? source.count : messages.findIndex((message) => message.id === firstKept)
  const { metaPromptIndex, checkpointIndex } = source.layout
  const start = Math.max(metaPromptIndex ?? -1, checkpointIndex ?? -1) + 1
  return measureRetention({
    source: messages.slice(start, cut === -1 ? messages.length : Math.max(start, cut)),
    previous: earlierSections(source),
    checkpoint,
    kept,
    firstTurn: 1,
  })
}
