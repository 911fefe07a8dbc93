import { expect, test } from 'vitest'
import { editByHand, markLines } from './by-hand.ts'

test('lines that a person ends in another way are lines of their own', () => {
  const before = { key: 'goal', lane: 'narrative', text: 'One' } as const
  const edited = editByHand(before, 'One\r\nTwo\rThree')
  expect(edited).toEqual({ ...before, text: 'One\nTwo\nThree', byHand: ['Two', 'Three'] })
  expect(markLines(before, edited.byHand ?? []).byHand).toBeUndefined()
})

test('a line that a person adds to a list becomes an item of it', () => {
  const rules = { key: 'rules' as const, lane: 'facts' as const, text: '- Never push.\n  Not even tags.' }
  const edited = editByHand(rules, `${rules.text}\nKeep refunds manual.\n\n  and slow\n- Ask first.`)
  expect(edited.text).toBe(`${rules.text}\n- Keep refunds manual.\n\n  and slow\n- Ask first.`)
  expect(edited.byHand).toContain('- Keep refunds manual.')
})

test('a paragraph that a person writes stays one', () => {
  const goal = { key: 'goal' as const, lane: 'narrative' as const, text: 'Move the library.' }
  expect(editByHand(goal, 'Move the library.\nBy June.').text).toBe('Move the library.\nBy June.')
})

test('a paragraph that a person writes in the place of a list stays one', () => {
  const done = { key: 'done' as const, lane: 'narrative' as const, text: '- Read it.\n- Moved it.' }
  expect(editByHand(done, 'Nearly all is moved.').text).toBe('Nearly all is moved.')
})
