import type { JsonValue, Usage } from '../../../../shared/thread/message.ts'
import { asCount, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewCall, NewPart } from '../../native/write-message.ts'
import { callArguments } from '../call-arguments.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { leftovers } from '../leftovers.ts'
import { dataUrlImage, textPart } from '../new-part.ts'
import { answerCalls } from '../open-calls.ts'
import { createReplyParts } from '../reply-parts.ts'
import { sliceObjects } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'
import { answeredIds, callsOf, responseItems, textOf } from './swe-record.ts'

const KNOWN = new Set([
  'role',
  'content',
  'tool_calls',
  'tool_call_ids',
  'tool_call_id',
  'thinking_blocks',
  'output',
  'thought',
])

/** A reply from its message and the messages that answer its calls; or a single other message, or half a step. */
export function buildSwe(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const records = sliceObjects(slices)
  const [message, ...answers] = records
  if (message === undefined) return EMPTY_MESSAGE
  const rest = leftovers(records, KNOWN)
  if (entry.detail === 'observation')
    return { ...EMPTY_MESSAGE, content: [textPart(asText(message.observation))] }
  if (entry.detail === 'step')
    return { ...EMPTY_MESSAGE, content: stepContent(message), rest: leftovers([message], STEP_KNOWN) }
  const atMs = sourceTimeMs(asObject(message.extra)?.timestamp)
  if (entry.kind !== 'reply')
    return { ...EMPTY_MESSAGE, content: contentOf(message.content ?? message.output), atMs, rest }
  const reply = replyOf(message)
  return {
    ...EMPTY_MESSAGE,
    ...reply,
    toolCalls: withOutputs(reply.toolCalls, answers),
    usage: usageOf(asObject(asObject(asObject(message.extra)?.response)?.usage) ?? asObject(message.usage)),
    atMs,
    origin: reply.privateItems.length === 0 ? null : originOf(message),
    rest,
  }
}

const STEP_KNOWN = new Set(['response', 'thought', 'observation', 'query', 'messages'])

/** A step of the trajectory, for runs without a history: what the model wrote. */
function stepContent(step: JsonObject): readonly NewPart[] {
  const text = asText(step.response) || [step.thought, step.action].map(asText).filter(Boolean).join('\n\n')
  return text === '' ? [] : [textPart(text)]
}

function contentOf(content: JsonValue | undefined): readonly NewPart[] {
  if (typeof content === 'string') return content === '' ? [] : [textPart(content)]
  return asList(content).flatMap((value): readonly NewPart[] => {
    const block = asObject(value)
    const text = typeof value === 'string' ? value : asText(block?.text)
    if (text !== '') return [textPart(text)]
    const url = asObject(block?.image_url)?.url ?? block?.image_url
    return [dataUrlImage(url) ?? typedPart('unknown', value)]
  })
}

function replyOf(message: JsonObject): ReturnType<ReturnType<typeof createReplyParts>['finish']> {
  const parts = createReplyParts()
  for (const value of asList(message.thinking_blocks)) {
    const block = asObject(value)
    parts.thinking(asText(block?.thinking))
    if (asText(block?.signature) + asText(block?.data) !== '') parts.private(value)
  }
  if (asList(message.thinking_blocks).length === 0) parts.thinking(asText(message.reasoning_content))
  for (const part of contentOf(message.content))
    part.kind === 'text' ? parts.text(part.text) : parts.part(part)
  for (const item of responseItems(message)) {
    if (item.type === 'message') parts.text(textOf(item.content))
    else if (item.type === 'reasoning') {
      parts.thinking(textOf(item.summary))
      if (asText(item.encrypted_content) !== '') parts.private(item)
    } else if (item.type !== 'function_call') parts.part(typedPart('unknown', item))
  }
  for (const { id, name, text } of callsOf(message)) parts.call({ id, name, ...callArguments(text) })
  return parts.finish()
}

/** Each answer goes to the first open call with one of its ids. */
function withOutputs(calls: readonly NewCall[], answers: readonly JsonObject[]): readonly NewCall[] {
  const outputs = new Map<number, JsonObject>()
  const answer = answerCalls(calls.map(({ id }) => id))
  for (const message of answers)
    for (const id of answeredIds(message)) {
      const position = answer(id)
      if (position !== null) outputs.set(position, message)
    }
  return calls.map((call, position) => {
    const message = outputs.get(position)
    if (message === undefined) return call
    return {
      ...call,
      output: { content: contentOf(message.content ?? message.output), isError: false, isUnmarked: true },
    }
  })
}

/** `prompt_tokens` and `input_tokens` hold the cached ones. */
function usageOf(usage: JsonObject | null): Usage | null {
  const total = asCount(usage?.prompt_tokens ?? usage?.input_tokens, null)
  if (usage === null || total === null) return null
  const details = asObject(usage.prompt_tokens_details ?? usage.input_tokens_details)
  const made = asObject(usage.completion_tokens_details ?? usage.output_tokens_details)
  const cacheRead = Math.min(total, asCount(details?.cached_tokens, 0))
  return {
    input: total - cacheRead,
    output: asCount(usage.completion_tokens ?? usage.output_tokens, 0),
    cacheRead,
    cacheWrite: 0,
    reasoning: asCount(made?.reasoning_tokens, null),
    cost: null,
  }
}

function originOf(message: JsonObject): ImportedMessage['origin'] {
  const model = asText(asObject(asObject(message.extra)?.response)?.model) || asText(message.model)
  return { protocol: responseItems(message).length > 0 ? 'openai-responses' : 'anthropic', host: '', model }
}
