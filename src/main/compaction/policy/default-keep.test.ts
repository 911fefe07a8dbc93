import { expect, test } from 'vitest'
import { defaultKeepTurns } from './default-keep.ts'

test('S-179 the default keep is three turns and always leaves one to summarize', () => {
  expect([2, 3, 4, 5, 400].map(defaultKeepTurns)).toEqual([1, 2, 3, 3, 3])
})
