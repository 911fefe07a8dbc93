import { markText } from '../../../shared/search/mark-text.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { wholeText } from '../message-texts.ts'

/** A thread as it is now, its running turn included. */
export interface ThreadNow {
  readonly count: number
  /** Throws for an index outside. */
  message(index: number): Message
}

/** Newest messages that are looked through for what the index does not have yet. */
const MOST_RECENT = 400
/** The tool that asks: its own question is no place where something was said. */
const ASKING_TOOL = 'search_thread'

/**
 * Messages from `from` on that hold all of the patterns, newest first: those that came since the thread was indexed, as
 * a running turn does. Calls without a result yet are not looked at.
 */
export function searchRecent(
  thread: ThreadNow,
  from: number,
  patterns: readonly RegExp[],
): readonly number[] {
  const found: number[] = []
  if (patterns.length === 0) return found
  for (let index = thread.count - 1; index >= Math.max(0, from, thread.count - MOST_RECENT); index -= 1) {
    const text = wholeText(withoutQuestions(thread.message(index)))
    if (patterns.every((pattern) => markText(text, [pattern], 1).length > 0)) found.push(index)
  }
  return found
}

function withoutQuestions(message: Message): Message {
  const toolCalls = message.toolCalls.filter(({ name, output }) => name !== ASKING_TOOL && output !== null)
  return { ...message, toolCalls }
}
