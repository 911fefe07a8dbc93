import type Anthropic from '@anthropic-ai/sdk'
import type { Usage } from '../../../shared/thread/message.ts'
import { openAnthropicClient, readAnthropicUsage } from '../anthropic.ts'
import type { StreamReply } from './protocol-stream.ts'
import { createReplyCollector, type ReplyCollector } from './reply-collector.ts'

/** The block that is being written; blocks come one after another. */
interface OpenBlock {
  readonly type: string
  readonly position: number
  /** Arguments that came with the block's beginning; null once they stream. */
  input: string | null
  thinking: string
  signature: string
}

/**
 * A reply over Messages. Signed thinking is kept whole with its place between text and calls. The raw stream is
 * used, since it shows whether `message_stop` came.
 */
export const streamAnthropicReply: StreamReply = async (call) => {
  const client = await openAnthropicClient(call.address, call.key, call.exchange)
  // The body is a finished request; the SDK's type only repeats what the checker of requests proves.
  const body = call.body as unknown as Anthropic.Messages.MessageCreateParamsStreaming
  const stream = await client.messages.create(body, { signal: call.exchange.signal })
  const reply = createReplyCollector(call.onDelta)
  let open: OpenBlock | null = null
  let reason: string | null = null
  let isClosed = false
  let usage: Usage | null = null
  for await (const event of stream) {
    if (event.type === 'message_start') usage = readAnthropicUsage(event.message.usage, usage)
    else if (event.type === 'content_block_start') open = beginBlock(event.content_block, reply)
    else if (event.type === 'content_block_delta') takeDelta(event.delta, open, reply)
    else if (event.type === 'content_block_stop') {
      if (open !== null) endBlock(open, reply)
      open = null
    } else if (event.type === 'message_delta') {
      reason = event.delta.stop_reason ?? reason
      usage = readAnthropicUsage(event.usage, usage)
    } else if (event.type === 'message_stop') isClosed = true
  }
  return { reply, reason: isClosed ? reason : null, usage }
}

/** Compatible servers leave empty fields out here, and some give a call's arguments whole. */
function beginBlock(block: Anthropic.Messages.ContentBlock, reply: ReplyCollector): OpenBlock {
  if (block.type === 'text') reply.text(block.text ?? '')
  if (block.type === 'redacted_thinking') reply.privateBlock({ type: 'redacted_thinking', data: block.data })
  const position = block.type === 'tool_use' ? reply.beginCall(block.id, block.name) : -1
  const { thinking = '', signature = '' }: { thinking?: string; signature?: string } =
    block.type === 'thinking' ? block : {}
  reply.thinking(thinking)
  const input = block.type === 'tool_use' && isFilled(block.input) ? JSON.stringify(block.input) : null
  return { type: block.type, position, input, thinking, signature }
}

function isFilled(input: unknown): boolean {
  return typeof input === 'object' && input !== null && Object.keys(input).length > 0
}

function takeDelta(
  delta: Anthropic.Messages.RawContentBlockDelta,
  open: OpenBlock | null,
  reply: ReplyCollector,
): void {
  if (delta.type === 'text_delta') reply.text(delta.text)
  if (open === null) return
  if (delta.type === 'input_json_delta') {
    if (delta.partial_json !== '') open.input = null
    reply.callArguments(open.position, delta.partial_json)
  } else if (delta.type === 'thinking_delta') {
    open.thinking += delta.thinking
    reply.thinking(delta.thinking)
  } else if (delta.type === 'signature_delta') open.signature += delta.signature
}

function endBlock(open: OpenBlock, reply: ReplyCollector): void {
  if (open.type === 'text') reply.endText()
  if (open.input !== null) reply.completeCall(open.position, open.input)
  // Without its signature a block could not be sent back.
  if (open.type === 'thinking' && open.signature !== '')
    reply.privateBlock({ type: 'thinking', thinking: open.thinking, signature: open.signature })
}
