import { expect, test } from 'vitest'
import { answerLimitChars, withinLimit } from './answer-limit.ts'

/** Writes pieces of ten characters until it is stopped, as a server does that knows no limit. */
async function write(pieces: number, limitChars: number, signal = new AbortController().signal) {
  let taken = 0
  const run = withinLimit(limitChars, signal, async (count, stop) => {
    for (let piece = 0; piece < pieces; piece += 1) {
      stop.throwIfAborted()
      if (count('ten chars.')) taken += 1
    }
    return 'whole'
  })
  return { result: await run.catch((error: unknown) => error), taken }
}

test('an answer within the limit comes whole', async () => {
  expect(await write(5, 50)).toEqual({ result: 'whole', taken: 5 })
})

test('an answer that does not end is stopped at the limit, and said to be too long', async () => {
  const { result, taken } = await write(1_000_000, 50)
  expect(result).toMatchObject({ code: 'summary-too-long', params: { limitChars: 50 } })
  expect(taken).toBe(5)
})

test('a stop by a person stays one', async () => {
  expect((await write(5, 50, AbortSignal.abort())).result).toMatchObject({ name: 'AbortError' })
})

test('the limit is twenty times what was asked for, and never below what the request allows', () => {
  expect(answerLimitChars(12_000)).toBe(240_000)
  expect(answerLimitChars(500)).toBe(64_000)
})
