import type { JsonValue, Part } from '../../../shared/thread/message.ts'
import { type BlobTable, blobRange, decodedSize, imageDataOf } from './image-data.ts'
import { asObject, asText } from './json-shape.ts'

/** Text of a part as it stands in the file, asked only for parts that have no place in the model. */
export type RawPart = (index: number) => string

function imagePart(part: JsonValue, blobs: BlobTable): Part | null {
  const image = imageDataOf(part)
  if (image === null) return null
  if (image.hash === null) {
    const bytes = decodedSize(image.data.length, image.data.slice(-2))
    return { kind: 'image', mimeType: image.mimeType, bytes, source: { kind: 'inline' } }
  }
  const range = blobRange(blobs, image.hash)
  // Quotes excluded; the padding is not looked at, so the size may be two bytes too large.
  const bytes = range === null ? 0 : decodedSize(range.to - range.from - 2, '')
  return { kind: 'image', mimeType: image.mimeType, bytes, source: { kind: 'blob', hash: image.hash } }
}

function parsePart(part: JsonValue, index: number, blobs: BlobTable, raw: RawPart): Part {
  if (typeof part === 'string') return { kind: 'text', text: part }
  const block = asObject(part)
  if (block?.type === 'text' && typeof block.text === 'string') return { kind: 'text', text: block.text }
  return imagePart(part, blobs) ?? { kind: 'other', type: asText(block?.type) || 'unknown', json: raw(index) }
}

/** Parts of a `content`: a list of blocks, or one plain text as older files have it. */
export function parseParts(content: JsonValue | undefined, blobs: BlobTable, raw: RawPart): readonly Part[] {
  if (content === undefined || content === null) return []
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (!Array.isArray(content)) return [{ kind: 'other', type: 'unknown', json: JSON.stringify(content) }]
  return content.map((part: JsonValue, index) => parsePart(part, index, blobs, raw))
}
