import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'

/** A call of the model, from `toolCalls` or from a `functionCall` part. `key` is its id, else its name. */
export interface GeminiCall {
  readonly key: string
  readonly name: string
  readonly args: JsonValue
  /** Parts of its result as `toolCalls` hold them; null = not answered there. */
  readonly result: readonly JsonValue[] | null
  readonly isError: boolean
  /** Signature of the part, empty when there is none. */
  readonly signature: string
}

/** A `functionResponse` with the pictures that follow it, by their places among the parts. */
export interface GeminiResponse {
  readonly key: string
  readonly name: string
  readonly parts: readonly number[]
}

/** Who a message is of: the session files say `gemini`, the saved chats `model`. */
export function roleOf(record: JsonObject): 'user' | 'gemini' | 'note' {
  const type = asText(record.type) || asText(record.role)
  return type === 'user' ? 'user' : type === 'gemini' || type === 'model' ? 'gemini' : 'note'
}

/** Parts of a message; a plain text is one part. */
export function partsOf(record: JsonObject): readonly JsonValue[] {
  const content = record.content ?? record.parts
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }]
  if (asObject(content) !== null) return [content as JsonValue]
  return asList(content).map((part) => (typeof part === 'string' ? { text: part } : part))
}

/**
 * Calls of a message by the model's steps. Old versions fold many steps into one message; calls that one step made
 * together have the same time. The first step is there even without calls.
 */
export function stepsOf(record: JsonObject): readonly (readonly GeminiCall[])[] {
  const steps: GeminiCall[][] = [[]]
  let time: JsonValue | undefined
  const known = new Set<string>()
  for (const value of asList(record.toolCalls)) {
    const call = asObject(value)
    if (call === null) continue
    const last = steps.at(-1)
    if (last === undefined || (last.length > 0 && call.timestamp !== time)) steps.push([])
    time = call.timestamp
    const key = keyOf(call)
    known.add(key)
    steps.at(-1)?.push({
      key,
      name: asText(call.name),
      args: call.args ?? {},
      result: call.result == null ? null : Array.isArray(call.result) ? asList(call.result) : [call.result],
      isError: call.status === 'error' || call.status === 'cancelled',
      signature: asText(call.thoughtSignature),
    })
  }
  for (const value of partsOf(record)) {
    const part = asObject(value)
    const call = asObject(part?.functionCall)
    // After a resume calls stand among the parts; where they stand in both, they are the same.
    if (call === null || (asText(call.id) !== '' && known.has(keyOf(call)))) continue
    steps[0]?.push({
      key: keyOf(call),
      name: asText(call.name),
      args: call.args ?? {},
      result: null,
      isError: false,
      signature: asText(part?.thoughtSignature),
    })
  }
  return steps
}

/** Responses among the parts of a message. Pictures behind a response belong to it. */
export function responsesOf(record: JsonObject): readonly GeminiResponse[] {
  const responses: { key: string; name: string; parts: number[] }[] = []
  let isBehind = false
  for (const [index, value] of partsOf(record).entries()) {
    const part = asObject(value)
    const response = asObject(part?.functionResponse)
    if (response !== null) {
      responses.push({ key: keyOf(response), name: asText(response.name), parts: [index] })
      isBehind = true
    } else if (isBehind && part !== null && ('inlineData' in part || 'fileData' in part))
      responses.at(-1)?.parts.push(index)
    else isBehind = false
  }
  return responses
}

/** The key of calls and responses without an id: they pair by name, in their order. */
export function nameKey(name: string): string {
  return `name:${name}`
}

function keyOf(call: JsonObject): string {
  return asText(call.id) || nameKey(asText(call.name))
}
