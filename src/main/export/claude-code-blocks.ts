import type { JsonValue, Message, Part, ToolCall, Usage } from '../../shared/thread/message.ts'
import type { PictureReader } from '../threads/message-images.ts'
import { documentBlock } from './document-block.ts'
import { filterJsonValue } from './filter-json.ts'
import type { TextFilter } from './text-filter.ts'

/** A JSON object of a session file. */
export interface JsonRecord {
  readonly [key: string]: JsonValue
}

/** What the blocks of one message are made with. */
export interface BlockWriting {
  readonly filter: TextFilter
  readonly index: number
  readonly pictures: PictureReader
  /** The id a call has in the session: unique, as the format needs it. */
  readonly callId: (call: number) => string
}

/** Content blocks of a prompt or a reply, in order: thinking, content, calls. Private reasoning is never among them. */
export function messageBlocks(message: Message, writing: BlockWriting): readonly JsonRecord[] {
  const { filter, index } = writing
  return [
    ...(message.thinking === null
      ? []
      : [{ type: 'thinking', thinking: filter(message.thinking, index), signature: '' }]),
    ...message.content.map((part) => partBlock(message, part, writing)),
    ...message.toolCalls.map((call, at) => ({
      type: 'tool_use',
      id: writing.callId(at),
      name: filter(call.name, index),
      input: callInput(call, writing),
    })),
  ]
}

/** The result of a call; null = it was never answered, and the session says nothing of it either. */
export function resultBlock(message: Message, at: number, writing: BlockWriting): JsonRecord | null {
  const output = message.toolCalls[at]?.output
  if (!output) return null
  return {
    type: 'tool_result',
    tool_use_id: writing.callId(at),
    content: output.content.map((part) => partBlock(message, part, writing)),
    ...(output.isError ? { is_error: true } : {}),
  }
}

/** Tokens as the API reports them: `input_tokens` without what the cache held. */
export function usageBlock(usage: Usage | null): JsonRecord {
  return {
    input_tokens: usage?.input ?? 0,
    output_tokens: usage?.output ?? 0,
    cache_read_input_tokens: usage?.cacheRead ?? 0,
    cache_creation_input_tokens: usage?.cacheWrite ?? 0,
  }
}

function partBlock(message: Message, part: Part, { filter, index, pictures }: BlockWriting): JsonRecord {
  if (part.kind === 'text') return { type: 'text', text: filter(part.text, index) }
  if (part.kind === 'other')
    return documentBlock(part.json, filter, index) ?? { type: 'text', text: filter(part.json, index) }
  const picture = pictures(message, part)
  if (picture === null) return { type: 'text', text: `[Picture: ${part.mimeType}]` }
  return {
    type: 'image',
    source: { type: 'base64', media_type: picture.mimeType, data: picture.base64 },
  }
}

/** Input is always an object in this format; anything else goes under a name of its own. */
function callInput(call: ToolCall, { filter, index }: BlockWriting): JsonValue {
  if (call.partialArguments !== null) return { partial_arguments: filter(call.partialArguments, index) }
  const value = filterJsonValue(call.arguments, filter, index)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? value : { arguments: value }
}
