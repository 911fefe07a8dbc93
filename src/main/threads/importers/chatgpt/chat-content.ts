import type { JsonValue } from '../../../../shared/thread/message.ts'
import { asList, asObject, asText, type JsonObject } from '../../native/json-shape.ts'
import { parseExact } from '../../native/parse-exact.ts'
import type { NewImage, NewPart } from '../../native/write-message.ts'
import { textPart } from '../new-part.ts'
import { typedPart } from '../typed-part.ts'

/** Gives the picture at an address; null when its file is not there. Asked once for each place it stands at. */
export type PictureAt = (address: string) => NewImage | null

/** Members of a content that hold what was said, by its `content_type`. */
const TEXT_MEMBERS: { readonly [contentType: string]: readonly string[] } = {
  code: ['text'],
  execution_output: ['text'],
  tether_browsing_display: ['result', 'summary'],
  tether_quote: ['title', 'url', 'text'],
  sonic_webpage: ['title', 'url', 'text', 'snippet'],
  user_editable_context: ['user_profile', 'user_instructions'],
  model_editable_context: ['model_set_context'],
  system_error: ['name', 'text'],
}

/** What a message shows. A content of another kind, or one without any text, is kept whole. */
export function contentParts(content: JsonObject | null, pictureAt: PictureAt): readonly NewPart[] {
  if (content === null) return []
  const contentType = asText(content.content_type)
  const members = TEXT_MEMBERS[contentType]
  if (members === undefined) {
    const parts = asList(content.parts)
    if (parts.length === 0) return [typedPart(contentType, content)]
    return parts.flatMap((part) => partOf(part, pictureAt))
  }
  const text = members.map((name) => asText(content[name])).filter((said) => said.trim() !== '')
  return text.length === 0 ? [typedPart(contentType, content)] : [textPart(text.join('\n\n'))]
}

function partOf(part: JsonValue, pictureAt: PictureAt): readonly NewPart[] {
  if (typeof part === 'string') return part === '' ? [] : [textPart(part)]
  const object = asObject(part)
  const type = asText(object?.content_type)
  if (type === 'image_asset_pointer') {
    const image = pictureAt(asText(object?.asset_pointer))
    return [image ?? typedPart(type, part)]
  }
  const spoken = type === 'audio_transcription' ? asText(object?.text) : ''
  return spoken === '' ? [typedPart(type, part)] : [textPart(spoken)]
}

/** The model's thoughts as text; empty for every other content. */
export function thoughtText(content: JsonObject | null): string {
  return asList(content?.thoughts)
    .map((thought) => {
      const { summary, content: said } = asObject(thought) ?? {}
      return [asText(summary), asText(said)].filter((text) => text !== '').join('\n')
    })
    .filter((text) => text !== '')
    .join('\n\n')
}

/** What a call hands to its tool: the object that its text is, else the text by its language. */
export function callArguments(content: JsonObject | null): JsonValue {
  const text = asText(content?.text) || asList(content?.parts).map(asText).join('')
  try {
    const value = parseExact(text)
    if (asObject(value) !== null) return value
  } catch {
    // Code and queries are no JSON.
  }
  return content?.content_type === 'code' ? { code: text, language: asText(content.language) } : { text }
}
