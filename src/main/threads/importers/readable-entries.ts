import type { Message } from '../../../shared/thread/message.ts'
import type { Entry } from './transcript.ts'

/** Messages among a transcript's entries: what could not be read, such as a line that was cut, is none. */
export function countReadable(entries: readonly Pick<Entry, 'kind'>[]): number {
  return entries.filter(({ kind }) => kind !== 'broken').length
}

/** Type of the one part of a message that stands for a record that could not be read. */
export const UNREADABLE = 'unreadable'

/** True for such a message, in the transcript and in what was imported of it. */
export function isUnreadable({ content, runtime }: Message): boolean {
  const [part] = content
  return runtime?.imported != null && part?.kind === 'other' && part.type === UNREADABLE
}
