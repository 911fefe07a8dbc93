import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'

/** Members of an attachment that hold what the model reads, the fuller ones first. */
const TEXT_KEYS = [
  'content',
  'prompt',
  'text',
  'snippet',
  'banner',
  'blockingError',
  'addedBlocks',
  'addedLines',
  'deltaSummary',
  'description',
  'stdout',
  'stderr',
] as const

/** The member that holds the text of an attachment, and its text; null when it has none. */
export function attachmentText(
  attachment: JsonObject,
): { readonly key: string; readonly text: string } | null {
  for (const key of TEXT_KEYS) {
    const text = textIn(attachment[key], 0)
    if (text.trim() !== '') return { key, text }
  }
  return null
}

/** A prompt typed while the model was at work, delivered as an attachment. */
export function isQueuedPrompt(attachment: JsonObject): boolean {
  if (attachment.type !== 'queued_command') return false
  const origin = asText(asObject(attachment.origin)?.kind)
  return asText(attachment.commandMode) === 'prompt' && (origin === '' || origin === 'human')
}

function textIn(value: JsonValue | undefined, depth: number): string {
  if (typeof value === 'string') return value
  if (depth > 2) return ''
  if (Array.isArray(value))
    return asList(value)
      .map((item) => textIn(item, depth + 1))
      .filter((text) => text !== '')
      .join('\n')
  const object = asObject(value)
  return object === null ? '' : textIn(object.text ?? object.content ?? object.blockingError, depth + 1)
}
