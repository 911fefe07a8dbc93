import type { ImportedMessage } from './transcript.ts'

/** A message with nothing in it, to be spread under what a record says. */
export const EMPTY_MESSAGE: ImportedMessage = {
  content: [],
  thinking: null,
  toolCalls: [],
  usage: null,
  durationMs: null,
  atMs: null,
  origin: null,
  ending: 'complete',
  privateItems: [],
  checkpoint: null,
  rest: {},
}
