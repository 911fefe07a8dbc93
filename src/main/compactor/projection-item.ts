import type { ProjectionItem } from '../../shared/compact/preview.ts'
import type { Message } from '../../shared/thread/message.ts'
import { messageText } from '../../shared/thread/message-text.ts'
import { describeCall, oneLine, outputText } from '../compaction/reduce/describe-call.ts'

const EXCERPT_CHARS = 400
const RESULT_CHARS = 160
const SHOWN_CALLS = 12

/** A line of "What the model sees" for a message of the next request (S-185): its first words, its calls. */
export function messageItem(
  kind: ProjectionItem['kind'],
  index: number | null,
  tokens: number,
  message: Message,
): ProjectionItem {
  return {
    ...textItem(kind, index, tokens, messageText(message)),
    calls: message.toolCalls.slice(0, SHOWN_CALLS).map((call) => ({
      call: describeCall(call),
      result: call.output === null ? null : oneLine(outputText(call.output), RESULT_CHARS),
    })),
    callCount: message.toolCalls.length,
  }
}

/** A line for what is no message: the system prompt, the tools, a checkpoint that is not written yet. */
export function textItem(
  kind: ProjectionItem['kind'],
  index: number | null,
  tokens: number,
  text: string,
): ProjectionItem {
  return {
    kind,
    index,
    tokens,
    text: text.slice(0, EXCERPT_CHARS).toWellFormed(),
    ...(text.length > EXCERPT_CHARS ? { isCut: true } : {}),
    calls: [],
    callCount: 0,
    isSent: true,
  }
}
