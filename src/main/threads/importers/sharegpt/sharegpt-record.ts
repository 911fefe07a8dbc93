import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText } from '../../native/json-shape.ts'
import { parseExact } from '../../native/parse-exact.ts'
import type { NewCall } from '../../native/write-message.ts'
import { callArguments } from '../call-arguments.ts'

/** Who speaks in a record. */
export type Speaker = 'user' | 'assistant' | 'system' | 'call' | 'result' | 'other'

const SPEAKERS: { readonly [from: string]: Speaker } = {
  human: 'user',
  user: 'user',
  prompter: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  bard: 'assistant',
  bing: 'assistant',
  assistant: 'assistant',
  model: 'assistant',
  system: 'system',
  function_call: 'call',
  tool_call: 'call',
  observation: 'result',
  tool: 'result',
  function_response: 'result',
  tool_response: 'result',
}

/** The speaker that `from` names; datasets write it in any case. */
export function speakerOf(value: JsonValue): Speaker {
  const from = asText(asObject(value)?.from).toLowerCase()
  return Object.hasOwn(SPEAKERS, from) ? (SPEAKERS[from] ?? 'other') : 'other'
}

/** Calls in the value of a `function_call`: one object, a list, or one object a line. Never empty. */
export function callsOfText(text: string): readonly NewCall[] {
  const whole = parsed(text)
  const values = whole === undefined ? text.split('\n').filter((line) => line.trim() !== '') : []
  const found = whole === undefined ? values.map(parsed) : asList(whole).length > 0 ? asList(whole) : [whole]
  const calls = found.flatMap((value) => callOf(value) ?? [])
  if (calls.length > 0 && calls.length === found.length) return calls
  return [{ id: '', name: 'function_call', arguments: {}, partialArguments: text }]
}

function callOf(value: JsonValue | undefined): NewCall | null {
  const object = asObject(value)
  const name = asText(object?.name)
  return object === null || name === ''
    ? null
    : { id: '', name, ...callArguments(object.arguments ?? object.parameters) }
}

/** JSON of a text; undefined when it is none. */
export function parsed(text: string): JsonValue | undefined {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}
