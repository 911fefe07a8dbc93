import type { JsonValue } from '../../../shared/thread/message.ts'
import { asObject, asText } from '../native/json-shape.ts'
import type { NewImage, NewPart } from '../native/write-message.ts'
import { dataUrlImage, imagePart, textPart } from './new-part.ts'
import { typedPart } from './typed-part.ts'

/**
 * The picture a content block holds, in any of the providers' forms: `image_url`, `input_image`, `image` with a
 * `source`, `data` or `image`, `file` with a media type. Null when it is none or its bytes are elsewhere.
 */
export function pictureOf(value: JsonValue): NewImage | null {
  const block = asObject(value)
  if (block === null || !isPictureBlock(value)) return null
  const source = asObject(block.source)
  if (source !== null) return ofBase64(source.media_type ?? source.mimeType, source.data)
  const address = asObject(block.image_url)?.url ?? block.image_url ?? block.url
  if (typeof address === 'string') return dataUrlImage(address)
  return ofBase64(
    block.mimeType ?? block.mediaType ?? block.mime_type ?? block.media_type,
    block.data ?? block.image ?? block.base64,
  )
}

/** True for a block that stands for a picture, also one that is only named by an address or a file id. */
export function isPictureBlock(value: JsonValue): boolean {
  const block = asObject(value)
  switch (block?.type) {
    case 'image':
    case 'image_url':
    case 'input_image':
    case 'image-data':
    case 'image-url':
    case 'computer_screenshot':
      return true
    case 'file':
    case 'file-data':
    case 'media':
      return asText(block.mediaType ?? block.mimeType ?? block.mime_type).startsWith('image/')
    default:
      return false
  }
}

function ofBase64(type: JsonValue | undefined, data: JsonValue | undefined): NewImage | null {
  return dataUrlImage(data) ?? (asText(data).includes(':') ? null : imagePart(type, data))
}

const TEXT_BLOCKS = new Set(['text', 'input_text', 'output_text', 'summary_text', 'reasoning_text'])

/** Text of a content block of any provider; null when it is none. */
export function blockText(value: JsonValue): string | null {
  if (typeof value === 'string') return value
  const block = asObject(value)
  if (block === null) return null
  if (block.type === 'refusal' && typeof block.refusal === 'string') return block.refusal
  return typeof block.text === 'string' && TEXT_BLOCKS.has(asText(block.type) || 'text') ? block.text : null
}

/** A `content` of any provider as parts: a text, blocks, nothing, or something odd that is kept. */
export function contentParts(content: JsonValue | undefined): readonly NewPart[] {
  if (content === undefined || content === null) return []
  if (typeof content === 'string') return content === '' ? [] : [textPart(content)]
  if (!Array.isArray(content)) return [partOf(content)]
  return content.map(partOf)
}

function partOf(block: JsonValue): NewPart {
  const text = blockText(block)
  if (text !== null) return textPart(text)
  return pictureOf(block) ?? typedPart('unknown', block)
}
