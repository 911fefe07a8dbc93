import type { CompactionEvent } from '../../shared/compact/event.ts'
import type { ExportChoices } from '../../shared/ipc/export.ts'
import type { Message } from '../../shared/thread/message.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { readInnerCheckpoint } from '../compaction/checkpoint/inner-checkpoint.ts'
import { readCheckpoint } from '../compaction/checkpoint/wrapper.ts'
import { locateCutoff } from '../compaction/projection/locate-cutoff.ts'
import { FileFacts } from '../compactor/in-place/file-facts.ts'
import type { ExportItem, ExportThread } from './export-thread.ts'

/**
 * Messages and checkpoints of a thread in order, with what was not chosen left out. A checkpoint stands before the
 * first message it kept.
 */
export function* exportItems(source: ExportThread, choices: ExportChoices): Generator<ExportItem> {
  const { file } = source
  const placed = choices.checkpoints ? placeCheckpoints(source) : new Map<number, CompactionEvent[]>()
  for (let index = 0; index <= file.count; index += 1) {
    for (const event of placed.get(index) ?? [])
      yield { kind: 'checkpoint', index, text: event.summaryMessage.text.trim(), event }
    if (index === file.count) return
    const message = file.readMessage(index)
    const written =
      index === file.layout.checkpointIndex
        ? readCheckpoint(messageText(message))
        : readInnerCheckpoint(message)
    if (written === null) yield { kind: 'message', index, message: chosenParts(message, choices) }
    else if (choices.checkpoints) yield { kind: 'checkpoint', index, text: written.body, event: null }
  }
}

/** Stored checkpoints by the message they stand before. */
function placeCheckpoints({ file, checkpoints }: ExportThread): Map<number, CompactionEvent[]> {
  const placed = new Map<number, CompactionEvent[]>()
  const { ids } = new FileFacts(file)
  for (const event of checkpoints) {
    const index = Math.min(file.count, locateCutoff(event, ids))
    placed.set(index, [...(placed.get(index) ?? []), event])
  }
  return placed
}

function chosenParts(message: Message, { toolCalls, thinking }: ExportChoices): Message {
  if (toolCalls && thinking) return message
  return {
    ...message,
    thinking: thinking ? message.thinking : null,
    toolCalls: toolCalls ? message.toolCalls : [],
  }
}
