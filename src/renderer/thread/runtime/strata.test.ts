import { expect, test } from 'vitest'
import { fakeCheckpoint } from '../../testing/fake-runtime.ts'
import { activeCheckpoint, standingCheckpoints, strataOver } from './strata.ts'

const TWO = [
  fakeCheckpoint(2, { cutoffIndex: 20 }),
  fakeCheckpoint(1, { cutoffIndex: 10, state: 'superseded' }),
]

test('rows before a cutoff lie under its checkpoint, those before an earlier one under both', () => {
  const standing = standingCheckpoints(TWO)
  expect(strataOver(standing, 20).numbers).toEqual([])
  expect(strataOver(standing, 19)).toEqual({ numbers: [2], isEdge: true })
  expect(strataOver(standing, 9)).toEqual({ numbers: [1, 2], isEdge: true })
  expect(strataOver(standing, 0)).toEqual({ numbers: [1, 2], isEdge: false })
})
test('an undone, a damaged and a newer checkpoint than the restored one cover nothing', () => {
  const restored = [
    fakeCheckpoint(3, { cutoffIndex: 30, state: 'undone' }),
    fakeCheckpoint(2, { cutoffIndex: 20, state: 'superseded' }),
    fakeCheckpoint(1, { cutoffIndex: 10, state: 'active' }),
  ]
  expect(standingCheckpoints(restored).map(({ number }) => number)).toEqual([1])
  expect(activeCheckpoint([fakeCheckpoint(1, { isDamaged: true })])).toBeNull()
  expect(standingCheckpoints([fakeCheckpoint(1, { state: 'undone' })])).toEqual([])
})
test('a recent segment that was summarized alone leaves the rows before it on top', () => {
  const standing = standingCheckpoints([fakeCheckpoint(1, { cutoffIndex: 10, fromIndex: 4 })])
  expect(strataOver(standing, 3).numbers).toEqual([])
  expect(strataOver(standing, 4).numbers).toEqual([1])
})
