import type { Part } from '../../../shared/thread/message.ts'
import type { RowPart } from '../../../shared/thread/row.ts'
import { type BlobTable, blobRange } from '../native/image-data.ts'
import { isShownType } from './image-type.ts'
import { type MediaPlace, mediaUrl } from './media-url.ts'
import { cutBody } from './text-body.ts'

/** What making parts needs beside the part: where it stands and how much text may go along. */
export interface PartContext {
  readonly thread: string
  readonly index: number
  readonly blobs: BlobTable
  readonly maxChars: number
}

/** A part as the view gets it: text cut, a picture as an address, a picture that is not there as such. */
export function toRowPart(part: Part, place: MediaPlace, context: PartContext): RowPart {
  switch (part.kind) {
    case 'text':
      return { kind: 'text', body: cutBody(part.text, context.maxChars) }
    case 'other':
      return { kind: 'other', type: part.type, body: cutBody(part.json, context.maxChars) }
    case 'image':
      if (part.source.kind === 'blob' && blobRange(context.blobs, part.source.hash) === null)
        return { kind: 'missing-image' }
      // A type that is never served is named, so that the reader knows what stands there.
      if (!isShownType(part.mimeType)) return { kind: 'other', type: part.mimeType, body: cutBody('') }
      return {
        kind: 'image',
        url: mediaUrl({ thread: context.thread, index: context.index, place }),
        mimeType: part.mimeType,
        bytes: part.bytes,
      }
  }
}

/** Parts of a message's content. */
export function contentParts(parts: readonly Part[], context: PartContext): readonly RowPart[] {
  return parts.map((part, index) => toRowPart(part, { kind: 'part', part: index }, context))
}

/** Parts of the result of call number `call`. */
export function outputParts(parts: readonly Part[], call: number, context: PartContext): readonly RowPart[] {
  return parts.map((part, index) => toRowPart(part, { kind: 'output', call, part: index }, context))
}
