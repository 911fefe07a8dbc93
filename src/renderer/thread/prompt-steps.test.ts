import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from './long-text-lines.ts'
import { promptAfter, promptAt, promptBefore, railMarksOf, railTicks } from './prompt-steps.ts'
import { saysNoMore } from './rows/arguments-text.ts'

test('steps go to the neighbouring prompts and stop at the ends', () => {
  const prompts = [2, 5, 9]
  expect(promptBefore(prompts, 5)).toBe(2)
  expect(promptBefore(prompts, 2)).toBeNull()
  expect(promptAfter(prompts, 5)).toBe(9)
  expect(promptAfter(prompts, 9)).toBeNull()
  expect([promptAt(prompts, 0), promptAt(prompts, 6), promptAt(prompts, 99)]).toEqual([0, 1, 2])
})
test('the rail never draws more ticks than it has room for', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(50_000), { maxLength: 400 }),
      fc.integer({ min: 2, max: 80 }),
      (all, most) => {
        const prompts = all.toSorted((a, b) => a - b)
        const ticks = railTicks(prompts, (prompts.at(-1) ?? 0) + 1, most)
        expect(ticks.length).toBeLessThanOrEqual(most)
        expect(ticks.length > 0).toBe(prompts.length > 0)
        expect(ticks.every((tick) => tick.share >= 0 && tick.share <= 1)).toBe(true)
      },
    ),
  )
})
test('lines of a long text lose nothing and split no character', () => {
  expect(linesOf('a\r\nb\n\nc')).toEqual(['a', 'b', '', 'c'])
  const line = '😀'.repeat(5000)
  const parts = linesOf(line)
  expect(parts.join('')).toBe(line)
  expect(parts.every((part) => part.isWellFormed())).toBe(true)
})
test('arguments are repeated in a card only when they say more than its line', () => {
  expect(saysNoMore('{"command":"ls -l"}', 'ls -l')).toBe(true)
  expect(saysNoMore('{}', 'anything')).toBe(true)
  expect(saysNoMore('{"command":"ls","timeout":5}', 'ls')).toBe(false)
  expect(saysNoMore('{"command":"ls', 'ls')).toBe(false)
})

test('the rail shows every checkpoint that stands, and pins, in their order', () => {
  const marks = [
    { index: 9, kind: 'pin' },
    { index: 4, kind: 'star' },
    { index: 2, kind: 'pin' },
  ] as const
  expect(railMarksOf(null, [{ cutoffIndex: 10 }, { cutoffIndex: 30 }], marks)).toEqual({
    checkpoints: [10, 30],
    pins: [2, 9],
    beneath: 30,
  })
  expect(railMarksOf(1, [], [])).toEqual({ checkpoints: [1], pins: [], beneath: 1 })
})
