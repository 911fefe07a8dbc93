import type { JsonValue, Usage } from '../../../../shared/thread/message.ts'
import { asCount, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { oddMessage } from '../api-message.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { blockText, contentParts } from '../picture.ts'
import { createReplyParts, type ReplyParts } from '../reply-parts.ts'
import { restMembers } from '../rest-members.ts'
import { nestResults } from '../result-nesting.ts'
import { sliceValue } from '../slice-value.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { langChainCalls, langChainMessage } from './langchain-message.ts'
import { mergeChunks, streamChunk } from './merge-chunks.ts'

const CONTEXT_FIELDS = new Set(['content', 'id'])
const PROMPT_FIELDS = new Set([...CONTEXT_FIELDS, 'type'])
const REPLY_FIELDS = new Set([
  ...PROMPT_FIELDS,
  'tool_calls',
  'invalid_tool_calls',
  'tool_call_chunks',
  'usage_metadata',
])

/**
 * A message of LangChain: `slices` are its record and the results of its calls, or the chunks of a recorded stream,
 * which are pairs. One for both: an index that was kept knows the format's name alone.
 */
export function buildLangChain(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const values = slices.map(sliceValue)
  if (Array.isArray(values[0])) return buildStream(values, entry)
  const [first, ...others] = values
  return build(first, others, entry)
}

function buildStream(pairs: readonly (JsonValue | undefined)[], entry: Entry): ImportedMessage {
  const values = pairs.map((pair) => (pair === undefined ? undefined : (streamChunk(pair) ?? undefined)))
  const messages = values.map(langChainMessage)
  const own = values.filter((_, at) => messages[at]?.type === messages[0]?.type)
  const results = values.filter((_, at) => messages[at]?.type !== messages[0]?.type)
  if (entry.kind !== 'reply') return build(values[0], [], entry)
  const fields = mergeChunks(own.map((value) => langChainMessage(value)?.fields ?? {}))
  return reply(fields, results)
}

function build(
  first: JsonValue | undefined,
  results: readonly (JsonValue | undefined)[],
  entry: Entry,
): ImportedMessage {
  const message = langChainMessage(first)
  if (message === null) return oddMessage(first)
  const { fields, type, name } = message
  if (entry.kind === 'reply') return reply(fields, results)
  return {
    ...EMPTY_MESSAGE,
    content: contentParts(fields.content),
    rest:
      type === 'human'
        ? filled(restMembers(fields, PROMPT_FIELDS))
        : { ...filled(restMembers(fields, CONTEXT_FIELDS)), type: name },
  }
}

function reply(fields: JsonObject, results: readonly (JsonValue | undefined)[]): ImportedMessage {
  const parts = createReplyParts()
  const said = asObject(fields.response_metadata)
  const calls = langChainCalls(fields)
  parts.thinking(asText(asObject(fields.additional_kwargs)?.reasoning_content))
  if (typeof fields.content === 'string') {
    if (fields.content !== '') parts.text(fields.content)
  } else for (const block of asList(fields.content)) addBlock(block, parts, calls.length > 0)
  const found = results.map((value) => {
    const result = langChainMessage(value)?.fields ?? {}
    const output = { content: contentParts(result.content), isError: result.status === 'error' }
    return { id: asText(result.tool_call_id), name: asText(result.name), output }
  })
  for (const call of nestResults(calls, found)) parts.call(call)
  const built = parts.finish()
  const model = asText(said?.model_name) || asText(said?.model)
  const protocol =
    said?.model_provider === 'anthropic' || said?.stop_reason !== undefined ? 'anthropic' : 'openai-chat'
  const reason = said?.finish_reason ?? said?.stop_reason
  const extras = results.map((value) =>
    filled(restMembers(langChainMessage(value)?.fields ?? {}, RESULT_FIELDS)),
  )
  return {
    ...EMPTY_MESSAGE,
    ...built,
    usage: usageOf(asObject(fields.usage_metadata)),
    origin: model === '' && built.privateItems.length === 0 ? null : { protocol, host: '', model },
    ending: reason === 'length' || reason === 'max_tokens' ? 'length' : 'complete',
    rest: {
      ...filled(restMembers(fields, REPLY_FIELDS)),
      ...(extras.some((extra) => Object.keys(extra).length > 0) ? { results: extras } : {}),
    },
  }
}

const RESULT_FIELDS = new Set(['content', 'tool_call_id', 'name', 'type', 'status', 'id'])

/** Serializers write every field of a message, empty or not: the empty ones say nothing. */
function filled(members: { readonly [name: string]: JsonValue }): { [name: string]: JsonValue } {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) =>
        value !== '' && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0),
    ),
  )
}

/** Blocks that repeat a call of the message: Anthropic's, those of the Responses API, and LangChain's own. */
const REPEATED_CALLS: ReadonlySet<string> = new Set([
  'tool_use',
  'function_call',
  'custom_tool_call',
  'tool_call',
  'tool_call_chunk',
  'invalid_tool_call',
  'input_json_delta',
])

/** Anthropic's thinking is signed. */
function addBlock(value: JsonValue, parts: ReplyParts, hasCalls: boolean): void {
  const block = asObject(value)
  const text = blockText(value)
  if (text !== null) parts.text(text)
  else if (hasCalls && REPEATED_CALLS.has(asText(block?.type))) return
  else if (block?.type === 'thinking') {
    parts.thinking(asText(block.thinking))
    if (asText(block.signature) !== '') parts.private(block)
  } else if (block?.type === 'redacted_thinking') parts.private(block)
  else if (block?.type === 'reasoning') {
    parts.thinking(
      asText(block.reasoning) ||
        asList(block.summary)
          .map((item) => asText(asObject(item)?.text))
          .join('\n\n'),
    )
    if (block.encrypted_content !== undefined) parts.private(block)
  } else for (const part of contentParts([value])) parts.part(part)
}

/** `input_tokens` includes what was read from the cache and written to it. */
function usageOf(usage: JsonObject | null): Usage | null {
  if (usage === null) return null
  const input = asCount(usage.input_tokens, null)
  if (input === null) return null
  const details = asObject(usage.input_token_details)
  const cacheRead = asCount(details?.cache_read, 0)
  const cacheWrite = asCount(details?.cache_creation, 0)
  return {
    input: Math.max(0, input - cacheRead - cacheWrite),
    output: asCount(usage.output_tokens, 0),
    cacheRead,
    cacheWrite,
    reasoning: asCount(asObject(usage.output_token_details)?.reasoning, null),
    cost: null,
  }
}
