import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BreakerEvent, type BreakerState, CLOSED_BREAKER, mayRun, reduceBreaker } from './breaker.ts'
import { PRESETS } from './policy/presets.ts'

const COOLING = PRESETS['ratio-75'].breaker
const MINUTE = 60_000

function stateAfter(events: readonly BreakerEvent[], settings = COOLING): BreakerState {
  return events.reduce((state, event) => reduceBreaker(state, event, settings), CLOSED_BREAKER)
}

function failures(count: number, atMs = 0): BreakerEvent[] {
  return Array.from({ length: count }, () => ({ kind: 'failed', atMs }))
}

describe('breaker', () => {
  test('S-081 opens after three failures in a row, and for all threads', () => {
    expect(mayRun(stateAfter(failures(2)), 'automatic', 0)).toBe(true)
    expect(stateAfter(failures(3)).phase).toBe('open')
    expect(mayRun(stateAfter(failures(3)), 'automatic', 0)).toBe(false)
    const spaced = stateAfter([...failures(2), { kind: 'succeeded' }, ...failures(2)])
    expect(spaced).toMatchObject({ phase: 'closed', failures: 2 })
  })

  test('S-082 each further failure doubles the pause, up to half an hour', () => {
    const pauses = [3, 4, 5, 8, 9, 10, 400].map((count) => stateAfter(failures(count)).retryAtMs)
    expect(pauses).toEqual([
      MINUTE / 2,
      MINUTE,
      2 * MINUTE,
      16 * MINUTE,
      30 * MINUTE,
      30 * MINUTE,
      30 * MINUTE,
    ])
  })

  test('S-082 one trial runs after the pause: success closes, failure opens for longer', () => {
    const open = stateAfter(failures(3, 1_000))
    expect(mayRun(open, 'automatic', 30_999)).toBe(false)
    expect(mayRun(open, 'automatic', 31_000)).toBe(true)
    const trial = reduceBreaker(open, { kind: 'trial-started' }, COOLING)
    expect(trial.phase).toBe('half-open')
    expect(mayRun(trial, 'automatic', 99_999_999)).toBe(false)
    expect(reduceBreaker(trial, { kind: 'succeeded' }, COOLING)).toEqual(CLOSED_BREAKER)
    expect(reduceBreaker(trial, { kind: 'failed', atMs: 40_000 }, COOLING)).toMatchObject({
      phase: 'open',
      retryAtMs: 40_000 + MINUTE,
    })
    const given = reduceBreaker(trial, { kind: 'abandoned' }, COOLING)
    expect(mayRun(given, 'automatic', 31_000)).toBe(true)
  })

  test('S-083 C-09 a forced attempt passes an open breaker', () => {
    expect(mayRun(stateAfter(failures(9)), 'overflow', 0)).toBe(true)
  })

  test('C-08 manual runs are always allowed; zero failures never opens; base 0 waits for success or reset', () => {
    expect(mayRun(stateAfter(failures(9)), 'manual', 0)).toBe(true)
    expect(mayRun(stateAfter(failures(99), { ...COOLING, maxFailures: 0 }), 'automatic', 0)).toBe(true)
    const open = stateAfter(failures(3), PRESETS.reserve.breaker)
    expect(mayRun(open, 'automatic', Number.MAX_SAFE_INTEGER)).toBe(false)
    expect(reduceBreaker(open, { kind: 'reset' }, COOLING)).toEqual(CLOSED_BREAKER)
    expect(reduceBreaker(open, { kind: 'succeeded' }, COOLING)).toEqual(CLOSED_BREAKER)
  })

  test('S-110 S-148 the count of failures in a row suppresses further attempts', () => {
    const never = { ...PRESETS.reserve.breaker, maxFailures: 0 }
    expect(stateAfter(failures(50), never)).toEqual({ phase: 'closed', failures: 50, retryAtMs: null })
    expect(mayRun(stateAfter(failures(1), { ...COOLING, maxFailures: 1 }), 'automatic', 0)).toBe(false)
  })

  test('any row of events leaves usable numbers, and a success always closes', () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant('failed' as const), atMs: fc.nat() }),
      fc.constantFrom<BreakerEvent>(
        { kind: 'succeeded' },
        { kind: 'trial-started' },
        { kind: 'abandoned' },
        { kind: 'reset' },
      ),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), fc.nat(5), (events, maxFailures) => {
        const settings = { ...COOLING, maxFailures }
        const state = stateAfter(events, settings)
        expect(Number.isSafeInteger(state.failures)).toBe(true)
        expect(state.retryAtMs === null || Number.isSafeInteger(state.retryAtMs)).toBe(true)
        expect(state.phase === 'closed' || maxFailures > 0).toBe(true)
        expect(reduceBreaker(state, { kind: 'succeeded' }, settings)).toEqual(CLOSED_BREAKER)
        expect(JSON.parse(JSON.stringify(state))).toEqual(state)
      }),
    )
  })
})
