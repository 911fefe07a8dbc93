import { asArray, asObject, asText, isEmptyContent, isObjectText } from './json.ts'
import { type Refusal, refuse } from './refusal.ts'
import { findForeignField } from './rules-common.ts'
import type { JsonObject, ScriptedProviderOptions } from './types.ts'

const PRIVATE_FIELDS = ['encrypted_content', 'thoughtSignature', 'redacted_thinking', 'signature']

/** What Chat Completions refuses about the messages. */
export function checkChat(body: JsonObject, options: ScriptedProviderOptions = {}): Refusal | null {
  const messages = asArray(body.messages).map(asObject)
  if (messages.length === 0)
    return refuse("Invalid 'messages': empty array. Expected at least 1 message.", { param: 'messages' })
  const foreign = findForeignField(messages, PRIVATE_FIELDS)
  if (foreign !== null)
    return refuse(`Unknown parameter: 'messages${foreign}'.`, {
      code: 'unknown_parameter',
      param: `messages${foreign}`,
    })
  let open: string[] = []
  for (const [index, message] of messages.entries()) {
    const role = asText(message.role)
    if (role === 'tool') {
      const id = asText(message.tool_call_id)
      if (!open.includes(id))
        return refuse(
          "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
        )
      if (isEmptyContent(message.content))
        return refuse(`Invalid 'messages[${index}].content': empty tool result.`)
      open = open.filter((other) => other !== id)
      continue
    }
    const refusal =
      unanswered(open) ??
      checkMessage(message, role, index) ??
      (options.strictOrder === true ? checkOrder(role, asText(messages[index - 1]?.role)) : null) ??
      (options.needsReasoningContent === true ? checkReasoning(message) : null)
    if (refusal !== null) return refusal
    open = asArray(message.tool_calls).map((call) => asText(asObject(call).id))
    if (new Set(open).size !== open.length)
      return refuse(`Duplicate value for 'tool_call_id' in 'messages[${index}]'.`)
  }
  const last = asText(messages.at(-1)?.role)
  return (
    unanswered(open) ??
    (last === 'user' || last === 'tool' ? null : refuse('The conversation must end with a user message.'))
  )
}

function unanswered(open: readonly string[]): Refusal | null {
  return open.length === 0
    ? null
    : refuse(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
      )
}

/** Mistral's words; the templates of some local models say the same. */
function checkOrder(role: string, before: string): Refusal | null {
  const isTwice = role === before && role !== 'system'
  if (!isTwice && !(role === 'user' && before === 'tool')) return null
  return refuse(`Unexpected role '${role}' after role '${before}'`, {
    type: 'invalid_request_message_order',
    code: '3230',
  })
}

function checkReasoning(message: JsonObject): Refusal | null {
  if (asArray(message.tool_calls).length === 0 || typeof message.reasoning_content === 'string') return null
  return refuse('The `reasoning_content` in the thinking mode must be passed back to the API.', {
    code: 'invalid_request_error',
  })
}

function checkMessage(message: JsonObject, role: string, index: number): Refusal | null {
  if (!['system', 'developer', 'user', 'assistant'].includes(role))
    return refuse(`Invalid value: '${role}'.`, { code: 'invalid_value', param: `messages[${index}].role` })
  const calls = asArray(message.tool_calls)
  if (isEmptyContent(message.content) && (role === 'user' || (role === 'assistant' && calls.length === 0)))
    return refuse(`messages[${index}]: text content blocks must be non-empty`)
  for (const call of calls)
    if (!isObjectText(asObject(asObject(call).function).arguments))
      return refuse(`Invalid 'messages[${index}].tool_calls': arguments are not a JSON object.`)
  return null
}
