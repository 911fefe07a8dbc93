import type { CompactionEvent } from '../../../shared/compact/event.ts'
import type { Policy } from '../../../shared/compact/policy.ts'
import type { Message, Role } from '../../../shared/thread/message.ts'
import { wrapCheckpoint } from '../checkpoint/wrapper.ts'

/** First line of the bracketed form (S-135). */
const BRACKETED_LINE = '[Previous conversation summary]'

/** Last paragraph of the bracketed form: context, no order to act (B-51). */
const CONTINUATION =
  'Continue from where the conversation left off, using this summary as context. It is not a new request.'

/**
 * The message that stands for what an event summarized (C-04). `reminder` is a user message in the wrapper of
 * S-184, `bracketed` an assistant message in the form of S-135. Names the history file only when one was written
 * (S-060, S-088). The same event gives the same bytes.
 */
export function summaryMessage(
  event: Pick<CompactionEvent, 'id' | 'summaryMessage' | 'filePath'>,
  form: Policy['summaryForm'],
): Message {
  const pointer =
    event.filePath === null
      ? ''
      : `\n\n## Full history\nThe earlier messages, word for word: ${event.filePath} (read it when a detail is missing).`
  const body = `${event.summaryMessage.text.trim()}${pointer}`.toWellFormed()
  const id = `checkpoint-${event.id}`
  return form === 'reminder'
    ? syntheticMessage(id, 'user', wrapCheckpoint(body))
    : syntheticMessage(id, 'assistant', `${BRACKETED_LINE}\n${body}\n\n${CONTINUATION}`)
}

/**
 * The summary inside a bracketed message, as another program may have written it; null when the text is none.
 * The closing instruction is taken off: ours as it is, another writer's when it is one plain paragraph that
 * speaks of continuing.
 */
export function readBracketedSummary(text: string): string | null {
  const trimmed = text.trimStart()
  if (!/^\[Previous conversation summary\][ \t]*(?:\r?\n|$)/.test(trimmed)) return null
  const body = trimmed.slice(BRACKETED_LINE.length).trim()
  const lastBreak = Math.max(body.lastIndexOf('\n\n'), body.lastIndexOf('\n\r\n'))
  if (lastBreak < 0) return body
  const last = body.slice(lastBreak).trim()
  const isInstruction =
    last === CONTINUATION || /^(?:please )?(?:continue|resume|pick up)\b[^\n]*$/i.test(last)
  return isInstruction ? body.slice(0, lastBreak).trim() : body
}

/** A message that compaction made: one text, nothing else. */
export function syntheticMessage(id: string, role: Role, text: string): Message {
  return {
    id,
    role,
    content: [{ kind: 'text', text }],
    thinking: null,
    toolCalls: [],
    usage: null,
    durationMs: null,
    hasPrivateReasoning: false,
    metaFlag: null,
  }
}
