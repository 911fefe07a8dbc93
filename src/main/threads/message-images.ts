import type { ImagePart, Message } from '../../shared/thread/message.ts'
import type { ThreadFile } from './thread-file.ts'
import type { MediaPlace } from './view/media-url.ts'
import { readMedia } from './view/read-media.ts'

/** A picture's bytes as base64; null = they cannot be had. */
export type PictureReader = (
  message: Message,
  part: ImagePart,
) => { readonly mimeType: string; readonly base64: string } | null

/** A message with its place in the thread. */
export interface PlacedMessage {
  readonly index: number
  readonly message: Message
}

/**
 * Reads pictures out of a thread by their part: reductions and templates change messages around them, never the
 * part itself. Only pictures of the given messages are found.
 */
export function pictureReader(file: ThreadFile, messages: readonly PlacedMessage[]): PictureReader {
  const places = new Map<ImagePart, { readonly index: number; readonly place: MediaPlace }>()
  for (const { index, message } of messages) {
    for (const [part, item] of message.content.entries())
      if (item.kind === 'image') places.set(item, { index, place: { kind: 'part', part } })
    for (const [call, { output }] of message.toolCalls.entries())
      for (const [part, item] of (output?.content ?? []).entries())
        if (item.kind === 'image') places.set(item, { index, place: { kind: 'output', call, part } })
  }
  return (_message, part) => {
    const found = places.get(part)
    const media = found === undefined ? null : readMedia(file, found.index, found.place)
    if (media === null) return null
    return { mimeType: media.mimeType, base64: Buffer.from(media.bytes).toString('base64') }
  }
}
