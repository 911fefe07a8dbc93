import { open } from 'node:fs/promises'
import type { Message } from '../../shared/thread/message.ts'
import { serializeMessages } from '../compaction/checkpoint/serializer.ts'
import { safePart } from '../compaction/reduce/output-path.ts'
import { ownFile } from './own-folder.ts'

/** A part of a history: what one compaction summarized. */
export interface HistoryPart {
  readonly number: number
  readonly atMs: number
  readonly messages: readonly Message[]
}

/** Path of a thread's history file, relative to the workspace. */
export function historyPath(threadStem: string): string {
  return `.palimpsest/history/${safePart(threadStem)}.md`
}

/**
 * Appends compacted source messages to the thread's history file in the workspace and answers its relative path
 * (S-010, S-060). Earlier parts are never rewritten. Readable by a person and by the model's `read_file`; private
 * state, reasoning and picture bytes stay out (S-070). Null = it could not be written: nothing may point to it
 * (S-087, S-088).
 */
export async function appendHistory(
  root: string,
  threadStem: string,
  part: HistoryPart,
): Promise<string | null> {
  const path = historyPath(threadStem)
  try {
    const absolute = await ownFile(root, path)
    const file = await open(absolute, 'a')
    try {
      await file.appendFile(historyText(part))
      await file.sync()
    } finally {
      await file.close()
    }
    return path
  } catch {
    // Told by the event's missing pointer; the summary itself is not in danger.
    return null
  }
}

/** One part as it stands in the file. */
export function historyText({ number, atMs, messages }: HistoryPart): string {
  const parts = serializeMessages(messages, { resultCapChars: Number.POSITIVE_INFINITY })
  const head = `## Checkpoint ${number}, ${new Date(atMs).toISOString()}: ${messages.length} messages`
  return `${[head, ...parts.map(({ text }) => text)].join('\n\n')}\n\n`
}
