import { expect, test } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import { type AnswerEnding, requireComplete } from './answer-ending.ts'

const good: AnswerEnding = { text: 'text', reason: 'stop', isClosed: true, toolCalls: 0, usage: null }

function codeOf(more: Partial<AnswerEnding>): string {
  try {
    return requireComplete({ ...good, ...more }, 1_000)
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

test.each([
  [{}, 'text'],
  [{ reason: 'end_turn' }, 'text'],
  [{ reason: 'completed' }, 'text'],
  [{ reason: 'STOP' }, 'text'],
  [{ reason: 'length' }, 'summary-cut'],
  [{ reason: 'max_tokens' }, 'summary-cut'],
  [{ reason: 'max_output_tokens' }, 'summary-cut'],
  [{ reason: 'pause_turn' }, 'summary-cut'],
  [{ reason: 'toString' }, 'summary-cut'],
  [{ reason: 'constructor' }, 'summary-cut'],
  [{ reason: 'xyz' }, 'summary-cut'],
  [{ reason: 'content_filter' }, 'content-filter'],
  [{ reason: 'refusal' }, 'content-filter'],
  [{ reason: 'tool_calls', toolCalls: 1 }, 'summary-tool-call'],
  [{ reason: 'stop', toolCalls: 1 }, 'summary-tool-call'],
  [{ reason: null }, 'stream-cut'],
  [{ isClosed: false }, 'stream-cut'],
  [{ text: '' }, 'summary-empty'],
  [{ text: ' \n\t' }, 'summary-empty'],
] as const)('B-42, B-44 %j is %s', (more, expected) => {
  expect(codeOf(more)).toBe(expected)
})
