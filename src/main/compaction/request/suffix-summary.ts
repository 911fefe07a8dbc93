import type { ModelOrigin } from '../../../shared/thread/message.ts'
import { isObject, type JsonObject } from './private-layout.ts'

/**
 * The summary request as the chat request with one more message: the same bytes in front, so that the provider's
 * cache serves them. Where tools are offered they stay, since they are part of those bytes, and `tool_choice`
 * forbids a call (C-16); a call that comes all the same is a failed summary (S-039).
 *
 * A body always ends with the person or a tool. Anthropic takes the instruction into that last message; its cache
 * of messages, by its documentation, is not shared between different values of `tool_choice`, its cache of tools
 * and system text is.
 */
export function suffixSummary(
  protocol: ModelOrigin['protocol'],
  body: JsonObject,
  instruction: string,
  maxOutputTokens: number,
): JsonObject {
  const text = instruction.toWellFormed()
  const limit = Math.max(1, Math.floor(maxOutputTokens) || 1)
  const hasTools = Array.isArray(body.tools) && body.tools.length > 0
  if (protocol === 'openai-responses')
    return {
      ...body,
      input: [...listOf(body.input), { role: 'user', content: [{ type: 'input_text', text }] }],
      ...(hasTools ? { tool_choice: 'none' } : {}),
      max_output_tokens: limit,
    }
  if (protocol === 'anthropic')
    return {
      ...body,
      messages: appendBlock(listOf(body.messages), { type: 'text', text }),
      ...(hasTools ? { tool_choice: { type: 'none' } } : {}),
      max_tokens: limit,
    }
  const limitName = body.max_tokens === undefined ? 'max_completion_tokens' : 'max_tokens'
  return {
    ...body,
    messages: appendChat(listOf(body.messages), text),
    ...(hasTools ? { tool_choice: 'none' } : {}),
    // Where the chat set no limit, the summary sets none either: nobody said which name the server knows.
    ...(body.max_tokens === undefined && body.max_completion_tokens === undefined
      ? {}
      : { [limitName]: limit }),
  }
}

function listOf(value: JsonObject[string] | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function appendBlock(messages: readonly JsonObject[], block: JsonObject): readonly JsonObject[] {
  const last = messages.at(-1)
  if (last?.role !== 'user') return [...messages, { role: 'user', content: [block] }]
  return [...messages.slice(0, -1), { ...last, content: [...listOf(last.content), block] }]
}

/** After a person's text it joins that text: strict servers refuse two messages of one role. */
function appendChat(messages: readonly JsonObject[], text: string): readonly JsonObject[] {
  const last = messages.at(-1)
  if (last?.role !== 'user') return [...messages, { role: 'user', content: text }]
  const content =
    typeof last.content === 'string'
      ? `${last.content}\n\n${text}`
      : [...listOf(last.content), { type: 'text', text }]
  return [...messages.slice(0, -1), { ...last, content }]
}
