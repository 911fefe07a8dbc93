import { expect, test } from 'vitest'
import { pinsOver } from './pins-over.ts'

const PINS = [10, 400, 90].map((tokens, index) => ({ index, turn: index + 1, tokens }))

test.each([
  [1, [1]],
  [400, [1]],
  [401, [1, 2]],
  [500, [1, 2, 0]],
])('to save %i tokens the fewest and largest pins go', (over, indexes) => {
  expect(pinsOver(PINS, over)?.map(({ index }) => index)).toEqual(indexes)
})

test('where all pins are not enough, no choice of them is offered', () => {
  expect(pinsOver(PINS, 501)).toBeNull()
})
