import type { RetentionReport } from '../../shared/compact/retention.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { measureRetention } from '../compaction/retention/measure.ts'
import { runSteps } from '../compaction/steps.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { copiedPartSteps } from './copied-part.ts'

/** Compares a compacted copy with its source. Throws `file-not-thread` when the copy has no checkpoint. */
export function reportRetention(source: ThreadFile, copy: ThreadFile): RetentionReport {
  const { checkpoint, aged, previous, kept } = runSteps(copiedPartSteps(source, copy))
  return measureRetention({
    source: aged.map(({ message }) => message),
    previous,
    checkpoint: messageText(checkpoint),
    kept,
    firstTurn: 1,
  })
}
