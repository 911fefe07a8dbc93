import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import type { NewCall } from '../../native/write-message.ts'
import { callArguments } from '../call-arguments.ts'

/** A message of any of the three serialisations: plain, `{type, data}`, or a constructor with `kwargs`. */
export interface LangChainMessage {
  readonly type: 'human' | 'ai' | 'tool' | 'system' | 'other'
  /** Its own word for what it is. */
  readonly name: string
  readonly fields: JsonObject
}

const TYPES: { readonly [name: string]: LangChainMessage['type'] } = {
  human: 'human',
  user: 'human',
  ai: 'ai',
  assistant: 'ai',
  tool: 'tool',
  function: 'tool',
  system: 'system',
  developer: 'system',
}

/** Reads a message; null for what is none. */
export function langChainMessage(value: JsonValue | undefined): LangChainMessage | null {
  const record = asObject(value)
  if (record === null) return null
  const kwargs = record.lc === undefined ? null : asObject(record.kwargs)
  const data = asObject(record.data)
  if (kwargs !== null) {
    const last = asText(asList(record.id).at(-1))
    // Some writers stop before the class name: then the fields tell it.
    const isClass = /Message(?:Chunk)?$/.test(last)
    return messageOf(isClass ? last : asText(kwargs.type), kwargs)
  }
  if (data !== null && typeof record.type === 'string') return messageOf(record.type, data)
  return typeof record.type === 'string' && ('content' in record || 'id' in record)
    ? messageOf(record.type, record)
    : null
}

function messageOf(name: string, fields: JsonObject): LangChainMessage | null {
  if (name === '') return null
  const short = name.replace(/Message(?:Chunk)?$/, '').toLowerCase()
  const role = short === 'chat' || short === '' ? asText(fields.role) : short
  const type = Object.hasOwn(TYPES, role) ? TYPES[role] : undefined
  return { type: type ?? 'other', name: short, fields }
}

/** Calls of a message: parsed ones, those whose arguments could not be read, else what the provider sent. */
export function langChainCalls(fields: JsonObject): readonly NewCall[] {
  const calls = [...asList(fields.tool_calls), ...asList(fields.invalid_tool_calls)].map((value): NewCall => {
    const call = asObject(value)
    return { id: asText(call?.id), name: asText(call?.name), ...callArguments(call?.args) }
  })
  if (calls.length > 0) return calls
  return asList(asObject(fields.additional_kwargs)?.tool_calls).map((value) => {
    const call = asObject(value)
    const body = asObject(call?.function)
    return { id: asText(call?.id), name: asText(body?.name), ...callArguments(body?.arguments) }
  })
}
