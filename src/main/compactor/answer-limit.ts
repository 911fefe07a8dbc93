import { AppError } from '../../shared/ipc/errors.ts'
import { SUMMARY_OUTPUT_TOKENS } from './pass-budget.ts'

/** Times of what was asked for beyond which an answer is of no use. */
const MOST_TIMES = 20

/** No model writes more characters per token than this; what the request allows is never too long. */
const MOST_CHARS_PER_TOKEN = 8

/** Longest answer to a summary request, in characters. */
export function answerLimitChars(budgetChars: number): number {
  return Math.max(MOST_TIMES * budgetChars, MOST_CHARS_PER_TOKEN * SUMMARY_OUTPUT_TOKENS)
}

/**
 * Runs a request whose answer may have so many characters. `count` takes each piece and says whether it still fits; at
 * the first that does not, `stop` ends the request. Rejects with `summary-too-long` then.
 */
export async function withinLimit<T>(
  limitChars: number,
  signal: AbortSignal,
  run: (count: (piece: string) => boolean, stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const tooLong = new AbortController()
  let chars = 0
  const count = (piece: string): boolean => {
    chars += piece.length
    if (chars > limitChars) tooLong.abort()
    return chars <= limitChars
  }
  try {
    return await run(count, AbortSignal.any([signal, tooLong.signal]))
  } catch (error) {
    if (!tooLong.signal.aborted || signal.aborted) throw error
    throw new AppError('summary-too-long', 'The model did not stop writing: its answer is far too long.', {
      cause: error,
      params: { limitChars },
    })
  }
}
