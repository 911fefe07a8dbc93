import type { JsonValue } from '../../../shared/thread/message.ts'
import type { Media } from '../../ports.ts'
import { decodeJson } from '../json/decode-json.ts'
import { blobRange, imageDataOf } from '../native/image-data.ts'
import { asList, asObject } from '../native/json-shape.ts'
import type { ThreadFile } from '../thread-file.ts'
import { sniffImage } from './image-type.ts'
import type { MediaPlace } from './media-url.ts'

function partAt(record: JsonValue, place: MediaPlace): JsonValue | undefined {
  const message = asObject(record)
  if (place.kind === 'part') return asList(message?.content)[place.part]
  const output = asObject(asObject(asList(message?.toolCalls)[place.call])?.output)
  return asList(output?.content)[place.part]
}

function base64Of(file: ThreadFile, part: JsonValue): string | null {
  const image = imageDataOf(part)
  if (image === null) return null
  if (image.hash === null) return image.data
  const range = blobRange(file.scan.blobs, image.hash)
  if (range === null) return null
  const slice = file.source.slice(range.from, range.to)
  const value = decodeJson(slice, { from: 0, to: slice.length })
  return typeof value === 'string' ? value : null
}

/**
 * Bytes of one picture of a thread, from its blob table or from the message itself. Null when there is none or
 * its bytes are not PNG, JPEG, GIF or WebP; what the file declares does not count.
 */
export function readMedia(file: ThreadFile, index: number, place: MediaPlace): Media | null {
  if (index < 0 || index >= file.count) return null
  const slice = file.rawSlice(index)
  const part = partAt(decodeJson(slice, { from: 0, to: slice.length }) as JsonValue, place)
  const base64 = part === undefined ? null : base64Of(file, part)
  if (base64 === null) return null
  const bytes = Buffer.from(base64, 'base64')
  const mimeType = sniffImage(bytes)
  return mimeType === null ? null : { mimeType, bytes }
}
