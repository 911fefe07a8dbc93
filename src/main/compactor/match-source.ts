import { basename } from 'node:path'
import { AppError } from '../../shared/ipc/errors.ts'
import type { Message } from '../../shared/thread/message.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { fingerprintOf } from '../threads/fingerprint.ts'
import type { ThreadFile } from '../threads/thread-file.ts'

/** How a source stands to its copy: `changed` = it grew or was changed since the copy was made. */
export type SourceState = 'same' | 'changed'

/**
 * Says whether a compacted copy was made from this file, by the name and the hash in its lineage, and by the messages
 * they share. Rejects with `bad-input` when it was made from another one.
 */
export async function matchSource(source: ThreadFile, copy: ThreadFile): Promise<SourceState> {
  const { origin, sourceSha256 } = copy
  const { sha256 } = source.fingerprint.sha256 === '' ? await fingerprintOf(source.path) : source.fingerprint
  // Of a transcript in many files nobody knows a hash.
  const isHashed = sourceSha256 !== '' && sha256 !== ''
  if (isHashed && sourceSha256 === sha256) return 'same'
  const name = basename(source.path)
  if (origin !== null && origin.sourceName !== name)
    throw new AppError('bad-input', `This copy was made from ${origin.sourceName}, not from ${name}.`)
  if (!hasSharedMessage(source, copy))
    throw new AppError('bad-input', `This copy was not made from ${name}: they have no message in common.`)
  return isHashed ? 'changed' : 'same'
}

/** True when a message behind the copy's checkpoint stands in the source, with the same words. */
function hasSharedMessage(source: ThreadFile, copy: ThreadFile): boolean {
  const said = new Set(source.readMessages({ from: 0, to: source.count }).map(saidAs))
  return copy
    .readMessages({ from: (copy.newestCheckpoint ?? -1) + 1, to: copy.count })
    .some((message) => (message.id !== '' || messageText(message) !== '') && said.has(saidAs(message)))
}

/** Who said what, as one word: a message without an id is told by its text. */
function saidAs(message: Message): string {
  return JSON.stringify([message.id, message.role, messageText(message)])
}
