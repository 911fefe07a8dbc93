import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError, ERROR_CODES, type ErrorCode } from '../../shared/ipc/errors.ts'
import { RETRY_POLICY, withRetry } from './retry.ts'

async function attempt(
  failures: readonly AppError[],
  more: { readonly random?: number; readonly beginsAt?: number } = {},
): Promise<{ readonly waits: readonly number[]; readonly tries: number; readonly code: ErrorCode | 'fine' }> {
  const waits: number[] = []
  let tries = 0
  const outcome = await withRetry(
    async (begin) => {
      const failure = failures[tries]
      tries += 1
      if (tries === more.beginsAt) begin()
      if (failure !== undefined) throw failure
      return 'fine' as const
    },
    {
      policy: RETRY_POLICY,
      signal: new AbortController().signal,
      random: () => more.random ?? 0,
      onRetry: () => undefined,
      wait: async (ms) => {
        waits.push(ms)
      },
    },
  ).catch((error: AppError) => error.code)
  return { waits, tries, code: outcome }
}

function fail(code: ErrorCode, params: Record<string, string | number> = {}): AppError {
  return new AppError(code, code, { params })
}

test('only what may pass is tried again', async () => {
  for (const code of ERROR_CODES) {
    const { tries } = await attempt([fail(code)])
    expect([code, tries]).toEqual([
      code,
      ['rate-limit', 'overload', 'network', 'stream-cut'].includes(code) ? 2 : 1,
    ])
  }
})
test('waits double, with half of them at random, and end after four tries', async () => {
  const busy = [1, 2, 3, 4, 5].map(() => fail('overload'))
  expect(await attempt(busy)).toEqual({ waits: [500, 1000, 2000], tries: 4, code: 'overload' })
  expect((await attempt(busy, { random: 0.999 })).waits).toEqual([1000, 1999, 3998])
})
test('a wait that was asked for is kept, and beyond a minute told instead', async () => {
  expect((await attempt([fail('rate-limit', { retryAfterMs: 7_000 })])).waits).toEqual([7_000])
  expect(await attempt([fail('rate-limit', { retryAfterMs: 86_400_000 })])).toMatchObject({
    tries: 1,
    code: 'rate-limit',
  })
})
test('a limit that waiting cannot lift is told at once', async () => {
  expect(await attempt([fail('rate-limit', { retry: 'no' })])).toMatchObject({ tries: 1 })
})
test('never after the first character, not in a later try either', async () => {
  expect(await attempt([fail('stream-cut')], { beginsAt: 1 })).toMatchObject({ tries: 1 })
  expect(await attempt([fail('network'), fail('network')], { beginsAt: 2 })).toMatchObject({
    tries: 2,
    code: 'network',
  })
})
test('B-42 a stream without a word is asked for once more at most', async () => {
  const cut = fail('stream-cut')
  expect(await attempt([cut, cut, cut])).toMatchObject({ tries: 2, code: 'stream-cut' })
  expect(await attempt([fail('network'), cut])).toMatchObject({ tries: 3, code: 'fine' })
})
test('for any row of failures: at most four tries, no wait beyond the limits', async () => {
  const failure = fc.record({ code: fc.constantFrom(...ERROR_CODES), retryAfterMs: fc.nat({ max: 200_000 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(failure),
      fc.double({ min: 0, max: 0.9999, noNaN: true }),
      async (row, random) => {
        const run = await attempt(
          row.map(({ code, retryAfterMs }) => fail(code, { retryAfterMs })),
          { random },
        )
        expect(run.tries).toBeLessThanOrEqual(RETRY_POLICY.attempts)
        for (const ms of run.waits) expect(ms).toBeLessThanOrEqual(RETRY_POLICY.maxAskedMs + 250)
      },
    ),
  )
})
test('a stop ends a wait at once, as cancelled', async () => {
  const stop = new AbortController()
  const before = performance.now()
  const run = withRetry(
    async () => {
      throw fail('rate-limit', { retryAfterMs: 30_000 })
    },
    { policy: RETRY_POLICY, signal: stop.signal, random: () => 0, onRetry: () => stop.abort() },
  )
  await expect(run).rejects.toMatchObject({ code: 'cancelled' })
  expect(performance.now() - before).toBeLessThan(500)
})
test('a bug is not swallowed', async () => {
  const run = withRetry(() => Promise.reject(new TypeError('bug')), {
    policy: RETRY_POLICY,
    signal: new AbortController().signal,
    random: () => 0,
    onRetry: () => undefined,
  })
  await expect(run).rejects.toBeInstanceOf(TypeError)
})
