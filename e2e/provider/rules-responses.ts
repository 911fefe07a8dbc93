import { asArray, asObject, asText, isEmptyContent, isObjectText } from './json.ts'
import type { PrivateState } from './private-state.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { JsonObject } from './types.ts'

/** What Responses refuses about its input items. */
export function checkResponses(body: JsonObject, state: PrivateState): Refusal | null {
  if (typeof body.input === 'string')
    return body.input.trim() === '' ? refuse("Invalid 'input': empty text.", { param: 'input' }) : null
  const items = asArray(body.input).map(asObject)
  if (items.length === 0)
    return refuse("Missing required parameter: 'input'.", {
      code: 'missing_required_parameter',
      param: 'input',
    })
  const calls = new Set<string>()
  const answered = new Set<string>()
  for (const [index, item] of items.entries()) {
    const refusal = checkItem(item, index, items[index + 1], { calls, answered }, state)
    if (refusal !== null) return refusal
  }
  for (const id of calls)
    if (!answered.has(id)) return refuse(`No tool output found for function call ${id}.`, { param: 'input' })
  return null
}

function checkItem(
  item: JsonObject,
  index: number,
  next: JsonObject | undefined,
  seen: { readonly calls: Set<string>; readonly answered: Set<string> },
  state: PrivateState,
): Refusal | null {
  const type = asText(item.type) || 'message'
  const id = asText(item.call_id)
  if (type === 'function_call' || type === 'custom_tool_call') {
    if (seen.calls.has(id) && !seen.answered.has(id)) return refuse(`Duplicate call_id '${id}' in 'input'.`)
    if (type === 'function_call' && !isObjectText(item.arguments))
      return refuse(`Invalid 'input[${index}].arguments': not a JSON object.`)
    seen.calls.add(id)
  } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    if (!seen.calls.has(id)) return refuse(`No tool call found for function call output with call_id ${id}.`)
    seen.answered.add(id)
  } else if (type === 'reasoning') return checkReasoning(item, next, state)
  else if (type === 'message' && isEmptyContent(item.content))
    return refuse(`input[${index}]: text content blocks must be non-empty`)
  return null
}

function checkReasoning(item: JsonObject, next: JsonObject | undefined, state: PrivateState): Refusal | null {
  const encrypted = item.encrypted_content
  if (typeof encrypted === 'string' && !state.isOwn(encrypted))
    return refuse('The encrypted content could not be verified.', { code: 'invalid_encrypted_content' })
  const isLast =
    next === undefined || ((asText(next.type) || 'message') === 'message' && next.role === 'user')
  return isLast
    ? refuse(
        `Item '${asText(item.id)}' of type 'reasoning' was provided without its required following item.`,
      )
    : null
}
