/** Names of the channels between preload and main. Nothing else crosses. */
export const CHANNELS = {
  /** A page has loaded: whatever an earlier page of this window asked for is over. */
  page: 'palimpsest:page',
  /** Invoke: `(route, input)`, answered by an `Answer`. */
  request: 'palimpsest:request',
  /** Send: `(streamId, route, input)`. */
  stream: 'palimpsest:stream',
  /** Send: `(streamId)`. */
  cancel: 'palimpsest:cancel',
  /** Send: `(paths)`: files were dropped on the window. From the preload only; empty = their paths are not known. */
  dropped: 'palimpsest:dropped',
  /** To the page: `(streamId, StreamMessage)`. */
  message: 'palimpsest:message',
  /** To the page: `(name, payload)`. */
  event: 'palimpsest:event',
} as const
