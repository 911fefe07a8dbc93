import type { JsonValue } from '../../../shared/thread/message.ts'
import { isObject, type JsonObject } from './private-layout.ts'

const PRIVATE_TYPES: ReadonlySet<JsonValue | undefined> = new Set([
  'thinking',
  'redacted_thinking',
  'reasoning',
])

/**
 * A rendered body without signed thinking and reasoning items, everything else byte for byte. Readable reasoning
 * fields become empty: the providers that have them demand the field, not its text. The renderer leaves no reply
 * that is reasoning alone, so none becomes empty.
 */
export function withoutPrivateState(body: JsonObject): JsonObject {
  if (Array.isArray(body.input)) return { ...body, input: body.input.filter(isPublic) }
  if (!Array.isArray(body.messages)) return body
  return { ...body, messages: body.messages.map(bareMessage) }
}

function isPublic(item: JsonValue): boolean {
  return !(isObject(item) && PRIVATE_TYPES.has(item.type))
}

function bareMessage(message: JsonValue): JsonValue {
  if (!isObject(message) || message.role !== 'assistant') return message
  const bare = typeof message.reasoning_content === 'string' ? { ...message, reasoning_content: '' } : message
  return Array.isArray(bare.content) ? { ...bare, content: bare.content.filter(isPublic) } : bare
}
