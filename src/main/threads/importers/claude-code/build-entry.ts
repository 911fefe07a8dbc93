import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asCount, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewPart } from '../../native/write-message.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { otherPart, textPart } from '../new-part.ts'
import { restMembers } from '../rest-members.ts'
import { sliceObjects } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { attachmentText } from './attachment-text.ts'
import { blockPart, buildReply, messageRest, outputOf } from './build-reply.ts'
import { blocksOf, compactMetadata } from './read-record.ts'

const KNOWN: ReadonlySet<string> = new Set(['type', 'message', 'timestamp', 'attachment', 'compactMetadata'])

/** The message of an entry from the bytes of its records. */
export function buildEntry(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const records = sliceObjects(slices)
  if (entry.kind === 'reply') return buildReply(records)
  if (entry.kind === 'checkpoint') return buildCheckpoint(records)
  const record = records[0] ?? {}
  return record.type === 'user' ? buildUser(record, entry) : buildNote(record)
}

/** A record in the user's role, without the results that stand in their calls. */
function buildUser(record: JsonObject, entry: Entry): ImportedMessage {
  const nested = new Set(asList(asObject(entry.detail)?.nested))
  const orphans: JsonValue[] = []
  const content = blocksOf(record.message).flatMap((value, index): readonly NewPart[] => {
    const block = asObject(value)
    if (block?.type !== 'tool_result') return [blockPart(value)]
    if (nested.has(index)) return []
    orphans.push({ tool_use_id: block.tool_use_id ?? null, is_error: block.is_error === true })
    return outputOf(block).content
  })
  return {
    ...EMPTY_MESSAGE,
    content,
    atMs: sourceTimeMs(record.timestamp),
    rest: {
      ...restMembers(record, KNOWN),
      ...messageRest(asObject(record.message) ?? {}),
      ...(orphans.length === 0 ? {} : { orphanResults: orphans }),
    },
  }
}

/** An attachment, a system record or one of a kind that is not known. */
function buildNote(record: JsonObject): ImportedMessage {
  const attachment = asObject(record.attachment)
  const said = attachment === null ? null : attachmentText(attachment)
  const content = noteContent(record, attachment, said?.key ?? '', said?.text ?? '')
  const rest = restMembers(
    record,
    new Set([...KNOWN, ...(typeof record.content === 'string' ? ['content'] : [])]),
  )
  const more =
    attachment === null || said === null ? {} : { attachment: restMembers(attachment, new Set([said.key])) }
  const metadata = record.compactMetadata === undefined ? {} : { compactMetadata: record.compactMetadata }
  return {
    ...EMPTY_MESSAGE,
    content,
    atMs: sourceTimeMs(record.timestamp),
    rest: { ...rest, ...more, ...metadata },
  }
}

function noteContent(
  record: JsonObject,
  attachment: JsonObject | null,
  key: string,
  text: string,
): readonly NewPart[] {
  if (attachment !== null && text !== '') {
    // Pictures pasted into a queued prompt stand between its texts.
    const blocks = asList(attachment[key]).map(asObject)
    return blocks.some((block) => block?.type === 'image')
      ? asList(attachment[key]).map(blockPart)
      : [textPart(text)]
  }
  const isSystem = record.type === 'system' && asText(record.content) !== ''
  return [isSystem ? textPart(asText(record.content)) : otherPart(asText(record.type), record)]
}

/** A compaction: its boundary, where there is one, and the record of its summary. */
function buildCheckpoint(records: readonly JsonObject[]): ImportedMessage {
  const boundary = records.find(({ type }) => type === 'system') ?? {}
  const summary = records.find(({ type }) => type === 'user') ?? {}
  const metadata = compactMetadata(boundary)
  const parts = blocksOf(summary.message).map(blockPart)
  const { trigger } = metadata ?? {}
  return {
    ...EMPTY_MESSAGE,
    content: parts.filter(({ kind }) => kind !== 'text'),
    atMs: sourceTimeMs(boundary.timestamp ?? summary.timestamp),
    checkpoint: {
      summary: parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n'),
      trigger: trigger === 'manual' ? 'manual' : trigger === 'auto' ? 'automatic' : 'unknown',
      tokensBefore: asCount(metadata?.preTokens ?? metadata?.pre_tokens, null),
      tokensAfter: asCount(metadata?.postTokens ?? metadata?.post_tokens, null),
    },
    rest: {
      ...restMembers(summary, KNOWN),
      ...(metadata === null ? {} : { compactMetadata: metadata }),
    },
  }
}
