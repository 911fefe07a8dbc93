import { asArray, asObject, asText, walkStrings } from './json.ts'
import type { JsonObject, Protocol } from './types.ts'

const CHARS_PER_TOKEN = 4

export function countTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN)
}

/** All text that the model would read, system text first. */
export function requestText(protocol: Protocol, body: JsonObject): string {
  const system = protocol === 'anthropic' ? textOf(body.system) : asText(body.instructions)
  const list = protocol === 'openai-responses' ? body.input : body.messages
  const messages = typeof list === 'string' ? [list] : asArray(list).map((item) => textOf(asObject(item)))
  return [system, ...messages, textOf(body.tools)].filter((text) => text !== '').join('\n')
}

/** Text of the last message of the person, without the system text: where the conversation stands. */
export function userText(protocol: Protocol, body: JsonObject): string {
  const list = protocol === 'openai-responses' ? body.input : body.messages
  if (typeof list === 'string') return list
  const last = asArray(list)
    .map(asObject)
    .findLast((item) => item.role === 'user')
  return last === undefined ? '' : textOf(last.content)
}

/** Every string below a value that is meant to be read; ids, roles and types are not. */
function textOf(value: unknown): string {
  const parts: string[] = []
  walkStrings(value, (path, text) => {
    if (!/(?:^|\.)(?:role|type|id|call_id|tool_call_id|tool_use_id|media_type)$/.test(path)) parts.push(text)
  })
  return parts.join('\n')
}
