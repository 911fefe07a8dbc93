import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { isMachineText } from '../machine-text.ts'
import type { EntryKind, Place } from '../transcript.ts'
import { nameKey, partsOf, responsesOf, roleOf, stepsOf } from './gemini-record.ts'

/** What is remembered of a message: where it stands and its calls, none of its text. */
export interface GeminiMessage {
  readonly id: string
  readonly role: 'user' | 'gemini' | 'note'
  /** Names it among its kind: the log replaces a message by one with the same id and type. */
  readonly key: string
  readonly place: Place
  readonly kind: EntryKind
  readonly isEmpty: boolean
  /** True when it says something besides responses to calls. */
  readonly hasOwn: boolean
  /** Keys of the calls by step, with the ones that are answered in the same record. */
  readonly steps: readonly (readonly {
    readonly key: string
    readonly name: string
    readonly isAnswered: boolean
  }[])[]
  readonly responses: readonly {
    readonly key: string
    readonly name: string
    readonly parts: readonly number[]
  }[]
  readonly thoughts: number
  readonly images: number
  readonly signatures: number
  /** Record with the count of tokens: after a resume an earlier one of the same message. Null = there is none. */
  readonly counted: Place | null
}

const SNAPSHOT = '<state_snapshot>'

/** Reads what is to be remembered of a message; null for a value that is none. */
export function readMessage(value: JsonValue, place: Place): GeminiMessage | null {
  const record = asObject(value)
  if (record === null) return null
  const parts = partsOf(record).map(asObject)
  const role = roleOf(record)
  const responses = responsesOf(record)
  const nested = new Set(responses.flatMap((response) => response.parts))
  const own = parts.filter((_, index) => !nested.has(index))
  const id = asText(record.id)
  return {
    id,
    role,
    key: `${asText(record.type) || asText(record.role)} ${id}`,
    place,
    kind: role === 'gemini' ? 'reply' : role === 'user' ? userKind(own, responses.length > 0) : 'context',
    isEmpty: !own.some((part) => part !== null && (typeof part.text !== 'string' || part.text.trim() !== '')),
    hasOwn: responses.length === 0 || own.length > 0,
    steps: role === 'gemini' ? stepMarks(record) : [[]],
    responses,
    thoughts: asList(record.thoughts).length,
    images: parts.filter((part) => asText(asObject(part?.inlineData)?.mimeType).startsWith('image/')).length,
    signatures: parts.filter((part) => asText(part?.thoughtSignature) !== '').length,
    counted: asObject(record.tokens) === null ? null : place,
  }
}

function stepMarks(record: JsonObject): GeminiMessage['steps'] {
  return stepsOf(record).map((calls) =>
    calls.map(({ key, name, result }) => ({ key, name, isAnswered: result !== null })),
  )
}

function userKind(own: readonly (JsonObject | null)[], hasResponses: boolean): EntryKind {
  const texts = own.flatMap((part) => (typeof part?.text === 'string' ? [part.text.trimStart()] : []))
  if (texts.some((text) => text.startsWith(SNAPSHOT))) return 'checkpoint'
  const said = texts.filter((text) => text !== '')
  if (said.length > 0) return said.every((text) => isMachineText(text)) ? 'context' : 'prompt'
  return hasResponses ? 'context' : 'prompt'
}

/** The keys under which a call waits for its response: its id, and its name for responses without an id. */
export function waitingKeys(call: { readonly key: string; readonly name: string }): readonly string[] {
  const byName = nameKey(call.name)
  return call.key === byName ? [byName] : [call.key, byName]
}
