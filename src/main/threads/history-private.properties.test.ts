import fc from 'fast-check'
import { expect, test } from 'vitest'
import { history, PRIVATE_MARK, RUNS } from '../testing/random-history.ts'
import { historyText } from './history-file.ts'

test('S-070 nothing private is in a history file, whatever the thread holds', () => {
  let withPrivate = 0
  fc.assert(
    fc.property(history, (facts) => {
      const messages = facts.map(({ message }) => message)
      if (JSON.stringify(messages).includes(PRIVATE_MARK)) withPrivate += 1
      const text = historyText({ number: 1, atMs: 0, messages })
      expect(text).not.toContain(PRIVATE_MARK)
      expect(text).not.toContain('encrypted_content')
      expect(text.isWellFormed()).toBe(true)
    }),
    { numRuns: RUNS },
  )
  // A property about threads without private state would show nothing.
  expect(withPrivate).toBeGreaterThan(RUNS / 4)
})
