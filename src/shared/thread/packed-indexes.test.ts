import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packIndexes, unpackIndexes } from './packed-indexes.ts'

test('message indexes come back from their packed text', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(1_000_000)), (found) => {
      const indexes = found.toSorted((a, b) => a - b)
      expect(unpackIndexes(packIndexes(indexes))).toEqual(indexes)
    }),
  )
})

test('one prompt in eight messages takes two characters', () => {
  const prompts = Array.from({ length: 12_500 }, (_, turn) => turn * 8)
  expect(packIndexes(prompts).length).toBeLessThanOrEqual(2 * prompts.length)
})
