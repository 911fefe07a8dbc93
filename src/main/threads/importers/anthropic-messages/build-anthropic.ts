import type { JsonValue, ReplyEnding, Usage } from '../../../../shared/thread/message.ts'
import { asCount, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewCall, NewOutput } from '../../native/write-message.ts'
import { detailOf, oddMessage, originOf } from '../api-message.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { blockText, contentParts } from '../picture.ts'
import { createReplyParts, type ReplyParts } from '../reply-parts.ts'
import { restMembers } from '../rest-members.ts'
import { restOfEach } from '../rest-of-each.ts'
import { nestResults } from '../result-nesting.ts'
import { sliceValue } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'
import { blocksOf } from './count-blocks.ts'

const CONTEXT_MEMBERS = new Set(['content', 'timestamp', 'created_at'])
const PROMPT_MEMBERS = new Set([...CONTEXT_MEMBERS, 'role'])
const REPLY_MEMBERS = new Set([...PROMPT_MEMBERS, 'type', 'id', 'model', 'usage', 'stop_reason'])
const BLOCK_MEMBERS = new Set([
  ...['type', 'text', 'source', 'content', 'thinking', 'signature', 'data'],
  ...['id', 'name', 'input', 'tool_use_id', 'is_error'],
])

/** A message of Anthropic's API: `slices` are its record and the result blocks of its calls, or one block alone. */
export function buildAnthropic(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const [first, ...others] = slices.map(sliceValue)
  const { model, block, withoutResults, again } = detailOf(entry)
  const record = asObject(first)
  if (record === null) return oddMessage(first)
  if (entry.kind === 'checkpoint') return checkpoint(record, asText(model))
  if (entry.kind === 'reply') {
    const built = reply(record, others, asText(record.model) || asText(model))
    return again === true ? { ...built, usage: null } : built
  }
  if (block === true)
    return { ...EMPTY_MESSAGE, content: outputOf(record).content, rest: restMembers(record, CONTEXT_MEMBERS) }
  const isOwn = (value: JsonValue) => withoutResults !== true || asObject(value)?.type !== 'tool_result'
  const blocks = blocksOf(record).filter(isOwn)
  return {
    ...EMPTY_MESSAGE,
    content: contentParts(Array.isArray(record.content) ? blocks : record.content),
    atMs: sourceTimeMs(record.timestamp ?? record.created_at),
    rest: {
      ...restMembers(record, record.role === 'user' ? PROMPT_MEMBERS : CONTEXT_MEMBERS),
      ...restOfEach('blocks', blocks.filter(isText), BLOCK_MEMBERS),
    },
  }
}

/** Only what is shown as text loses members; other blocks are kept whole. */
function isText(value: JsonValue): boolean {
  return blockText(value) !== null
}

function checkpoint(block: JsonObject, model: string): ImportedMessage {
  const privateItems = asText(block.encrypted_content) === '' ? [] : [block]
  return {
    ...EMPTY_MESSAGE,
    origin: originOf('anthropic', model, privateItems),
    privateItems,
    checkpoint: { summary: asText(block.content), trigger: 'unknown', tokensBefore: null, tokensAfter: null },
    rest: restMembers(block, new Set(['type', 'content', 'encrypted_content'])),
  }
}

function reply(
  message: JsonObject,
  results: readonly (JsonValue | undefined)[],
  model: string,
): ImportedMessage {
  const parts = createReplyParts()
  const blocks = blocksOf(message)
  const found = results.map((value) => {
    const result = asObject(value) ?? {}
    return { id: asText(result.tool_use_id), name: '', output: outputOf(result) }
  })
  const calls = nestResults(
    blocks.flatMap((value) => callOf(value) ?? []),
    found,
  )
  let call = 0
  if (typeof message.content === 'string' && message.content !== '') parts.text(message.content)
  for (const value of blocks) {
    const next = callOf(value) === null ? undefined : calls[call++]
    if (next !== undefined) parts.call(next)
    else addBlock(value, parts)
  }
  const built = parts.finish()
  const usage = asObject(message.usage)
  return {
    ...EMPTY_MESSAGE,
    ...built,
    usage: usageOf(usage),
    atMs: sourceTimeMs(message.timestamp ?? message.created_at),
    origin: originOf('anthropic', model, built.privateItems),
    ending: endingOf(message.stop_reason),
    rest: {
      ...restMembers(message, REPLY_MEMBERS),
      // Compaction and message steps apart, and what was bought: kept whole (formats.md section 9).
      ...(usage?.iterations === undefined && usage?.server_tool_use === undefined ? {} : { usage }),
      ...restOfEach(
        'blocks',
        blocks.filter((value) => isText(value) || callOf(value) !== null),
        BLOCK_MEMBERS,
      ),
      ...restOfEach(
        'results',
        results.map((value) => value ?? null),
        BLOCK_MEMBERS,
      ),
    },
  }
}

function addBlock(value: JsonValue, parts: ReplyParts): void {
  const block = asObject(value)
  const type = asText(block?.type)
  const text = blockText(value)
  if (type === 'compaction') return
  if (text !== null) parts.text(text)
  else if (block !== null && type === 'thinking') {
    parts.thinking(asText(block.thinking))
    if (asText(block.signature) !== '') parts.private(block)
  } else if (block !== null && type === 'redacted_thinking') parts.private(block)
  else
    for (const part of block === null ? [typedPart('unknown', value)] : contentParts(block)) parts.part(part)
}

function callOf(value: JsonValue): NewCall | null {
  const block = asObject(value)
  if (block?.type !== 'tool_use') return null
  return {
    id: asText(block.id),
    name: asText(block.name),
    arguments: block.input ?? {},
    partialArguments: null,
  }
}

function outputOf(result: JsonObject): NewOutput {
  return { content: contentParts(result.content), isError: result.is_error === true }
}

/** Anthropic's `input_tokens` leaves out what was read from the cache or written to it. */
function usageOf(usage: JsonObject | null): Usage | null {
  if (usage === null || typeof usage.output_tokens !== 'number') return null
  return {
    input: asCount(usage.input_tokens, 0),
    output: asCount(usage.output_tokens, 0),
    cacheRead: asCount(usage.cache_read_input_tokens, 0),
    cacheWrite: asCount(usage.cache_creation_input_tokens, 0),
    reasoning: asCount(asObject(usage.output_tokens_details)?.thinking_tokens, null),
    cost: null,
  }
}

function endingOf(reason: JsonValue | undefined): ReplyEnding {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length'
  return reason === 'refusal' ? 'failed' : 'complete'
}
