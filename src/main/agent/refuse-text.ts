import { AppError } from '../../shared/ipc/errors.ts'
import { estimateTextTokens } from '../compaction/tokens/estimate-text.ts'
import type { TokenFamily } from '../compaction/tokens/token-family.ts'

/** Longest message a person may send, in UTF-16 units. */
const MOST_MESSAGE_CHARS = 2_000_000

/** What a message has to fit into. */
export interface MessageRoom {
  /** Window of the model in tokens; null = it is only assumed, and refuses nothing. */
  readonly windowTokens: number | null
  /** System prompt and tools, which go with every request, in tokens. */
  readonly headTokens: number
  /** Whose tokens they are. */
  readonly family: TokenFamily
}

/**
 * The error of a message that no compaction can help: it is larger than a message may be, or alone larger than the
 * window. Null = it may be sent.
 */
export function refuseText(text: string, { windowTokens, headTokens, family }: MessageRoom): AppError | null {
  if (text.length > MOST_MESSAGE_CHARS)
    return new AppError('message-too-large', 'This message is too large.', {
      params: { chars: text.length, limit: MOST_MESSAGE_CHARS },
    })
  if (windowTokens === null) return null
  const tokens = estimateTextTokens(text, family)
  if (tokens + headTokens <= windowTokens) return null
  return new AppError('message-over-window', 'This message alone is larger than the window of the model.', {
    params: { tokens, window: windowTokens },
  })
}
