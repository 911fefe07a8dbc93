import type OpenAI from 'openai'
import type { JsonObject } from '../../compaction/request/private-layout.ts'
import { openOpenAiClient } from '../openai-client.ts'
import { readResponsesUsage } from '../openai-responses.ts'
import type { StreamReply } from './protocol-stream.ts'
import { createReplyCollector, type ReplyCollector } from './reply-collector.ts'

/** A reply over Responses: text, readable reasoning, calls; reasoning items are kept as they came. */
export const streamResponsesReply: StreamReply = async (call) => {
  const client = await openOpenAiClient(call.address.baseUrl, call.key, call.exchange)
  // The body is a finished request; the SDK's type only repeats what the checker of requests proves.
  const body = call.body as unknown as OpenAI.Responses.ResponseCreateParamsStreaming
  const stream = await client.responses.create(body, { signal: call.exchange.signal })
  const reply = createReplyCollector(call.onDelta)
  const positions = new Map<number, number>()
  let isRefused = false
  let last: OpenAI.Responses.Response | null = null
  let hasThought = false
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') reply.text(event.delta)
    else if (event.type === 'response.refusal.delta') {
      isRefused = true
      reply.text(event.delta)
    } else if (
      event.type === 'response.reasoning_summary_text.delta' ||
      event.type === 'response.reasoning_text.delta'
    ) {
      hasThought = true
      reply.thinking(event.delta)
    } else if (event.type === 'response.reasoning_summary_part.added') {
      if (hasThought) reply.thinking('\n\n')
    } else if (event.type === 'response.output_item.added') {
      if (event.item.type === 'function_call')
        positions.set(event.output_index, reply.beginCall(event.item.call_id, event.item.name))
    } else if (event.type === 'response.function_call_arguments.delta')
      reply.callArguments(positions.get(event.output_index) ?? -1, event.delta)
    else if (event.type === 'response.output_item.done')
      endItem(event.item, event.output_index, positions, reply)
    else if (event.type === 'response.completed' || event.type === 'response.incomplete')
      last = event.response
    else if (event.type === 'response.failed' || event.type === 'error')
      return { body: JSON.stringify(event) }
    // Servers that imitate the protocol also send `{"message": …}` with no type.
    else if (event.type === undefined && 'message' in event) return { body: JSON.stringify(event) }
  }
  if (last === null) return { reply, reason: null, usage: null }
  const status = last.status ?? 'completed'
  const reason = status === 'incomplete' ? (last.incomplete_details?.reason ?? status) : status
  return { reply, reason: isRefused ? 'refusal' : reason, usage: readResponsesUsage(last.usage) }
}

function endItem(
  item: OpenAI.Responses.ResponseOutputItem,
  index: number,
  positions: ReadonlyMap<number, number>,
  reply: ReplyCollector,
): void {
  if (item.type === 'message') reply.endText(item.phase ?? null)
  else if (item.type === 'function_call')
    // Without the text here, what was streamed is all there is.
    reply.completeCall(positions.get(index) ?? reply.beginCall(item.call_id, item.name), item.arguments ?? '')
  else if (item.type === 'reasoning' && typeof item.encrypted_content === 'string') {
    // Safe: it came out of JSON, whatever fields it has.
    reply.privateBlock(JSON.parse(JSON.stringify(item)) as JsonObject)
  }
}
