import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { RecordNode } from '../record-tree/record-node.ts'

/** What an entry says about its node; ids, place and parent are the scan's. */
export type PiFacts = Pick<RecordNode, 'role' | 'kind' | 'isEmpty' | 'calls' | 'results' | 'hasOwn'>

const LINK: PiFacts = { role: 'link', kind: 'context', isEmpty: false, calls: [], results: [], hasOwn: true }

/** Entries that change settings or the program's own notes: links of the chain that show nothing. */
const SILENT = /^(session|model_change|thinking_level_change|label|session_info|custom|usage|context_edit)$/

/** What an entry is in the conversation. `isFirst`: nobody said anything before it. */
export function readPiRecord(record: JsonObject, isFirst: boolean): PiFacts {
  const type = asText(record.type)
  if (type === 'message') return messageFacts(asObject(record.message) ?? {}, isFirst)
  if (type === 'compaction') return { ...LINK, role: 'user', kind: 'checkpoint' }
  return SILENT.test(type) ? LINK : { ...LINK, role: 'note' }
}

/** Content of a message as blocks: a plain text is one text block. */
export function piBlocks(message: JsonObject): readonly JsonValue[] {
  const { content } = message
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return asList(content)
}

function messageFacts(message: JsonObject, isFirst: boolean): PiFacts {
  const blocks = piBlocks(message).map(asObject)
  switch (message.role) {
    case 'user': {
      const isEmpty = blocks.every((block) => block?.type === 'text' && asText(block.text).trim() === '')
      return { ...LINK, role: 'user', kind: 'prompt', isEmpty }
    }
    case 'assistant': {
      const calls = blocks.flatMap((block) => (block?.type === 'toolCall' ? [asText(block.id)] : []))
      return { ...LINK, role: 'assistant', kind: 'reply', calls }
    }
    case 'toolResult':
      return { ...LINK, role: 'user', results: [{ id: asText(message.toolCallId), block: 0 }], hasOwn: false }
    case 'compactionSummary':
      return { ...LINK, role: 'user', kind: 'checkpoint' }
    case 'system':
      return isFirst ? LINK : { ...LINK, role: 'note' }
    default:
      return { ...LINK, role: 'note' }
  }
}

/** Text of a system message: its content, then its sections. */
export function systemText(message: JsonObject): string {
  return [
    ...piBlocks(message).map((block) => asText(asObject(block)?.text)),
    ...Object.values(asObject(message.sections) ?? {}).map((section) => asText(section)),
  ]
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}
