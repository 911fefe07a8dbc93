import type Anthropic from '@anthropic-ai/sdk'
import type { Usage } from '../../shared/thread/message.ts'
import { readUsage } from '../compaction/tokens/usage.ts'
import type { Exchange } from './errors/exchange.ts'
import { type StreamAnswer, wellFormed } from './protocol-call.ts'
import type { ProviderAddress } from './provider-address.ts'
import { createVisibleText } from './visible-text.ts'

/** Far beyond the watch of the exchange, which is the only time-out. */
const NO_TIMEOUT_MS = 2_000_000_000

/**
 * An Anthropic client for one exchange. The SDK is loaded with the first of them. It takes nothing from the environment, neither retries nor logs. The
 * SDK sends the key as a bearer token; compatible servers may know `x-api-key` only, so they get both.
 */
export async function openAnthropicClient(
  address: ProviderAddress,
  apiKey: string,
  exchange: Exchange,
): Promise<Anthropic> {
  const { default: Client } = await import('@anthropic-ai/sdk')
  return new Client({
    baseURL: address.baseUrl,
    apiKey,
    ...(address.isVendor ? {} : { defaultHeaders: { 'x-api-key': apiKey } }),
    webhookKey: null,
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: 'off',
    fetch: exchange.fetch,
  })
}

/**
 * A summary over Messages: the system text in its own field, one user message, no tools, no thinking asked
 * for. Only text blocks are read. The raw stream is used, since it shows whether `message_stop` came.
 */
export const streamAnthropicAnswer: StreamAnswer = async (call) => {
  const { exchange } = call
  const request = wellFormed(call.request)
  const client = await openAnthropicClient(call.address, call.key, exchange)
  const stream = await client.messages.create(
    {
      model: call.model,
      // An empty system text is refused.
      ...(request.system.trim() === '' ? {} : { system: request.system }),
      messages: [{ role: 'user', content: request.user }],
      max_tokens: request.maxOutputTokens,
      stream: true,
    },
    { signal: exchange.signal },
  )
  const visible = createVisibleText()
  let reason: string | null = null
  let isClosed = false
  let toolCalls = 0
  let usage: Usage | null = null
  for await (const event of stream) {
    if (event.type === 'message_start') usage = readAnthropicUsage(event.message.usage, usage)
    else if (event.type === 'content_block_start') {
      if (event.content_block.type.endsWith('tool_use')) toolCalls += 1
    } else if (event.type === 'content_block_delta') {
      const shown = event.delta.type === 'text_delta' ? visible.push(event.delta.text) : ''
      if (shown !== '') call.onText(shown)
    } else if (event.type === 'message_delta') {
      reason = event.delta.stop_reason ?? reason
      usage = readAnthropicUsage(event.usage, usage)
    } else if (event.type === 'message_stop') isClosed = true
  }
  return { text: visible.finish(), reason, isClosed, toolCalls, usage }
}

/** Counts in `message_delta` are totals; fields it leaves out keep what `message_start` said. */
export function readAnthropicUsage(
  usage:
    | (Pick<
        Anthropic.Messages.MessageDeltaUsage,
        'input_tokens' | 'output_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens'
      > & { readonly output_tokens_details?: { readonly thinking_tokens?: number } | null })
    | undefined,
  before: Usage | null,
): Usage | null {
  if (usage === undefined) return before
  return readUsage(
    {
      input: usage.input_tokens ?? before?.input ?? null,
      output: usage.output_tokens ?? before?.output ?? null,
      cacheRead: usage.cache_read_input_tokens ?? before?.cacheRead ?? null,
      cacheWrite: usage.cache_creation_input_tokens ?? before?.cacheWrite ?? null,
      reasoning: usage.output_tokens_details?.thinking_tokens ?? before?.reasoning ?? null,
    },
    'beside',
  )
}
