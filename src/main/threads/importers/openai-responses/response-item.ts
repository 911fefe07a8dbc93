import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewCall } from '../../native/write-message.ts'
import { callOf } from '../codex/codex-parts.ts'

/** What an item is for the conversation. `model`: of an answer; `call`: the client has to answer it. */
export type ItemKind = 'prompt' | 'system' | 'model' | 'call' | 'result' | 'compaction' | 'context'

const CALLS = new Set([
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'computer_call',
])

/** Items that the model or a tool of the provider wrote into an answer. */
const OF_MODEL = new Set([
  'reasoning',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_list_tools',
  'mcp_call',
  'mcp_approval_request',
  'program',
  'program_output',
])

/** The type of an item; a message may go without. Empty for what is no item. */
export function itemType(value: JsonValue): string {
  const item = asObject(value)
  return asText(item?.type) || (typeof item?.role === 'string' ? 'message' : '')
}

/** Items by what they are. A kind that is not known belongs to the answer it stands in, else it is context. */
export function itemKind(item: JsonObject, isOutput: boolean): ItemKind {
  const type = itemType(item)
  if (type === 'message') {
    if (item.role === 'user') return 'prompt'
    if (item.role === 'assistant') return 'model'
    return item.role === 'system' || item.role === 'developer' ? 'system' : 'context'
  }
  if (type === 'compaction' || type === 'compaction_summary') return 'compaction'
  if (OF_MODEL.has(type)) return 'model'
  if (CALLS.has(type) || isNewCall(item)) return 'call'
  // A search over tools runs at the provider unless it has an id to answer.
  if (type === 'tool_search_call') return asText(item.call_id) === '' ? 'model' : 'call'
  if (type.endsWith('_output')) return asText(item.call_id) === '' ? 'model' : 'result'
  return isOutput ? 'model' : 'context'
}

/** A call of a kind that came later: it has an id to be answered by. */
function isNewCall(item: JsonObject): boolean {
  const type = asText(item.type)
  return type.endsWith('_call') && type !== 'tool_search_call' && asText(item.call_id) !== ''
}

/** The call of an item, under the name of its tool. */
export function itemCall(item: JsonObject): NewCall {
  const call = callOf(item)
  switch (item.type) {
    case 'shell_call':
      return { ...call, name: 'shell', arguments: item.action ?? {} }
    case 'apply_patch_call':
      return { ...call, name: 'apply_patch', arguments: item.operation ?? {} }
    case 'computer_call':
      return { ...call, name: 'computer', arguments: item.action ?? item.actions ?? {} }
    default: {
      const name = call.name || asText(item.type).replace(/_call$/, '')
      const given = item.arguments ?? item.action ?? item.operation ?? item.input
      return item.arguments === undefined && given !== undefined && item.type !== 'custom_tool_call'
        ? { ...call, name, arguments: given }
        : { ...call, name }
    }
  }
}
