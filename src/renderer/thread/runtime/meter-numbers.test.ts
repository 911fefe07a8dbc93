import { expect, test } from 'vitest'
import { fakeReport } from '../../testing/fake-runtime.ts'
import { countedBeyond, meterNumbers } from './meter-numbers.ts'

test.each([
  ['calm', fakeReport(60_000)],
  ['amber', fakeReport(124_300)],
  ['red', fakeReport(150_000)],
  ['suspect', fakeReport(212_000, { isWindowSuspect: true })],
  ['unknown', fakeReport(90_000, { windowTokens: null, triggerTokens: null })],
] as const)('the meter is %s', (level, report) => {
  expect(meterNumbers(report).level).toBe(level)
})
test('C-12 full is exactly where compaction fires, whatever the window', () => {
  const report = fakeReport(40_000, { triggerTokens: 40_000, windowTokens: 1_000_000 })
  expect(meterNumbers(report)).toMatchObject({ share: 1, level: 'red', triggerShare: 0.04 })
})
test('without a trigger the window is the measure', () => {
  const report = fakeReport(50_000, { triggerTokens: null })
  expect(meterNumbers(report)).toMatchObject({ share: 0.25, triggerShare: null, level: 'calm' })
})
test('a count of the provider far beyond the list is told beside it, an estimate or a near one is not', () => {
  const beyond = (tokens: number, more = {}) =>
    countedBeyond(fakeReport(100_000, { categories: [{ category: 'uncounted', tokens }], ...more }))
  expect(beyond(40_000)).toBe(100_000)
  expect(beyond(5_000)).toBeNull()
  expect(beyond(40_000, { basis: 'estimate' })).toBeNull()
})
