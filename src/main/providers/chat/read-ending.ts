import { AppError } from '../../../shared/ipc/errors.ts'
import type { ChatAnswer } from './chat-model.ts'
import type { ReplyCollector, ReplyEnding } from './reply-collector.ts'

/** What each known reason means. An unknown one counts as cut: it is no success. */
const REASONS: ReadonlyMap<string, ChatAnswer['ending']> = new Map(
  Object.entries({
    stop: 'complete',
    end_turn: 'complete',
    completed: 'complete',
    stop_sequence: 'complete',
    eos_token: 'complete', // TGI
    pause_turn: 'complete',
    tool_calls: 'tool-calls',
    function_call: 'tool-calls',
    tool_use: 'tool-calls',
    content_filter: 'content-filter',
    refusal: 'content-filter',
  } as const),
)

/**
 * The answer of a stream that reached its end mark. Throws `stream-cut` without one, whatever came before, and
 * `overflow` when the window was full before the first character.
 */
export function readEnding(
  { reply, reason, usage }: ReplyEnding & { readonly reply: ReplyCollector },
  host: string,
): ChatAnswer {
  if (reason === null) throw new AppError('stream-cut', 'The answer broke off.', { params: { host } })
  const word = reason.toLowerCase()
  if (word === 'model_context_window_exceeded' && reply.isEmpty())
    throw new AppError('overflow', 'The request is longer than the window of the model.', {
      params: { host },
    })
  const answer = reply.finish()
  const meant = REASONS.get(word) ?? 'length'
  // Some servers end a reply with calls as if it were text, and the other way round.
  const ending =
    meant === 'complete' || meant === 'tool-calls'
      ? answer.calls.length > 0
        ? 'tool-calls'
        : 'complete'
      : meant
  return { ...answer, usage, ending }
}
