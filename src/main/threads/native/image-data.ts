import type { JsonValue } from '../../../shared/thread/message.ts'
import type { ByteRange } from '../json/bytes.ts'
import { asObject, asText } from './json-shape.ts'

/** The table of pictures of one file: its keys are hashes, its values stand at these bytes. */
export type BlobTable = ReadonlyMap<string, ByteRange>

/** What an image block points to. `data` is base64 text when it stands in the block itself. */
export interface ImageData {
  readonly mimeType: string
  readonly hash: string | null
  readonly data: string
}

const BLOB_PREFIX = 'blob:sha256:'

/** Reads an `image` block (August 2026) or `image_data` block (July 2026); null for any other value. */
export function imageDataOf(part: JsonValue): ImageData | null {
  const block = asObject(part)
  if (block === null || (block.type !== 'image' && block.type !== 'image_data')) return null
  if (typeof block.data !== 'string') return null
  const mimeType = asText(block.mimeType)
  if (block.data.startsWith(BLOB_PREFIX))
    return { mimeType, hash: block.data.slice(BLOB_PREFIX.length), data: '' }
  const url = /^data:([^;,]*)[^,]*,/.exec(block.data.slice(0, 200))
  if (url === null) return { mimeType, hash: null, data: block.data }
  return { mimeType: mimeType || (url[1] ?? ''), hash: null, data: block.data.slice(url[0].length) }
}

/** Where the bytes of a hash stand; some writers put the name of the hash before it. */
export function blobRange(blobs: BlobTable, hash: string): ByteRange | null {
  return blobs.get(hash) ?? blobs.get(`sha256:${hash}`) ?? null
}

/** Size of what base64 text of this length decodes to; `tail` is its last two characters. */
export function decodedSize(chars: number, tail: string): number {
  const padding = tail.endsWith('==') ? 2 : tail.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((chars * 3) / 4) - padding)
}
