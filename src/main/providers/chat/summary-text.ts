import { AppError } from '../../../shared/ipc/errors.ts'
import type { ChatAnswer } from './chat-model.ts'

/**
 * The text of an answer to a summary request that was sent through the chat model. Throws `summary-tool-call`,
 * `summary-empty`, `summary-cut` or `content-filter` for anything but a complete text (S-039, C-16).
 */
export function summaryText(answer: ChatAnswer): string {
  if (answer.calls.length > 0)
    throw new AppError('summary-tool-call', 'The model called a tool in place of writing a summary.')
  if (answer.ending === 'content-filter')
    throw new AppError('content-filter', "The provider's content filter stopped the answer.")
  if (answer.ending === 'length') throw new AppError('summary-cut', 'The answer was cut off before its end.')
  if (answer.text.trim() === '') throw new AppError('summary-empty', 'The model answered with nothing.')
  return answer.text
}
