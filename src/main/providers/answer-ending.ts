import { AppError, type ErrorCode } from '../../shared/ipc/errors.ts'
import type { Usage } from '../../shared/thread/message.ts'

/** How one stream ended, in the words of its protocol. */
export interface AnswerEnding {
  readonly text: string
  /** `finish_reason`, `stop_reason`, or the status and reason of a response; null = none came. */
  readonly reason: string | null
  /** The protocol's last mark came: only then the answer may be complete. */
  readonly isClosed: boolean
  readonly toolCalls: number
  readonly usage: Usage | null
}

/** What each known reason means. A reason that is not here is no success (B-44). */
const REASONS: ReadonlyMap<string, 'complete' | ErrorCode> = new Map(
  Object.entries({
    stop: 'complete',
    end_turn: 'complete',
    completed: 'complete',
    eos_token: 'complete', // TGI
    length: 'summary-cut',
    max_tokens: 'summary-cut',
    max_output_tokens: 'summary-cut',
    content_filter: 'content-filter',
    refusal: 'content-filter',
    tool_calls: 'summary-tool-call',
    function_call: 'summary-tool-call',
    tool_use: 'summary-tool-call',
    model_context_window_exceeded: 'overflow',
  } as const),
)

const TEXTS: { readonly [K in ErrorCode]?: string } = {
  'summary-cut': 'The answer was cut off before its end.',
  'summary-empty': 'The model answered with nothing.',
  'summary-tool-call': 'The model called a tool in place of writing a summary.',
  'content-filter': "The provider's content filter stopped the answer.",
  overflow: 'The request is longer than the window of the model.',
  'stream-cut': 'The answer broke off.',
}

/** From this share of the window on, an empty answer cut for its length means that the input filled it. */
const FULL_SHARE = 0.99

/**
 * The text of a complete answer. Throws an `AppError` for everything else: cut, empty, a tool call, filtered,
 * or no terminal mark (S-039, B-42, B-44). Blank counts as empty.
 */
export function requireComplete(ending: AnswerEnding, windowTokens: number | null): string {
  const code = judge(ending, windowTokens)
  if (code === null) return ending.text
  throw new AppError(code, TEXTS[code] ?? 'The answer is not usable.', {
    params: ending.reason === null ? {} : { reason: ending.reason.slice(0, 60) },
  })
}

function judge(ending: AnswerEnding, windowTokens: number | null): ErrorCode | null {
  const { text, toolCalls, usage } = ending
  if (toolCalls > 0) return 'summary-tool-call'
  if (!ending.isClosed || ending.reason === null) return 'stream-cut'
  const meaning = REASONS.get(ending.reason.toLowerCase()) ?? 'summary-cut'
  if (meaning === 'complete') return text.trim() === '' ? 'summary-empty' : null
  const inputTokens = usage === null ? 0 : usage.input + usage.cacheRead + usage.cacheWrite
  const isFull = windowTokens !== null && inputTokens >= windowTokens * FULL_SHARE
  return meaning === 'summary-cut' && text === '' && isFull ? 'overflow' : meaning
}
