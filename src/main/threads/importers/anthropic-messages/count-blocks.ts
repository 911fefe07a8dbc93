import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { count, type Tally } from '../tally.ts'

/** Counts that are told even when they are 0. */
export const ANTHROPIC_COUNTS = [
  'messages',
  'user',
  'assistant',
  'thinking',
  'encryptedReasoning',
  'images',
  'documents',
  'compactionBlocks',
  'toolCalls',
  'toolResults',
  'serverToolCalls',
  'serverToolResults',
]

/** Blocks of a message; a plain text is none. */
export function blocksOf(message: JsonObject): readonly JsonValue[] {
  return asList(message.content)
}

/** Takes a block into the counts, with the pictures and documents inside a result. */
export function countBlock(tally: Tally, value: JsonValue): void {
  const block = asObject(value)
  const type = asText(block?.type)
  if (block === null) return
  if (type === 'thinking') {
    count(tally, 'thinking')
    if (asText(block.signature) !== '') count(tally, 'encryptedReasoning')
  } else if (type === 'redacted_thinking') count(tally, 'encryptedReasoning')
  else if (type === 'image') count(tally, 'images')
  else if (type === 'document') count(tally, 'documents')
  else if (type === 'compaction') count(tally, 'compactionBlocks')
  else if (type === 'tool_use') count(tally, 'toolCalls')
  else if (type === 'tool_result') {
    count(tally, 'toolResults')
    for (const inner of asList(block.content)) countBlock(tally, inner)
  } else if (type === 'server_tool_use' || type === 'mcp_tool_use') count(tally, 'serverToolCalls')
  else if (type.endsWith('tool_result')) count(tally, 'serverToolResults')
}
