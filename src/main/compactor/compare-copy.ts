import type { HeadedSection } from '../../shared/compact/checkpoint.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { parseCheckpointBody } from '../compaction/checkpoint/compose.ts'
import { readCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { compareMessageSteps } from '../compaction/retention/compare-messages.ts'
import type { Steps } from '../compaction/steps.ts'
import { estimateMessageTokens } from '../compaction/tokens/estimate-message.ts'
import type { ThreadFile } from '../threads/thread-file.ts'
import { turnAt } from '../threads/view/row.ts'
import { copiedPartSteps, requireCheckpoint } from './copied-part.ts'
import type { CheckpointComparison } from './in-place/compare-checkpoint.ts'

/**
 * In small steps: compares a copy's checkpoint with the messages it stands for, as they stand in the source now. Reads
 * both and writes neither. Throws `file-not-thread` when the copy has no checkpoint.
 */
export function* compareCopySteps(source: ThreadFile, copy: ThreadFile): Steps<CheckpointComparison> {
  const { checkpoint, aged, previous, kept, placeOf } = yield* copiedPartSteps(source, copy)
  const { family } = copy
  let originalTokens = 0
  for (const { message } of aged) {
    yield
    originalTokens += estimateMessageTokens(message, family)
  }
  const compared = yield* compareMessageSteps({
    source: aged,
    previous,
    sections: copySections(copy),
    text: messageText(checkpoint),
    kept,
    pins: new Set(kept.map(placeOf).filter((place) => place !== -1)),
    turnOf: (index) => turnAt(source.layout, index),
  })
  return { ...compared, originalTokens, checkpointTokens: estimateMessageTokens(checkpoint, family) }
}

/** The sections of a copy's checkpoint. Throws `file-not-thread` when it has none. */
export function copySections(copy: ThreadFile): readonly HeadedSection[] {
  const found = readCheckpoint(messageText(copy.readMessage(requireCheckpoint(copy))))
  return found === null ? [] : parseCheckpointBody(found.body)
}
