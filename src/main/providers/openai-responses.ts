import type OpenAI from 'openai'
import type { Usage } from '../../shared/thread/message.ts'
import { readUsage } from '../compaction/tokens/usage.ts'
import type { AnswerEnding } from './answer-ending.ts'
import { openOpenAiClient } from './openai-client.ts'
import { type StreamAnswer, wellFormed } from './protocol-call.ts'
import { createVisibleText } from './visible-text.ts'

/**
 * A summary over Responses: the system text as instructions, plain text as input, no tools, nothing stored at
 * the provider. Only output text is read; reasoning items are not.
 */
export const streamResponsesAnswer: StreamAnswer = async (call) => {
  const { exchange, shape } = call
  const request = wellFormed(call.request)
  const client = await openOpenAiClient(call.address.baseUrl, call.key, exchange)
  const stream = await client.responses.create(
    {
      model: call.model,
      instructions: request.system,
      input: request.user,
      max_output_tokens: request.maxOutputTokens,
      stream: true,
      ...(shape.asksNotToStore ? { store: false } : {}),
    },
    { signal: exchange.signal },
  )
  const visible = createVisibleText()
  let toolCalls = 0
  let last: OpenAI.Responses.Response | null = null
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') {
      const shown = visible.push(event.delta)
      if (shown !== '') call.onText(shown)
    } else if (event.type === 'response.output_item.added' && event.item.type.endsWith('_call'))
      toolCalls += 1
    else if (event.type === 'response.completed' || event.type === 'response.incomplete')
      last = event.response
    else if (event.type === 'response.failed' || event.type === 'error')
      return { body: JSON.stringify(event) }
    // Servers that imitate the protocol also send `{"message": …}` with no type.
    else if (event.type === undefined && 'message' in event) return { body: JSON.stringify(event) }
  }
  return ending(visible.finish(), toolCalls, last)
}

function ending(text: string, toolCalls: number, last: OpenAI.Responses.Response | null): AnswerEnding {
  if (last === null) return { text, reason: null, isClosed: false, toolCalls, usage: null }
  const isRefused = last.output?.some(
    (item) => item.type === 'message' && item.content.some((part) => part.type === 'refusal'),
  )
  const status = last.status ?? 'completed'
  const reason = isRefused ? 'refusal' : status === 'incomplete' ? last.incomplete_details?.reason : status
  return { text, reason: reason ?? status, isClosed: true, toolCalls, usage: readResponsesUsage(last.usage) }
}

/** Tokens as Responses counts them: cached ones are inside its input number. */
export function readResponsesUsage(usage: OpenAI.Responses.ResponseUsage | undefined | null): Usage | null {
  if (!usage) return null
  return readUsage(
    {
      input: usage.input_tokens ?? null,
      output: usage.output_tokens ?? null,
      cacheRead: usage.input_tokens_details?.cached_tokens ?? null,
      cacheWrite: null,
      reasoning: usage.output_tokens_details?.reasoning_tokens ?? null,
    },
    'inside',
  )
}
