import type OpenAI from 'openai'
import type { Usage } from '../../../shared/thread/message.ts'
import { CALL_EXTRA } from '../../compaction/request/call-signatures.ts'
import { listedReasoning, listedText } from '../listed-content.ts'
import { errorBody, readChatUsage } from '../openai-chat.ts'
import { openOpenAiClient } from '../openai-client.ts'
import { createVisibleText } from '../visible-text.ts'
import type { StreamReply } from './protocol-stream.ts'
import { createReplyCollector, type ReplyCollector } from './reply-collector.ts'

type ToolCallDelta = OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall

/** A reply over Chat Completions. Reasoning is read from the fields that compatible servers use for it. */
export const streamChatReply: StreamReply = async (call) => {
  const client = await openOpenAiClient(call.address.baseUrl, call.key, call.exchange)
  // The body is a finished request; the SDK's type only repeats what the checker of requests proves.
  const body = call.body as unknown as OpenAI.ChatCompletionCreateParamsStreaming
  const stream = await client.chat.completions.create(body, { signal: call.exchange.signal })
  const reply = createReplyCollector(call.onDelta)
  const visible = createVisibleText()
  const places: CallPlace[] = []
  let reason: string | null = null
  let usage: Usage | null = null
  let isRefused = false
  for await (const chunk of stream) {
    const failure = errorBody(chunk)
    if (failure !== null) return { body: failure }
    if (!Array.isArray(chunk.choices)) continue
    if (chunk.usage) usage = readChatUsage(chunk.usage)
    const choice = chunk.choices[0]
    if (choice === undefined) continue
    reply.thinking(reasoningIn(choice.delta))
    reply.text(visible.push(listedText(choice.delta?.content)))
    if (choice.delta?.refusal) {
      isRefused = true
      reply.text(visible.push(choice.delta.refusal))
    }
    for (const piece of choice.delta?.tool_calls ?? []) takePiece(piece, places, reply)
    if (choice.finish_reason) reason = choice.finish_reason
  }
  return {
    reply: { ...reply, finish: () => reply.finish(visible.finish()) },
    reason: reason !== null && isRefused ? 'refusal' : reason,
    usage,
  }
}

function reasoningIn(delta: object | undefined): string {
  if (delta === undefined) return ''
  if ('reasoning_content' in delta && typeof delta.reasoning_content === 'string')
    return delta.reasoning_content
  if ('reasoning' in delta && typeof delta.reasoning === 'string') return delta.reasoning
  return 'content' in delta ? listedReasoning(delta.content) : ''
}

interface CallPlace {
  readonly index: number
  readonly id: string
  readonly position: number
}

/** Some servers give every call the index 0, or none: another id at the same index is another call. */
function takePiece(piece: ToolCallDelta, places: CallPlace[], reply: ReplyCollector): void {
  const index = piece.index ?? 0
  const id = piece.id ?? ''
  const known = places.findLast((place) => place.index === index)
  const isNew = known === undefined || (id !== '' && known.id !== '' && id !== known.id)
  const position = isNew ? reply.beginCall(id, piece.function?.name ?? '') : known.position
  if (isNew) places.push({ index, id, position })
  // Gemini signs its calls; the signature goes back beside the same call.
  if ('extra_content' in piece && typeof piece.extra_content === 'object' && piece.extra_content !== null)
    reply.privateBlock({ type: CALL_EXTRA, extra: JSON.parse(JSON.stringify(piece.extra_content)) })
  reply.callArguments(position, piece.function?.arguments ?? '')
}
