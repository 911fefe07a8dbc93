import { expect, test } from 'vitest'
import type { RetainedFact, RetentionReport } from '../src/shared/compact/retention.ts'
import { reportText } from './commands/report.ts'

function reportOf(count: number): RetentionReport {
  const notable = Array.from(
    { length: count },
    (_, at): RetainedFact => ({
      class: 'number',
      text: `${at} ms`,
      messageIndex: at,
      turn: 1,
      state: 'missing',
      weight: 2,
      found: null,
    }),
  )
  return {
    score: null,
    byClass: [],
    factTotal: count,
    counts: { keptExactly: 0, inSummary: 0, recoverable: 0, changed: 0, missing: count },
    floors: { rules: null, modifiedPaths: null, openTasks: null, unsupported: 0 },
    notable,
    unsupported: [],
  }
}

test('a long list of facts says how many are not listed', () => {
  expect(reportText('a.json', 'b.json', reportOf(25)).split('\n').at(-1)).toBe('  … and 5 more')
  expect(reportText('a.json', 'b.json', reportOf(20))).not.toContain('more')
})

test('lines of the checkpoint before that were left out are told one by one', () => {
  const earlier = {
    total: 4,
    changed: 1,
    dropped: [{ key: 'decisions' as const, text: '- User: "Take Postgres."' }],
  }
  const text = reportText('a.json', 'b.json', { ...reportOf(0), earlier })
  expect(text).toContain('of 4 lines of the checkpoint before, 1 told otherwise, 1 left out')
  expect(text).toContain('left out of decisions: User: "Take Postgres."')
})
