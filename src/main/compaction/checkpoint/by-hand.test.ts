import { expect, test } from 'vitest'
import { editByHand, markLines } from './by-hand.ts'

test('lines that a person ends in another way are lines of their own', () => {
  const before = { key: 'goal', lane: 'narrative', text: 'One' } as const
  const edited = editByHand(before, 'One\r\nTwo\rThree')
  expect(edited).toEqual({ ...before, text: 'One\nTwo\nThree', byHand: ['Two', 'Three'] })
  expect(markLines(before, edited.byHand ?? []).byHand).toBeUndefined()
})
