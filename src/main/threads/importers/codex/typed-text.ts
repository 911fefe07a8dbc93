import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { isMachineText } from '../machine-text.ts'

/** What a user item says about who wrote it, in a few numbers. */
export interface UserMarks {
  /** What the item itself says: its parts were typed, were not, or it does not say. */
  readonly word: 'typed' | 'machine' | 'unsaid'
  /** Fingerprints of its texts, alone and joined, to be compared with the texts that events call typed. */
  readonly prints: readonly string[]
  readonly hasText: boolean
  readonly hasPicture: boolean
}

/** A short fingerprint of a text: length and a hash. */
export function printOf(text: string): string {
  const trimmed = text.trim()
  let hash = 0x811c9dc5
  for (let at = 0; at < trimmed.length; at += 1) hash = Math.imul(hash ^ trimmed.charCodeAt(at), 0x01000193)
  return `${trimmed.length}.${hash >>> 0}`
}

/** Reads who wrote a user item from its parts and its wording. */
export function userMarks(item: JsonObject): UserMarks {
  const blocks = asList(item.content).map(asObject)
  const texts = blocks.flatMap((block) => (typeof block?.text === 'string' ? [block.text] : []))
  const said = texts.filter((text) => text.trim() !== '')
  const kinds = asList(asObject(item.internal_chat_message_metadata_passthrough)?.content_item_kinds)
  const isMachine = said.length > 0 && said.every((text) => isMachineText(text, 'codex'))
  const word = kinds.some((kind) => asText(kind).startsWith('user.'))
    ? 'typed'
    : kinds.length > 0 || isMachine
      ? 'machine'
      : 'unsaid'
  return {
    word,
    prints:
      word === 'unsaid'
        ? [...new Set([...said.map(printOf), printOf(said.join('')), printOf(said.join('\n'))])]
        : [],
    hasText: said.length > 0,
    hasPicture: blocks.some((block) => block?.type === 'input_image'),
  }
}

/** The typed text that an event repeats; null for any other event. Empty for pictures alone. */
export function typedByEvent(event: JsonObject): string | null {
  if (event.type === 'user_message') return asText(event.message)
  const item = asObject(event.item)
  if (event.type !== 'item_completed' || item?.type !== 'UserMessage') return null
  return asList(item.content)
    .map((block) => asText(asObject(block)?.text))
    .join('')
}
