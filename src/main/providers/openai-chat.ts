import type OpenAI from 'openai'
import type { Usage } from '../../shared/thread/message.ts'
import { readUsage } from '../compaction/tokens/usage.ts'
import { listedText } from './listed-content.ts'
import { openOpenAiClient } from './openai-client.ts'
import { type StreamAnswer, wellFormed } from './protocol-call.ts'
import { createVisibleText } from './visible-text.ts'

/**
 * A summary over Chat Completions: the system text as the first message, one user message, no tools. Reasoning
 * fields are not read; a `<think>` block at the beginning of the text is taken out.
 */
export const streamChatAnswer: StreamAnswer = async (call) => {
  const { exchange, shape } = call
  const request = wellFormed(call.request)
  const client = await openOpenAiClient(call.address.baseUrl, call.key, exchange)
  const stream = await client.chat.completions.create(
    {
      model: call.model,
      messages: [
        { role: 'system', content: request.system },
        { role: 'user', content: request.user },
      ],
      [shape.outputLimit]: request.maxOutputTokens,
      stream: true,
      ...(shape.asksUsage ? { stream_options: { include_usage: true } } : {}),
    },
    { signal: exchange.signal },
  )
  const visible = createVisibleText()
  let reason: string | null = null
  let toolCalls = 0
  let usage: Usage | null = null
  for await (const chunk of stream) {
    const body = errorBody(chunk)
    if (body !== null) return { body }
    if (!Array.isArray(chunk.choices)) continue
    if (chunk.usage) usage = readChatUsage(chunk.usage)
    const choice = chunk.choices[0]
    if (choice === undefined) continue
    toolCalls += (choice.delta?.tool_calls?.length ?? 0) + (choice.delta?.function_call ? 1 : 0)
    const shown = visible.push(listedText(choice.delta?.content))
    if (shown !== '') call.onText(shown)
    if (choice.finish_reason) reason = choice.finish_reason
  }
  return { text: visible.finish(), reason, isClosed: reason !== null, toolCalls, usage }
}

/** A flat error event arrives as a chunk without choices (B-39 b); null = no error. */
export function errorBody(chunk: OpenAI.ChatCompletionChunk): string | null {
  if (Array.isArray(chunk.choices)) return null
  return 'message' in chunk || 'detail' in chunk ? JSON.stringify(chunk) : null
}

/** Tokens as Chat Completions counts them: cached ones are inside its input number. */
export function readChatUsage(usage: OpenAI.CompletionUsage): Usage | null {
  const read = readUsage(
    {
      input: usage.prompt_tokens ?? null,
      output: usage.completion_tokens ?? null,
      cacheRead: usage.prompt_tokens_details?.cached_tokens ?? null,
      cacheWrite: null,
      reasoning: usage.completion_tokens_details?.reasoning_tokens ?? null,
    },
    'inside',
  )
  // OpenRouter states what the call cost.
  const stated = 'cost' in usage && typeof usage.cost === 'number' ? usage.cost : null
  const cost = stated !== null && Number.isFinite(stated) && stated >= 0 ? stated : null
  return read === null ? null : { ...read, cost }
}
