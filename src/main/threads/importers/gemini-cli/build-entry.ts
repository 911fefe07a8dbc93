import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asCount, asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewOutput, NewPart } from '../../native/write-message.ts'
import { callExtra } from '../call-extra.ts'
import { EMPTY_MESSAGE } from '../empty-message.ts'
import { imagePart, textPart } from '../new-part.ts'
import { createReplyParts } from '../reply-parts.ts'
import { restMembers } from '../rest-members.ts'
import { sliceObjects } from '../slice-value.ts'
import { sourceTimeMs } from '../source-time.ts'
import type { Entry, ImportedMessage } from '../transcript.ts'
import { typedPart } from '../typed-part.ts'
import { waitingKeys } from './gemini-message.ts'
import { type GeminiCall, partsOf, responsesOf, stepsOf } from './gemini-record.ts'

const KNOWN: ReadonlySet<string> = new Set([
  ...['content', 'parts', 'timestamp', 'thoughts', 'toolCalls', 'tokens', 'role', 'type', 'model'],
])

/** The message of an entry from the bytes of its records. */
export function buildEntry(slices: readonly Uint8Array[], entry: Entry): ImportedMessage {
  const [record = {}, ...responders] = sliceObjects(slices)
  if (entry.kind === 'reply') return buildReply(record, responders, entry)
  const nested = new Set(asList(asObject(entry.detail)?.nested))
  const content = partsOf(record)
    .filter((_, index) => !nested.has(index))
    .flatMap(geminiParts)
  const base = { ...EMPTY_MESSAGE, atMs: sourceTimeMs(record.timestamp), rest: restMembers(record, KNOWN) }
  if (entry.kind !== 'checkpoint') return { ...base, content }
  const texts = content.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const checkpoint = {
    summary: texts.join('\n\n'),
    trigger: 'unknown',
    tokensBefore: null,
    tokensAfter: null,
  } as const
  return { ...base, content: content.filter(({ kind }) => kind !== 'text'), checkpoint }
}

/** One step of the model. Text, thoughts and the count of tokens belong to the first step of a message. */
function buildReply(record: JsonObject, responders: readonly JsonObject[], entry: Entry): ImportedMessage {
  const step = asCount(asObject(entry.detail)?.step, 0)
  const isFirst = step === 0
  const parts = createReplyParts()
  const answer = answersOf(responders)
  // After a resume only an earlier record of the message tells its tokens and model.
  const counted = responders.find(({ tokens }) => asObject(tokens) !== null)
  if (isFirst) addOwn(record, parts)
  for (const call of stepsOf(record)[step] ?? []) {
    const output = call.result === null ? answer(call) : outputOf(call.result, call.isError)
    parts.call({
      id: call.key.startsWith('name:') ? '' : call.key,
      name: call.name,
      arguments: call.args,
      partialArguments: null,
      ...(output === null ? {} : { output }),
    })
    if (call.signature !== '') parts.private(callExtra(call.signature))
  }
  return {
    ...EMPTY_MESSAGE,
    ...parts.finish(),
    usage: isFirst ? usageOf(asObject(record.tokens ?? counted?.tokens)) : null,
    atMs: sourceTimeMs(record.timestamp),
    origin: {
      protocol: 'openai-chat',
      host: 'generativelanguage.googleapis.com',
      model: asText(record.model) || asText(counted?.model),
    },
    rest: isFirst ? { ...restMembers(record, KNOWN), ...callRest(record) } : {},
  }
}

function addOwn(record: JsonObject, parts: ReturnType<typeof createReplyParts>): void {
  for (const value of asList(record.thoughts)) {
    const thought = asObject(value)
    const subject = asText(thought?.subject)
    const text = [subject === '' ? '' : `**${subject}**`, asText(thought?.description)]
    parts.thinking(text.filter((line) => line !== '').join('\n'))
  }
  for (const value of partsOf(record)) {
    const part = asObject(value)
    if (part !== null && 'functionCall' in part) continue
    if (part?.thought === true) parts.thinking(asText(part.text))
    else if (typeof part?.text === 'string') parts.text(part.text)
    else for (const one of geminiParts(value)) parts.part(one)
    if (part !== null && asText(part.thoughtSignature) !== '')
      parts.private({ type: 'thought_signature', thoughtSignature: asText(part.thoughtSignature) })
  }
}

/** What the program shows of its calls, where it is short. */
function callRest(record: JsonObject): { readonly [name: string]: JsonValue } {
  const known: ReadonlySet<string> = new Set(['args', 'result', 'description'])
  const calls = asList(record.toolCalls).map((call) => restMembers(asObject(call) ?? {}, known))
  return calls.length === 0 ? {} : { toolCalls: calls }
}

/** Finds the output of a call among the responses of other records; each response is used once. */
function answersOf(records: readonly JsonObject[]): (call: GeminiCall) => NewOutput | null {
  const left = new Map<string, NewOutput[]>()
  for (const record of records) {
    const parts = partsOf(record)
    for (const { key, parts: places } of responsesOf(record)) {
      const output = outputOf(
        places.map((place) => parts[place] ?? null),
        false,
      )
      const list = left.get(key)
      if (list === undefined) left.set(key, [output])
      else list.push(output)
    }
  }
  return (call) => {
    for (const key of waitingKeys(call)) {
      const output = left.get(key)?.shift()
      if (output !== undefined) return output
    }
    return null
  }
}

function outputOf(parts: readonly JsonValue[], isError: boolean): NewOutput {
  const hasError = parts.some((part) => {
    const response = asObject(asObject(asObject(part)?.functionResponse)?.response)
    return response !== null && 'error' in response && !('output' in response)
  })
  return { content: parts.flatMap(geminiParts), isError: isError || hasError }
}

/** A part as our blocks: a response is its output with what it carries along. */
function geminiParts(value: JsonValue): readonly NewPart[] {
  const part = asObject(value)
  if (part === null) return [typeof value === 'string' ? textPart(value) : typedPart('unknown', value)]
  if (typeof part.text === 'string') return [textPart(part.text)]
  const inline = asObject(part.inlineData)
  const mimeType = asText(inline?.mimeType)
  const image = mimeType.startsWith('image/') ? imagePart(mimeType, inline?.data) : null
  if (image !== null) return [image]
  const called = asObject(part.functionResponse)
  if (called === null) return [typedPart(Object.keys(part)[0] ?? 'unknown', part)]
  const response = asObject(called.response)
  const said = response?.output ?? response?.error
  const own = typeof said === 'string' ? textPart(said) : typedPart('functionResponse', called)
  return [own, ...asList(called.parts).flatMap(geminiParts)]
}

/** `input` includes what came from the cache, `output` leaves out the thoughts. */
function usageOf(tokens: JsonObject | null): ImportedMessage['usage'] {
  if (tokens === null) return null
  const cacheRead = asCount(tokens.cached, 0)
  const reasoning = asCount(tokens.thoughts, null)
  return {
    input: Math.max(0, asCount(tokens.input, 0) - cacheRead) + asCount(tokens.tool, 0),
    output: asCount(tokens.output, 0) + (reasoning ?? 0),
    cacheRead,
    cacheWrite: 0,
    reasoning,
    cost: null,
  }
}
