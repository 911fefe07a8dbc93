import type { CheckpointSection } from '../../shared/compact/checkpoint.ts'
import type { Message } from '../../shared/thread/message.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import type { CheckpointOrigin } from '../../shared/thread/row.ts'
import type { ThreadLayout } from '../../shared/thread/turn.ts'
import { markSections } from '../compaction/checkpoint/by-hand.ts'
import { parseCheckpointBody } from '../compaction/checkpoint/compose.ts'
import { readCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { rulesIn, settleRules } from '../compaction/facts/rules.ts'

/** A thread whose messages are read one at a time. */
interface ReadThread {
  readonly layout: ThreadLayout
  readonly readMessage: (index: number) => Message
  /** Names the lines that a person wrote into the checkpoint. */
  readonly origin?: CheckpointOrigin | null
}

/**
 * What an update of a thread's checkpoint begins with (S-189): the sections that stand in it. Where another tool
 * compacted, its own words are all there is, so the rules that a person gave before are added from what was said: they
 * go on binding, whether that tool's summary names them or not. Empty = the thread has no checkpoint.
 */
export function earlierSections(thread: ReadThread): readonly CheckpointSection[] {
  const { checkpointIndex, metaPromptIndex } = thread.layout
  if (checkpointIndex === null) return []
  const found = readCheckpoint(messageText(thread.readMessage(checkpointIndex)))
  const sections =
    found === null ? [] : markSections(parseCheckpointBody(found.body), thread.origin?.byHand ?? [])
  const rules = rulesSaid(thread, (metaPromptIndex ?? -1) + 1, checkpointIndex)
  return rules === '' ? sections : [{ key: 'rules', lane: 'facts', text: rules }, ...sections]
}

function rulesSaid(thread: ReadThread, from: number, to: number): string {
  const rules = Array.from({ length: to - from }, (_, at) => from + at).flatMap((index) => {
    const message = thread.readMessage(index)
    const isSaid =
      message.role === 'user' && message.metaFlag !== true && !message.runtime?.imported?.checkpoint
    return isSaid ? rulesIn(messageText(message), index, null) : []
  })
  return settleRules(rules)
    .map(({ text }) => `- ${text}`)
    .join('\n')
}
