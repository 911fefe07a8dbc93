import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'

/** Items of a message in OpenAI's Responses protocol, as newer mini-swe-agent runs hold them; else empty. */
export function responseItems(message: JsonObject): readonly JsonObject[] {
  return asList(message.output).flatMap((item) => {
    const object = asObject(item)
    return object === null ? [] : [object]
  })
}

/** A call as the message holds it. `text` is the JSON text of its arguments. */
export interface SweCall {
  readonly id: string
  readonly name: string
  readonly text: JsonObject[string] | undefined
}

/** The calls of a message, in Chat Completions' or in Responses' shape. */
export function callsOf(message: JsonObject): readonly SweCall[] {
  const chat = asList(message.tool_calls).map((value) => {
    const call = asObject(value)
    const named = asObject(call?.function)
    return { id: asText(call?.id), name: asText(named?.name), text: named?.arguments }
  })
  const items = responseItems(message)
    .filter(({ type }) => type === 'function_call')
    .map((item) => ({ id: asText(item.call_id), name: asText(item.name), text: item.arguments }))
  return [...chat, ...items]
}

/** Ids of the calls that a message answers; SWE-agent lists several. Empty = it is no result. */
export function answeredIds(message: JsonObject): readonly string[] {
  if (message.type === 'function_call_output') return [asText(message.call_id)]
  if (message.role !== 'tool') return []
  const listed = asList(message.tool_call_ids).map(asText)
  return listed.length > 0 ? listed : [asText(message.tool_call_id)]
}

/** `assistant`, also for a Responses message that names no role. */
export function roleOf(message: JsonObject): string {
  if (message.type === 'function_call_output') return 'tool'
  return asText(message.role) || (responseItems(message).length > 0 ? 'assistant' : '')
}

/** What a content says: its text, or the texts of its blocks. */
export function textOf(content: JsonObject[string] | undefined): string {
  if (typeof content === 'string') return content
  return asList(content)
    .map((block) => (typeof block === 'string' ? block : asText(asObject(block)?.text)))
    .filter((text) => text !== '')
    .join('\n\n')
}
