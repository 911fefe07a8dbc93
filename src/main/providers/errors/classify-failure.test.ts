import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyFailure } from './classify-failure.ts'
import type { FailureFacts } from './failure.ts'
import { FAILURE_VECTORS } from './failure-vectors.ts'

function facts(more: Partial<FailureFacts>): FailureFacts {
  return { httpStatus: 400, rawBody: '', headers: {}, isAbortedByUs: false, transport: null, ...more }
}

function fromVector(status: number | 'stream', body: string): FailureFacts {
  return facts({ httpStatus: status === 'stream' ? null : status, rawBody: body })
}

describe('every known failure', () => {
  test('the table is complete', () => {
    expect(FAILURE_VECTORS.length).toBe(145)
  })
  test.each(FAILURE_VECTORS)('$provider $status is $expected: $body', ({ status, body, expected }) => {
    expect(classifyFailure(fromVector(status, body))).toBe(expected)
  })
  test.each(FAILURE_VECTORS.filter((vector) => vector.status === 'stream'))(
    '$provider keeps its class when the status 200 is known: $body',
    ({ body, expected }) => {
      expect(classifyFailure(facts({ httpStatus: 200, rawBody: body }))).toBe(expected)
    },
  )
})

describe('S-114, B-37 throttling is never overflow', () => {
  test.each([
    [429, ''],
    [400, '{"message":"Too many tokens per day, please wait"}'],
    [413, '{"error":{"message":"Limit 6000, Requested 6294","type":"tokens","code":"rate_limit_exceeded"}}'],
    [400, '{"error":{"message":"too many tokens processed"}}'],
  ])('%s %s', (httpStatus, rawBody) => {
    expect(classifyFailure(facts({ httpStatus, rawBody }))).toBe('rate_limit')
  })

  test('whatever a 429 says, it is a limit, money or the long-context tier', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FAILURE_VECTORS), fc.string(), ({ body }, noise) => {
        const found = classifyFailure(facts({ httpStatus: 429, rawBody: body + noise }))
        expect(['rate_limit', 'quota', 'overflow_tier', 'overflow', 'content_filter']).toContain(found)
      }),
    )
  })
})

describe('order', () => {
  test('a stop by the person wins over everything', () => {
    for (const { status, body } of FAILURE_VECTORS)
      expect(classifyFailure({ ...fromVector(status, body), isAbortedByUs: true })).toBe('cancelled')
  })
  test('a socket error without an answer is network', () => {
    expect(classifyFailure(facts({ httpStatus: null, transport: 'address' }))).toBe('network')
  })
  test('B-38 the long-context tier is neither a rate limit nor a missing right', () => {
    const rawBody = '{"error":{"message":"Extra usage is required for long context requests."}}'
    expect(classifyFailure(facts({ httpStatus: 429, rawBody }))).toBe('overflow_tier')
    expect(classifyFailure(facts({ httpStatus: 403, rawBody }))).toBe('overflow_tier')
  })
  test('OpenRouter: 402 with a wait for requests in flight is a rate limit', () => {
    const rawBody = '{"error":{"code":402,"message":"busy","metadata":{"limit_source":"in_flight_budget"}}}'
    expect(classifyFailure(facts({ httpStatus: 402, rawBody, headers: { 'retry-after': '3' } }))).toBe(
      'rate_limit',
    )
    expect(classifyFailure(facts({ httpStatus: 402, rawBody }))).toBe('quota')
  })
  test('Gemini says quota for a rate, with the status word', () => {
    const message = 'You exceeded your current quota, please check your plan and billing details.'
    const gemini = JSON.stringify([{ error: { code: 429, message, status: 'RESOURCE_EXHAUSTED' } }])
    expect(classifyFailure(facts({ httpStatus: 429, rawBody: gemini }))).toBe('rate_limit')
  })
  test('words behind the first 2,000 characters of a message decide nothing', () => {
    const message = `${'x'.repeat(2000)} prompt is too long`
    expect(classifyFailure(facts({ rawBody: JSON.stringify({ error: { message } }) }))).toBe('bad_request')
  })
  test('words in an echoed field decide nothing', () => {
    const rawBody = '{"error":{"message":"no","input":"prompt is too long, rate limit, api key not valid"}}'
    expect(classifyFailure(facts({ rawBody }))).toBe('bad_request')
  })
  test('a failure of the server inside a stream is an overload', () => {
    const rawBody = '{"type":"error","error":{"type":"api_error","message":"Internal server error"}}'
    expect(classifyFailure(facts({ httpStatus: null, rawBody }))).toBe('overload')
  })
})

test('never throws and always answers, for any status and body', () => {
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 100, max: 599 })),
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((inner) => JSON.stringify({ error: { message: inner } })),
      ),
      (httpStatus, rawBody) => {
        expect(typeof classifyFailure(facts({ httpStatus, rawBody }))).toBe('string')
      },
    ),
  )
})
