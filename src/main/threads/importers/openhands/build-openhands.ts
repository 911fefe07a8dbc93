import type { Usage } from '../../../../shared/thread/message.ts'
import { asCount, asKey, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewCall } from '../../native/write-message.ts'
import { callArguments } from '../call-arguments.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { leftovers } from '../leftovers.ts'
import { createReplyParts, type ReplyParts } from '../reply-parts.ts'
import { sliceObjects } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { type EventFacts, eventFacts } from './event-facts.ts'
import { outputOf, saidParts } from './event-text.ts'
import { quoteEvents } from './quote-events.ts'

const KNOWN = new Set([
  'id',
  'timestamp',
  'source',
  'message',
  'args',
  'content',
  'llm_message',
  'tool_call_metadata',
  'tool_call',
  'tool_call_id',
  'tool_name',
  'thought',
  'reasoning_content',
  'thinking_blocks',
  'responses_reasoning_item',
  'observation',
  'error',
  'kind',
  'action_id',
  'cause',
])

/** A message from its events: what the agent did, then what answered it. A checkpoint from its condensation. */
export function buildOpenHands(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const events = sliceObjects(slices)
  const [first] = events
  if (first === undefined) return EMPTY_MESSAGE
  const atMs = sourceTimeMs(first.timestamp)
  if (entry.kind === 'checkpoint')
    return { ...EMPTY_MESSAGE, atMs, checkpoint: checkpointOf(first, events.slice(1)) }
  const rest = leftovers(events, KNOWN)
  if (entry.kind !== 'reply') {
    const isResult = eventFacts(first).role === 'result'
    return { ...EMPTY_MESSAGE, content: isResult ? outputOf(first).content : saidParts(first), atMs, rest }
  }
  const acts = events.filter((event) => eventFacts(event).role !== 'result')
  const reply = replyOf(acts, entry.detail === 'again')
  const response = responseOf(first)
  return {
    ...EMPTY_MESSAGE,
    ...reply,
    toolCalls: withOutputs(reply.toolCalls, acts, events.slice(acts.length)),
    usage: entry.detail === 'again' ? null : usageOf(asObject(response?.usage)),
    atMs,
    origin:
      reply.privateItems.length === 0
        ? null
        : {
            protocol: first.responses_reasoning_item ? 'openai-responses' : 'anthropic',
            host: '',
            model: asText(response?.model),
          },
    rest,
  }
}

function checkpointOf(event: JsonObject, kept: readonly JsonObject[]): ImportedMessage['checkpoint'] {
  const summary = asText((asObject(event.args) ?? event).summary)
  return {
    summary: [summary, quoteEvents(kept)].filter((text) => text !== '').join('\n\n'),
    trigger: 'automatic',
    tokensBefore: null,
    tokensAfter: null,
  }
}

/** The model's answer, which events of the older layout hold a copy of. */
function responseOf(event: JsonObject): JsonObject | null {
  return asObject(asObject(event.tool_call_metadata)?.model_response)
}

function answerOf(event: JsonObject): JsonObject | null {
  const [choice] = asList(responseOf(event)?.choices)
  return asObject(asObject(choice)?.message)
}

/** `isAgain`: what the model said besides its calls is shown in an earlier reply. */
function replyOf(acts: readonly JsonObject[], isAgain: boolean): ReturnType<ReplyParts['finish']> {
  const parts = createReplyParts()
  for (const [index, event] of acts.entries()) {
    const answer = answerOf(event)
    // Each event of the older layout repeats the whole answer.
    if (answer === null || (index === 0 && !isAgain)) reasoningOf(parts, answer ?? event)
    if (eventFacts(event).role === 'talk') {
      for (const part of saidParts(event)) part.kind === 'text' ? parts.text(part.text) : parts.part(part)
      continue
    }
    const said = answer === null || asText(answer.content) === '' ? thoughtOf(event) : asText(answer.content)
    if (said !== '' && (answer === null || (index === 0 && !isAgain))) parts.text(said)
    parts.call(callOf(event))
  }
  return parts.finish()
}

function reasoningOf(parts: ReplyParts, said: JsonObject): void {
  const holder = asObject(said.llm_message) ?? said
  const blocks = asList(holder.thinking_blocks)
  parts.thinking(asText(holder.reasoning_content))
  for (const value of blocks) {
    const block = asObject(value)
    if (asText(holder.reasoning_content) === '') parts.thinking(asText(block?.thinking))
    if (asText(block?.signature) + asText(block?.data) !== '') parts.private(value)
  }
  const item = asObject(holder.responses_reasoning_item)
  if (item !== null) parts.private(item)
}

/** What the agent said along with an action. The last one of a run says it in a member of its own. */
function thoughtOf(event: JsonObject): string {
  const texts = asList(event.thought).map((block) => asText(asObject(block)?.text))
  const told = asObject(event.args)
  const thought = texts.join('') || asText(event.thought) || asText(told?.thought)
  return thought || asText(told?.final_thought) || (event.action === 'finish' ? asText(event.message) : '')
}

const FLAT = new Set(['id', 'timestamp', 'source', 'message', 'action', 'thought', 'timeout'])

function callOf(event: JsonObject): NewCall {
  const facts = eventFacts(event)
  const made = asObject(event.tool_call)
  const asked = asList(answerOf(event)?.tool_calls).find((value) => asObject(value)?.id === facts.callId)
  const named = asObject(asObject(asked)?.function)
  const flat = Object.fromEntries(Object.entries(event).filter(([key]) => !FLAT.has(key)))
  const told = asObject(event.args) ?? asObject(event.action) ?? flat
  return {
    id: facts.callId || facts.id,
    name:
      asText(event.tool_name) ||
      asText(asObject(event.tool_call_metadata)?.function_name) ||
      asText(event.action),
    ...callArguments(named?.arguments ?? made?.arguments ?? told),
  }
}

/** By the id of the call, by the event it answers, else in order. */
function withOutputs(
  calls: readonly NewCall[],
  acts: readonly JsonObject[],
  results: readonly JsonObject[],
): readonly NewCall[] {
  const asked = acts.map(eventFacts).filter(({ role }) => role === 'call')
  const byCall = queueOf(asked, ({ callId }) => callId)
  const byEvent = queueOf(asked, ({ id }) => id)
  const outputs = new Map<number, JsonObject>()
  for (const [index, result] of results.entries()) {
    const { callId, causeId } = eventFacts(result)
    const position = callId !== '' ? byCall(callId) : causeId !== '' ? byEvent(asKey(causeId)) : index
    if (position !== undefined && !outputs.has(position)) outputs.set(position, result)
  }
  return calls.map((call, position) => {
    const result = outputs.get(position)
    return result === undefined ? call : { ...call, output: outputOf(result) }
  })
}

function queueOf(
  asked: readonly EventFacts[],
  keyOf: (facts: EventFacts) => string,
): (key: string) => number | undefined {
  const positions = new Map<string, number[]>()
  for (const [position, facts] of [...asked.entries()].reverse()) {
    const same = positions.get(keyOf(facts))
    if (same === undefined) positions.set(keyOf(facts), [position])
    else same.push(position)
  }
  return (key) => positions.get(key)?.pop()
}

/** `prompt_tokens` hold those that were read from a cache or written to one. */
function usageOf(usage: JsonObject | null): Usage | null {
  const total = asCount(usage?.prompt_tokens, null)
  if (usage === null || total === null) return null
  const details = asObject(usage.prompt_tokens_details)
  const cacheRead = Math.min(total, asCount(usage.cache_read_input_tokens ?? details?.cached_tokens, 0))
  const cacheWrite = Math.min(total - cacheRead, asCount(usage.cache_creation_input_tokens, 0))
  const reasoning = asCount(asObject(usage.completion_tokens_details)?.reasoning_tokens, null)
  const output = asCount(usage.completion_tokens, 0)
  return { input: total - cacheRead - cacheWrite, output, cacheRead, cacheWrite, reasoning, cost: null }
}
