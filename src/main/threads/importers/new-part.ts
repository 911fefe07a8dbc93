import type { JsonValue, OtherPart, TextPart } from '../../../shared/thread/message.ts'
import type { NewImage } from '../native/write-message.ts'

/** A text block. */
export function textPart(text: string): TextPart {
  return { kind: 'text', text }
}

/** A block our model has no place for, whole. */
export function otherPart(type: string, value: JsonValue): OtherPart {
  return { kind: 'other', type: type || 'unknown', json: JSON.stringify(value) }
}

/** A picture from its base64 text; null when there is none. */
export function imagePart(mimeType: JsonValue | undefined, base64: JsonValue | undefined): NewImage | null {
  if (typeof base64 !== 'string' || base64 === '') return null
  return {
    kind: 'image',
    mimeType: typeof mimeType === 'string' && mimeType ? mimeType : 'image/png',
    base64,
  }
}

/** A picture from a data URL with base64; null for every other address. */
export function dataUrlImage(url: JsonValue | undefined): NewImage | null {
  if (typeof url !== 'string' || !url.startsWith('data:')) return null
  const comma = url.indexOf(',')
  if (comma < 0 || comma > 200) return null
  const [mimeType, ...marks] = url.slice(5, comma).split(';')
  return marks.includes('base64') && mimeType?.startsWith('image/')
    ? imagePart(mimeType, url.slice(comma + 1))
    : null
}
