import type { Message } from '../../../shared/thread/message.ts'
import { messageText } from '../../../shared/thread/message-text.ts'
import { type ReadCheckpoint, readCheckpoint } from './wrapper.ts'

/**
 * A checkpoint that was written over a part in the middle of a thread, before which messages stay; null when the
 * message is none. Only with the record's own word that no person typed it: a person may quote a checkpoint.
 */
export function readInnerCheckpoint(message: Message): ReadCheckpoint | null {
  return message.role === 'user' && message.metaFlag === true ? readCheckpoint(messageText(message)) : null
}
