import type { JsonValue, ReplyEnding, Usage } from '../../../../shared/thread/message.ts'
import { asCount, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewCall, NewOutput, NewPart } from '../../native/write-message.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { imagePart, textPart } from '../new-part.ts'
import { createReplyParts } from '../reply-parts.ts'
import { isSmall, restMembers } from '../rest-members.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { ImportedMessage } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'
import { blocksOf } from './read-record.ts'

/** Members of a record that have their own place in a message. */
const RECORD_KEYS: ReadonlySet<string> = new Set([
  'type',
  'message',
  'timestamp',
  'toolUseResult',
  'durationMs',
])
const MESSAGE_KEYS: ReadonlySet<string> = new Set(['role', 'type', 'content', 'usage'])

/** A reply of the model from its records: those of its blocks, then those with the results of its calls. */
export function buildReply(records: readonly JsonObject[]): ImportedMessage {
  const own = records.filter(({ type }) => type === 'assistant')
  const last = own.at(-1) ?? {}
  const message = asObject(last.message) ?? {}
  const results = resultsOf(records)
  const parts = createReplyParts()
  for (const record of own)
    for (const block of blocksOf(record.message)) addBlock(block, parts, (id) => results.get(id)?.shift())
  const isLocal = message.model === '<synthetic>' || asText(message.model) === ''
  return {
    ...EMPTY_MESSAGE,
    ...parts.finish(),
    usage: isLocal ? null : usageOf(own),
    durationMs: asCount(last.durationMs, null),
    atMs: sourceTimeMs(last.timestamp),
    origin: isLocal
      ? null
      : { protocol: 'anthropic', host: 'api.anthropic.com', model: asText(message.model) },
    ending: endingOf(last, message),
    rest: { ...restMembers(last, RECORD_KEYS), ...messageRest(message), ...toolUseResults(records) },
  }
}

/** Members of the provider's message that have no place of their own, under `message`. */
export function messageRest(message: JsonObject): { readonly [name: string]: JsonValue } {
  const rest = restMembers(message, MESSAGE_KEYS)
  return Object.keys(rest).length === 0 ? {} : { message: rest }
}

/** A block of a user's message or of a result. */
export function blockPart(value: JsonValue): NewPart {
  const block = asObject(value)
  if (typeof value === 'string') return textPart(value)
  if (block?.type === 'text' && typeof block.text === 'string') return textPart(block.text)
  const source = asObject(block?.source)
  const image =
    block?.type === 'image' && source?.type === 'base64' ? imagePart(source.media_type, source.data) : null
  return image ?? typedPart(asText(block?.type) || 'unknown', value)
}

function addBlock(
  value: JsonValue,
  parts: ReturnType<typeof createReplyParts>,
  takeResult: (id: string) => JsonObject | undefined,
): void {
  const block = asObject(value)
  const type = asText(block?.type)
  if (block === null) parts.part(typedPart('unknown', value))
  else if (type === 'text' && typeof block.text === 'string') parts.text(block.text)
  else if (type === 'thinking') {
    parts.thinking(asText(block.thinking))
    if (asText(block.signature) !== '') parts.private(block)
  } else if (type === 'redacted_thinking') parts.private(block)
  else if (type === 'tool_use') parts.call(callOf(block, takeResult(asText(block.id))))
  else parts.part(blockPart(value))
}

function callOf(block: JsonObject, result: JsonObject | undefined): NewCall {
  return {
    id: asText(block.id),
    name: asText(block.name),
    arguments: block.input ?? {},
    partialArguments: null,
    ...(result === undefined ? {} : { output: outputOf(result) }),
  }
}

/** What a `tool_result` block says. */
export function outputOf(result: JsonObject): NewOutput {
  const { content } = result
  const parts =
    typeof content === 'string' ? [textPart(content)] : content == null ? [] : partsOf(content).map(blockPart)
  return { content: parts, isError: result.is_error === true }
}

function partsOf(content: JsonValue): readonly JsonValue[] {
  return Array.isArray(content) ? asList(content) : [content]
}

/** Result blocks by the id of their call, in their order. */
function resultsOf(records: readonly JsonObject[]): ReadonlyMap<string, JsonObject[]> {
  const results = new Map<string, JsonObject[]>()
  for (const record of records)
    if (record.type === 'user')
      for (const value of blocksOf(record.message)) {
        const block = asObject(value)
        if (block?.type !== 'tool_result') continue
        const id = asText(block.tool_use_id)
        const list = results.get(id)
        if (list === undefined) results.set(id, [block])
        else list.push(block)
      }
  return results
}

/** The program's own, richer copies of results, where they are short. */
function toolUseResults(records: readonly JsonObject[]): { readonly [name: string]: JsonValue } {
  const copies = records.flatMap(({ toolUseResult }) =>
    toolUseResult === undefined || toolUseResult === null || !isSmall(toolUseResult) ? [] : [toolUseResult],
  )
  return copies.length === 0 ? {} : { toolUseResults: copies }
}

/** Only the last record of a message has its final count. */
function usageOf(records: readonly JsonObject[]): Usage | null {
  const usage = records
    .map((record) => asObject(asObject(record.message)?.usage))
    .findLast((value) => value !== null)
  if (usage == null) return null
  return {
    input: asCount(usage.input_tokens, 0),
    output: asCount(usage.output_tokens, 0),
    cacheRead: asCount(usage.cache_read_input_tokens, 0),
    cacheWrite: asCount(usage.cache_creation_input_tokens, 0),
    reasoning: asCount(asObject(usage.output_tokens_details)?.thinking_tokens, null),
    cost: asCount(records.at(-1)?.costUSD, null),
  }
}

function endingOf(record: JsonObject, message: JsonObject): ReplyEnding {
  if (record.isApiErrorMessage === true || message.stop_reason === 'refusal') return 'failed'
  if (record.isAbortedMidStream === true) return 'interrupted'
  return message.stop_reason === 'max_tokens' ? 'length' : 'complete'
}
