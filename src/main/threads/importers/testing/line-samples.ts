import type { Message } from '../../../../shared/thread/message.ts'
import { heldBytes } from '../../byte-source.ts'
import { readLines } from '../read-lines.ts'
import type { TranscriptFormat } from '../transcript.ts'
import { messageOf, type ReadTranscript, sourceOf } from './read-transcript.ts'

interface Counts {
  readonly [name: string]: number
}

/** All messages of a file: of every thread, and of the branches what the active line does not have. */
export function allMessages(
  format: TranscriptFormat,
  threads: readonly ReadTranscript[],
  text: string | Uint8Array,
): readonly Message[] {
  const files = sourceOf([{ name: 'file', text }])
  return threads.flatMap(({ transcript, messages }) => {
    const seen = new Set(transcript.entries.map(({ id }) => id))
    const beside = transcript.branches.flatMap(({ entries }) =>
      entries.filter(({ id }) => !seen.has(id) && seen.add(id)),
    )
    return [...messages, ...beside.map((entry) => messageOf(format, files, entry))]
  })
}

/** What can be counted in messages, by the names of `expected.json`. */
export function messageCounts(messages: readonly Message[]): Counts {
  const calls = messages.flatMap(({ toolCalls }) => toolCalls)
  const parts = [
    ...messages.flatMap(({ content }) => content),
    ...calls.flatMap(({ output }) => output?.content ?? []),
  ]
  return {
    toolCalls: new Set(calls.map(({ id }) => id)).size,
    toolResults: new Set(calls.filter(({ output }) => output !== null).map(({ id }) => id)).size,
    images: parts.filter(({ kind }) => kind === 'image').length,
    documents: parts.filter((part) => part.kind === 'other' && part.type === 'document').length,
  }
}

/** Lines of the file that stand neither in an entry nor among the asides: there may be none. */
export function lostLines(threads: readonly ReadTranscript[], text: Uint8Array): readonly string[] {
  const kept = new Set(
    threads.flatMap(({ transcript: { entries, branches, asides } }) =>
      [...entries, ...branches.flatMap((branch) => branch.entries)]
        .flatMap(({ places }) => places)
        .concat(asides)
        .map(({ from }) => from),
    ),
  )
  return [...readLines(heldBytes(text))]
    .filter(({ from }) => !kept.has(from))
    .map(({ bytes }) => Buffer.from(bytes).toString().slice(0, 120))
}
