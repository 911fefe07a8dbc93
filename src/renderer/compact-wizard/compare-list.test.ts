import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RetainedFact } from '../../shared/compact/retention.ts'
import { indexesFor, markFacts, stateOfMessage, summarizedRange, toRuns } from './compare-list.ts'
import { planOf } from './testing/values.ts'

function fact(text: string, messageIndex: number, state: RetainedFact['state'] = 'missing'): RetainedFact {
  return { class: 'number', text, messageIndex, turn: 1, state, weight: 2, found: null }
}

test('the originals end where the kept turns begin', () => {
  expect(summarizedRange(planOf(8), 3)).toEqual({ from: 0, to: 10 })
})

test('the filter Missing shows each message with a missing fact once, in thread order', () => {
  const notable = [fact('a', 7), fact('b', 2), fact('c', 7), fact('d', 4, 'mutated')]
  expect(indexesFor('missing', { from: 0, to: 10 }, notable)).toEqual([2, 7])
  expect(indexesFor('changed', { from: 0, to: 10 }, notable)).toEqual([4])
  expect(indexesFor('all', { from: 3, to: 6 }, notable)).toEqual([3, 4, 5])
})

test('neighbouring messages are read as one page', () => {
  expect(toRuns([1, 2, 3, 7, 8], 2)).toEqual([
    { from: 1, to: 3 },
    { from: 3, to: 4 },
    { from: 7, to: 9 },
  ])
})

test('the gravest state names the message', () => {
  expect(stateOfMessage([fact('a', 1, 'normalised'), fact('b', 1, 'mutated')])).toBe('changed')
  expect(stateOfMessage([])).toBeNull()
})

test('marking facts never changes the text', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string({ maxLength: 4 })), (text, facts) => {
      const marked = markFacts(
        text,
        facts.map((value) => fact(value, 0)),
      )
      expect(marked.map((stretch) => stretch.text).join('')).toBe(text)
    }),
  )
})
