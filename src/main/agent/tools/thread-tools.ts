import { z } from 'zod'
import type { Message } from '../../../shared/thread/message.ts'
import { boundText, MAX_RESULT_CHARS, oneLine } from './bound-text.ts'
import { defineTool, type Tool, ToolFault } from './tool.ts'

/** A message of the thread that holds what was asked for. */
export interface ThreadHit {
  readonly index: number
  readonly role: Message['role']
  readonly snippet: string
}

/** The thread's own history, compacted parts included. */
export interface ThreadHistory {
  readonly count: number
  /** Rejects with RangeError for an index outside. */
  message(index: number): Message
  /** The whole message as text. */
  textOf(message: Message): string
  /** The best messages first; `isAny` = no message held all of the words. */
  search(
    query: string,
    limit: number,
  ): Promise<{ readonly hits: readonly ThreadHit[]; readonly total: number; readonly isAny: boolean }>
}

const DEFAULT_HITS = 10
const MOST_HITS = 30

/**
 * Lets the model look into its own thread: what was compacted is no longer in front of it, but still there. Both only
 * read, and no other thread can be reached.
 */
export function threadTools(history: ThreadHistory): readonly Tool[] {
  return [searchThreadTool(history), readMessageTool(history)]
}

function searchThreadTool(history: ThreadHistory): Tool {
  return defineTool({
    name: 'search_thread',
    description:
      'Searches all messages of this conversation, also those that were compacted and are no longer in your context: what was said, tool calls and their results. Answers message numbers with a snippet; read_message shows one in full.',
    input: z.strictObject({
      query: z
        .string()
        .min(1)
        .max(500)
        .describe('Words, or "an exact phrase". A message has to hold all of them.'),
      limit: z
        .int()
        .min(1)
        .max(MOST_HITS)
        .optional()
        .describe(`At most this many hits; ${DEFAULT_HITS} when left out.`),
    }),
    subject: ({ query }) => oneLine(query, 200),
    async run({ query, limit = DEFAULT_HITS }) {
      const { hits, total, isAny } = await history.search(query, limit)
      if (hits.length === 0) return '[No message of this conversation holds these words.]'
      const lines = hits.map(({ index, role, snippet }) => `#${index} ${role}: ${oneLine(snippet, 300)}`)
      return [
        ...(isAny ? ['[No message holds all of the words; these hold some.]'] : []),
        ...lines,
        `[${hits.length} of ${total} messages. read_message with a number shows one in full.]`,
      ].join('\n')
    },
  })
}

function readMessageTool(history: ThreadHistory): Tool {
  return defineTool({
    name: 'read_message',
    description:
      'Shows one earlier message of this conversation in full, with its tool calls and results, by the number that search_thread gave.',
    input: z.strictObject({
      message: z.int().min(0),
      offset: z.int().min(0).optional().describe('Characters to leave out at the start of a long one.'),
    }),
    subject: ({ message }) => `#${message}`,
    async run({ message: index, offset = 0 }) {
      if (index >= history.count)
        throw new ToolFault(`There is no message ${index}; the last one is ${history.count - 1}.`)
      const message = history.message(index)
      const text = history.textOf(message)
      const head = `#${index} ${message.role}, ${text.length} characters`
      if (offset > 0 && offset >= text.length) return `${head}\n[Nothing stands behind character ${offset}.]`
      const rest = text.slice(offset)
      const room = MAX_RESULT_CHARS - 200
      if (rest.length <= room) return `${head}\n${rest.toWellFormed()}`
      const end = offset + room
      return `${head}\n${boundText(rest.slice(0, room), room)}\n[Goes on: offset ${end}]`
    },
  })
}
