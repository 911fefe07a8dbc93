import { describe, expect, test } from 'vitest'
import { readNumbers, readOutputRoom } from './failure-numbers.ts'
import { FAILURE_VECTORS } from './failure-vectors.ts'
import { readRetryDelayMs } from './retry-delay.ts'
import { unwrapBody } from './unwrap-body.ts'

function say(message: string) {
  return unwrapBody(JSON.stringify({ error: { message } }))
}

describe('window and size in a refusal', () => {
  test.each([
    ['prompt is too long: 208732 tokens > 200000 maximum', 200_000, 208_732],
    ['maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.', 8192, 9000],
    [
      'maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion).',
      16384,
      122946,
    ],
    [
      "This endpoint's maximum context length is 8192 tokens. However, you requested about 9000 tokens",
      8192,
      9000,
    ],
    ['The input token count (9000) exceeds the maximum number of tokens allowed (8192).', 8192, 9000],
    ['exceeds the maximum number of tokens allowed 1048576.', 1_048_576, null],
    [
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      32768,
      40000,
    ],
    ['maximum prompt length is 131072 but the request contains 140000 tokens.', 131_072, 140_000],
    ['request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it', 4096, 4390],
    ["The input (9000 tokens) is longer than the model's context length (8192 tokens).", 8192, 9000],
    ['exceeded model token limit: 262144 (requested: 300000)', 262_144, 300_000],
    ['on tokens per minute (TPM): Limit 6000, Requested 6294', 6000, 6294],
    ['Limit 30000, Used 29000, Requested 2000. Please try again', 30000, 2000],
    ['(n_keep: 9000>= n_ctx: 8192)', 8192, 9000],
    ['Current length is 9000 while limit is 8192', 8192, 9000],
    ['maximum context length is 99999999999 tokens', null, null],
    ['maximum context length is 0 tokens', null, null],
    ['nothing to read', null, null],
  ])('%s', (message, limitTokens, usedTokens) => {
    expect(readNumbers(say(message))).toEqual({ limitTokens, usedTokens })
  })
  test('llama.cpp sends the numbers beside the text', () => {
    const fields = unwrapBody('{"error":{"message":"x","n_prompt_tokens":1407,"n_ctx":256}}')
    expect(readNumbers(fields)).toEqual({ limitTokens: 256, usedTokens: 1407 })
  })
  test('no vector gives a limit that is not a positive whole number', () => {
    for (const { body } of FAILURE_VECTORS) {
      const { limitTokens, usedTokens } = readNumbers(unwrapBody(body))
      for (const value of [limitTokens, usedTokens])
        if (value !== null) expect(Number.isInteger(value) && value > 0).toBe(true)
    }
  })
})

describe('B-40 room for the answer', () => {
  test.each([
    ['input length and `max_tokens` exceed context limit: 198214 + 8192 > 200000, decrease', 1786],
    ["'max_tokens' is too large: 8192. (8192 > 16384 - 12000).", 4384],
    ['max_tokens is too large: 200000. This model supports at most 16384 completion tokens', 16384],
    ['`max_completion_tokens` must be less than or equal to `16384`', 16384],
    ['max_tokens must be at least 1, got -186.', 0],
    ['max_tokens is wrong', null],
  ])('%s', (message, expected) => {
    expect(readOutputRoom(say(message))).toBe(expected)
  })
})

describe('how long to wait', () => {
  const now = Date.parse('2026-11-29T10:00:00Z')
  const nothing = unwrapBody('')
  test.each([
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    [{ 'retry-after': '40' }, 40_000],
    [{ 'retry-after': 'Sun, 29 Nov 2026 10:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Sun, 29 Nov 2026 09:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-3' }, null],
    [{}, null],
  ])('headers %j', (headers, expected) => {
    expect(readRetryDelayMs(headers, nothing, now)).toBe(expected)
  })
  test.each([
    ['Please try again in 1.3s.', 1300],
    ['Please try again in 6m0s.', 360_000],
    ['Please try again in 20ms.', 20],
    ['Please retry after 40 seconds.', 40_000],
    ['Try again in 40 seconds.', 40_000],
    ['Please retry in 34s.', 34_000],
    ['Please retry shortly', null],
  ])('words %s', (message, expected) => {
    expect(readRetryDelayMs({}, say(message), now)).toBe(expected)
  })
  test("Gemini's retryDelay", () => {
    const body = '[{"error":{"code":429,"message":"m","details":[{"retryDelay":"34s"}]}}]'
    expect(readRetryDelayMs({}, unwrapBody(body), now)).toBe(34_000)
  })
})
