import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { typedText } from '../machine-text.ts'
import type { KeptMessages, RecordNode, ResultMark } from '../record-tree/record-node.ts'
import type { EntryKind } from '../transcript.ts'
import { attachmentText, isQueuedPrompt } from './attachment-text.ts'

/** What a record says about its node; `place`, `parent` and ids are the scan's. */
export type RecordFacts = Pick<
  RecordNode,
  'role' | 'kind' | 'isEmpty' | 'messageId' | 'calls' | 'results' | 'hasOwn' | 'kept'
>

const PLAIN: RecordFacts = {
  role: 'link',
  kind: 'context',
  isEmpty: false,
  messageId: '',
  calls: [],
  results: [],
  hasOwn: true,
  kept: null,
}

const CONTINUED = 'This session is being continued from a previous conversation'

/** Kinds that are no part of any conversation, whether they have a uuid or not. */
const ASIDES: ReadonlySet<string> = new Set([
  'progress',
  'summary',
  'file-history-snapshot',
  'queue-operation',
])

/** What a record is in the conversation; null for one that is no part of the chain. `isSide`: of a subagent. */
export function readRecord(record: JsonObject, isSide: boolean): RecordFacts | null {
  const type = asText(record.type)
  if (type === 'user') return userFacts(record, isSide)
  if (type === 'assistant') return assistantFacts(record)
  if (typeof record.uuid !== 'string') return null
  if (type === 'system') return systemFacts(record)
  if (type === 'attachment') return attachmentFacts(asObject(record.attachment))
  if (ASIDES.has(type) || type === 'result' || type === 'stream_event') return PLAIN
  return { ...PLAIN, role: 'note' }
}

/** Content of a record's message as blocks: a plain text is one text block. */
export function blocksOf(message: JsonValue | undefined): readonly JsonValue[] {
  const content = typeof message === 'string' ? message : asObject(message)?.content
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return asList(content).map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block))
}

function userFacts(record: JsonObject, isSide: boolean): RecordFacts {
  const blocks = blocksOf(record.message)
  const results = blocks.flatMap((block, index): readonly ResultMark[] => {
    const result = asObject(block)
    return result?.type === 'tool_result' ? [{ id: asText(result.tool_use_id), block: index }] : []
  })
  const hasOwn = results.length === 0 || blocks.length > results.length
  const isEmpty = !blocks.some((block) => !isBlankText(asObject(block)))
  return { ...PLAIN, role: 'user', kind: userKind(record, blocks, isSide), isEmpty, results, hasOwn }
}

function userKind(record: JsonObject, blocks: readonly JsonValue[], isSide: boolean): EntryKind {
  if (record.isCompactSummary === true || isStreamSummary(record, blocks)) return 'checkpoint'
  const origin = asText(asObject(record.origin)?.kind)
  const isMachine = record.isMeta === true || record.isVisibleInTranscriptOnly === true
  if (isMachine || (origin !== '' && !['human', 'cli', 'user'].includes(origin))) return 'context'
  // What a subagent was told was written by the model that called it.
  if (isSide && origin !== 'human') return 'context'
  const own = blocks.map(asObject).filter((block) => block?.type !== 'tool_result')
  const isTypedText = own.some((block) => block?.type === 'text' && typedText(asText(block.text)) !== '')
  const hasPicture = own.some((block) => block?.type === 'image' || block?.type === 'document')
  const hasText = own.some((block) => block?.type === 'text' && asText(block.text).trim() !== '')
  if (isTypedText || (hasPicture && !hasText)) return 'prompt'
  return hasText || own.length < blocks.length ? 'context' : 'prompt'
}

/** The stream output marks a summary as written by the program, and no more. */
function isStreamSummary(record: JsonObject, blocks: readonly JsonValue[]): boolean {
  const first = asText(asObject(blocks[0])?.text)
  return record.isSynthetic === true && first.startsWith(CONTINUED)
}

function isBlankText(block: JsonObject | null): boolean {
  return block?.type === 'text' && asText(block.text).trim() === ''
}

function assistantFacts(record: JsonObject): RecordFacts {
  const message = asObject(record.message)
  const calls = blocksOf(record.message).flatMap((block) => {
    const call = asObject(block)
    return call?.type === 'tool_use' ? [asText(call.id)] : []
  })
  return { ...PLAIN, role: 'assistant', kind: 'reply', messageId: asText(message?.id), calls }
}

function systemFacts(record: JsonObject): RecordFacts {
  if (record.subtype === 'compact_boundary')
    return { ...PLAIN, role: 'boundary', kept: keptMessages(compactMetadata(record)) }
  return asText(record.content).trim() === '' ? PLAIN : { ...PLAIN, role: 'note' }
}

/** What a boundary says of its compaction; the stream output writes it with underscores. */
export function compactMetadata(record: JsonObject): JsonObject | null {
  return asObject(record.compactMetadata) ?? asObject(record.compact_metadata)
}

function keptMessages(metadata: JsonObject | null): KeptMessages | null {
  const segment = asObject(metadata?.preservedSegment)
  if (segment !== null)
    return { kind: 'segment', head: asText(segment.headUuid), tail: asText(segment.tailUuid) }
  const named = metadata?.preservedMessages ?? metadata?.keptMessages
  const list = asList(asObject(named)?.uuids ?? named)
  const uuids = list.map((item) => asText(asObject(item)?.uuid ?? item)).filter((uuid) => uuid !== '')
  return uuids.length === 0 ? null : { kind: 'list', uuids }
}

function attachmentFacts(attachment: JsonObject | null): RecordFacts {
  if (attachment === null || attachmentText(attachment) === null) return PLAIN
  return { ...PLAIN, role: 'note', kind: isQueuedPrompt(attachment) ? 'prompt' : 'context' }
}
