import { expect, test } from 'vitest'
import { defaultKeepTurns, triggerTokens } from './trigger.ts'

test('C-01 the trigger is 75 % of the window and unknown when the window is', () => {
  expect(triggerTokens(200_000)).toBe(150_000)
  expect(triggerTokens(128_000)).toBe(96_000)
  expect(triggerTokens(null)).toBeNull()
})

test('S-179 the default keep is three turns and always leaves one to summarize', () => {
  expect([2, 3, 4, 5, 400].map(defaultKeepTurns)).toEqual([1, 2, 3, 3, 3])
})
