import type { ModelOrigin } from '../../../shared/thread/message.ts'
import type { JsonObject } from './private-layout.ts'

/**
 * A chat body whose last message asks for a summary, as a summary request: the same bytes in front as in the chat,
 * so that the provider's cache serves them. Where tools are offered they stay, since they are part of those bytes,
 * and `tool_choice` forbids a call (C-16); a call that comes all the same is a failed summary (S-039).
 *
 * Anthropic's cache of messages, by its documentation, is not shared between different values of `tool_choice`;
 * its cache of tools and system text is.
 */
export function suffixSummary(
  protocol: ModelOrigin['protocol'],
  body: JsonObject,
  maxOutputTokens: number,
): JsonObject {
  const limit = Math.max(1, Math.floor(maxOutputTokens) || 1)
  const hasTools = Array.isArray(body.tools) && body.tools.length > 0
  if (protocol === 'openai-responses')
    return { ...body, ...(hasTools ? { tool_choice: 'none' } : {}), max_output_tokens: limit }
  if (protocol === 'anthropic')
    return { ...body, ...(hasTools ? { tool_choice: { type: 'none' } } : {}), max_tokens: limit }
  const limitName = body.max_tokens === undefined ? 'max_completion_tokens' : 'max_tokens'
  return {
    ...body,
    ...(hasTools ? { tool_choice: 'none' } : {}),
    // Where the chat set no limit, the summary sets none either: nobody said which name the server knows.
    ...(body.max_tokens === undefined && body.max_completion_tokens === undefined
      ? {}
      : { [limitName]: limit }),
  }
}
