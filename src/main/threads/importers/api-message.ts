import type { JsonValue } from '../../../shared/thread/message.ts'
import { asObject } from '../native/json-shape.ts'
import { EMPTY_MESSAGE } from './empty-message.ts'
import { textPart } from './new-part.ts'
import type { Entry, ImportedMessage } from './transcript.ts'
import { typedPart } from './typed-part.ts'

/** A record that is no message of its format: shown as what it is. */
export function oddMessage(value: JsonValue | undefined): ImportedMessage {
  const part = typeof value === 'string' ? textPart(value) : typedPart('unknown', value ?? null)
  return { ...EMPTY_MESSAGE, content: [part] }
}

/** What a reader noted about an entry, as an object. */
export function detailOf(entry: Entry): { readonly [name: string]: JsonValue } {
  return asObject(entry.detail) ?? {}
}

/** Where a reply and its private blocks came from; files do not tell the host. Null when nothing is known. */
export function originOf(
  protocol: 'openai-chat' | 'openai-responses' | 'anthropic',
  model: string,
  privateItems: readonly JsonValue[],
): ImportedMessage['origin'] {
  return model === '' && privateItems.length === 0 ? null : { protocol, host: '', model }
}
