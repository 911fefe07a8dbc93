import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewCall } from '../../native/write-message.ts'
import { detailOf, oddMessage, originOf } from '../api-message.ts'
import { callArguments } from '../call-arguments.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { openAiUsage } from '../openai-usage.ts'
import { contentParts } from '../picture.ts'
import { createReplyParts } from '../reply-parts.ts'
import { restMembers } from '../rest-members.ts'
import { restOfEach } from '../rest-of-each.ts'
import { type FoundResult, nestResults } from '../result-nesting.ts'
import { sliceValue } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'

const CONTEXT_MEMBERS = new Set(['content', 'timestamp', 'created_at'])
const PROMPT_MEMBERS = new Set([...CONTEXT_MEMBERS, 'role'])
const REPLY_MEMBERS = new Set([
  ...PROMPT_MEMBERS,
  'tool_calls',
  'function_call',
  'reasoning_content',
  'reasoning',
  'thinking_blocks',
  'reasoning_details',
])
const RESULT_MEMBERS = new Set(['role', 'content', 'tool_call_id', 'name'])
const BLOCK_MEMBERS = new Set(['type', 'text', 'image_url', 'refusal'])

/** A message of Chat Completions: `slices` are its record and the results of its calls, or a choice and its usage. */
export function buildChat(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const [first, ...others] = slices.map(sliceValue)
  const { choice, model, at } = detailOf(entry)
  const record = asObject(first)
  if (record === null) return oddMessage(first)
  if (choice !== true) return entry.kind === 'reply' ? reply(record, others, asText(model)) : plain(record)
  return {
    ...reply(asObject(record.message) ?? {}, [], asText(model)),
    usage: openAiUsage(others[0]),
    atMs: typeof at === 'number' ? at : null,
    ending: endingOf(record.finish_reason),
  }
}

/** A prompt, or a message that is shown as context: what its role was stays in `rest`. */
function plain(message: JsonObject): ImportedMessage {
  return {
    ...EMPTY_MESSAGE,
    content: contentParts(message.content),
    atMs: sourceTimeMs(message.timestamp ?? message.created_at),
    rest: {
      ...restMembers(message, message.role === 'user' ? PROMPT_MEMBERS : CONTEXT_MEMBERS),
      ...restOfEach('blocks', asList(message.content), BLOCK_MEMBERS),
    },
  }
}

function reply(
  message: JsonObject,
  results: readonly (JsonValue | undefined)[],
  model: string,
): ImportedMessage {
  const parts = createReplyParts()
  for (const thought of thoughtsOf(message)) parts.thinking(thought)
  for (const key of ['thinking_blocks', 'reasoning_details'] as const)
    for (const block of asList(message[key])) parts.private(block)
  const content = contentParts(message.content)
  for (const part of content)
    if (part.kind === 'text') parts.text(part.text)
    else parts.part(part)
  if (content.length === 0 && asText(message.refusal) !== '') parts.text(asText(message.refusal))
  for (const call of nestResults(callsOf(message), results.map(resultOf))) parts.call(call)
  const built = parts.finish()
  return {
    ...EMPTY_MESSAGE,
    ...built,
    atMs: sourceTimeMs(message.timestamp ?? message.created_at),
    origin: originOf('openai-chat', model, built.privateItems),
    rest: {
      ...restMembers(message, REPLY_MEMBERS),
      ...restOfEach('blocks', asList(message.content), BLOCK_MEMBERS),
      ...restOfEach(
        'results',
        results.map((result) => result ?? null),
        RESULT_MEMBERS,
      ),
    },
  }
}

function callsOf(message: JsonObject): readonly NewCall[] {
  const calls = asList(message.tool_calls).map((value): NewCall => {
    const call = asObject(value)
    const custom = asObject(call?.custom)
    const id = asText(call?.id)
    // A custom tool takes free text; as an object it can be sent to any provider.
    if (custom !== null)
      return {
        id,
        name: asText(custom.name),
        arguments: { input: custom.input ?? '' },
        partialArguments: null,
      }
    const body = asObject(call?.function)
    return { id, name: asText(body?.name), ...callArguments(body?.arguments) }
  })
  const old = asObject(message.function_call)
  return old === null
    ? calls
    : [...calls, { id: '', name: asText(old.name), ...callArguments(old.arguments) }]
}

function resultOf(value: JsonValue | undefined): FoundResult {
  const result = asObject(value)
  const content = result === null ? oddMessage(value).content : contentParts(result.content)
  const output = { content, isError: false, isUnmarked: true } as const
  return { id: asText(result?.tool_call_id), name: asText(result?.name), output }
}

/** `reasoning_content` and `reasoning` of routers and local servers, else the readable part of their blocks. */
function thoughtsOf(message: JsonObject): readonly string[] {
  const text = asText(message.reasoning_content) || asText(message.reasoning)
  if (text !== '') return [text]
  return [...asList(message.thinking_blocks), ...asList(message.reasoning_details)].map((value) => {
    const block = asObject(value)
    return asText(block?.thinking) || asText(block?.text) || asText(block?.summary)
  })
}

function endingOf(reason: JsonValue | undefined): ImportedMessage['ending'] {
  if (reason === 'length') return 'length'
  return reason === 'content_filter' ? 'failed' : 'complete'
}
