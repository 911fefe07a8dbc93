import { expect, test } from 'vitest'
import { clampKeep, maxKeep, maxStart, rangeSums, settleRange, startAt } from './range.ts'
import { keeping, planOf } from './testing/values.ts'

test('a start and the kept turns leave at least one turn between them', () => {
  const plan = planOf(8)
  const start = startAt(plan, 5, 2)
  expect(start).toEqual({ turn: 5, index: 10, before: 0 })
  expect(maxKeep(plan, start)).toBe(2)
  expect(clampKeep(plan, 7, start)).toBe(2)
  expect(startAt(plan, 99, 3)?.turn).toBe(4)
  expect(maxStart(plan, 7)).toBe(0)
})

test('a start inside a turn leaves the messages before it with what stays', () => {
  const plan = planOf(8)
  const sums = rangeSums(plan, { keepTurns: 3, start: { turn: 2, index: 5, before: 300 } })
  expect(sums).toMatchObject({
    headTokens: 2300,
    summarizedTokens: 2700,
    keptTokens: 3000,
    messages: { from: 5, to: 10 },
  })
  expect(rangeSums(plan, keeping(3))).toMatchObject({ headTokens: 0, messages: { from: 0, to: 10 } })
})

test('a plan that was measured again keeps the start where it can, and lets go of it where nothing is left', () => {
  const range = { keepTurns: 3, start: { turn: 4, index: 9, before: 10 } }
  expect(settleRange(planOf(8), range)).toEqual(range)
  expect(settleRange(planOf(6), range)).toEqual({ keepTurns: 3, start: null })
  const moved = planOf(8, {
    turns: planOf(8).turns.map((turn) => ({ ...turn, from: turn.from + 4, to: turn.to + 4 })),
  })
  expect(settleRange(moved, range).start).toEqual({ turn: 4, index: 12, before: 0 })
})
