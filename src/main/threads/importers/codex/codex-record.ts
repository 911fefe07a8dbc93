import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'

/** A line of Codex, whatever layout it has. `body` is the item, the event or the payload itself. */
export interface CodexRecord {
  /** `step`: an item of `codex exec --json`, which is call and result in one. */
  readonly kind: 'item' | 'event' | 'meta' | 'context' | 'compacted' | 'usage' | 'step' | 'filler' | 'other'
  readonly body: JsonObject
  /** Time of the line; undefined in bare files. */
  readonly timestamp: JsonValue | undefined
}

const KINDS: { readonly [type: string]: CodexRecord['kind'] } = {
  response_item: 'item',
  event_msg: 'event',
  session_meta: 'meta',
  turn_context: 'context',
  compacted: 'compacted',
  token_usage_record: 'usage',
}

/** What one agent said to another: the model sees it, though the record is no `response_item`. */
const AGENT_MESSAGE = 'inter_agent_communication'

/** True for an item that opens a turn as a prompt does. */
export function opensTurn(item: JsonObject): boolean {
  return item.type === AGENT_MESSAGE
}

/** Item types of the bare layout (up to 0.29). */
const BARE_ITEMS =
  /^(message|reasoning|function_call|function_call_output|custom_tool_call|custom_tool_call_output|local_shell_call|web_search_call|other)$/

/** Reads a line in its layout: envelope, bare, or output of `codex exec --json`. Null for what is no object. */
export function codexRecord(value: JsonValue): CodexRecord | null {
  const line = asObject(value)
  if (line === null) return null
  const type = asText(line.type)
  const payload = asObject(line.payload)
  if (payload !== null && type === AGENT_MESSAGE)
    return { kind: 'item', body: { ...payload, type }, timestamp: line.timestamp }
  if (payload !== null) return { kind: KINDS[type] ?? 'other', body: payload, timestamp: line.timestamp }
  if (type === '') {
    const isMeta = typeof line.id === 'string' && 'timestamp' in line
    const kind = isMeta ? 'meta' : 'record_type' in line ? 'filler' : 'other'
    return { kind, body: line, timestamp: line.timestamp }
  }
  if (/^(item|turn|thread)\./.test(type)) return { kind: 'step', body: line, timestamp: undefined }
  return { kind: BARE_ITEMS.test(type) ? 'item' : 'other', body: line, timestamp: undefined }
}

/** What an item is for the conversation. */
export type ItemRole = 'user' | 'context' | 'reply' | 'call' | 'result' | 'compaction' | 'aside'

/** Items by what they are; one of an unknown kind is context. */
export function itemRole(item: JsonObject): ItemRole {
  const type = asText(item.type)
  switch (type) {
    case 'message':
      return item.role === 'assistant' ? 'reply' : item.role === 'user' ? 'user' : 'context'
    case 'reasoning':
    case 'web_search_call':
    case 'image_generation_call':
      return 'reply'
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'tool_search_call':
      return 'call'
    case 'compaction':
    case 'compaction_summary':
    case 'context_compaction':
      return 'compaction'
    case 'ghost_snapshot':
      return 'aside'
    default:
      return type.endsWith('_output') ? 'result' : 'context'
  }
}

/** Id by which a result finds its call. */
export function callIdOf(item: JsonObject): string {
  return asText(item.call_id) || (item.type === 'local_shell_call' ? asText(item.id) : '')
}
