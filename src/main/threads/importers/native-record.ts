import type { JsonValue } from '../../../shared/thread/message.ts'
import { wrapCheckpoint } from '../../compaction/checkpoint/wrapper.ts'
import type { JsonObject } from '../native/json-shape.ts'
import { toWellFormed } from '../native/json-shape.ts'
import { toRecord } from '../native/write-message.ts'
import type { Entry, FormatId, ImportedCheckpoint, ImportedMessage } from './transcript.ts'

/** What a checkpoint says whose summary only its provider can read. */
const OPAQUE = 'The provider compacted the conversation here. Its summary is encrypted and cannot be read.'

/** Key of a record with what the native format has no place for, as it stood in the source. */
export const SOURCE_KEY = 'source'

/** The native record of a message of another tool. The same input gives the same record, byte for byte. */
export function nativeRecord(entry: Entry, message: ImportedMessage, format: FormatId): JsonObject {
  const { rest, origin, atMs, checkpoint } = message
  const base = toRecord(entry.id, {
    role: entry.kind === 'reply' ? 'assistant' : 'user',
    content: checkpoint === null ? message.content : checkpointContent(message),
    thinking: message.thinking,
    toolCalls: message.toolCalls,
    usage: message.usage,
    durationMs: message.durationMs,
    runtime: {
      imported: { format, checkpoint: checkpoint === null ? null : marksOf(checkpoint) },
      atMs,
      // No account: its private blocks go back to nobody (B-08).
      origin: origin === null ? null : { ...origin, keyMark: '' },
      ending: message.ending,
      privateItems: message.privateItems,
      approvals: [],
    },
  })
  const record: { [key: string]: JsonValue } = { ...base }
  if (entry.kind === 'context' || entry.kind === 'broken') record.isMeta = true
  // A typed prompt never is the meta prompt, whatever its words look like.
  if (entry.kind === 'prompt') record.isMeta = false
  if (Object.keys(rest).length > 0) record[SOURCE_KEY] = toWellFormed(rest)
  return record
}

function marksOf({
  trigger,
  tokensBefore,
  tokensAfter,
}: ImportedCheckpoint): Omit<ImportedCheckpoint, 'summary'> {
  return { trigger, tokensBefore, tokensAfter }
}

function checkpointContent({ checkpoint, content }: ImportedMessage): ImportedMessage['content'] {
  const text = wrapCheckpoint(checkpoint?.summary.trim() || OPAQUE)
  return [{ kind: 'text', text }, ...content.filter((part) => part.kind === 'image')]
}
