import { expect, test } from 'vitest'
import type { ActivityEntry } from '../../../shared/ipc/turn.ts'
import { withNewest, withOlder } from './activity-pages.ts'

function lines(from: number, to: number): readonly ActivityEntry[] {
  return Array.from({ length: from - to + 1 }, (_, at) => ({
    id: from - at,
    atMs: 0,
    kind: 'request',
    thread: 't',
    result: 'completed',
    tokens: null,
    costUsd: null,
    durationMs: null,
    details: {},
  }))
}
const ids = (pages: { readonly entries: readonly ActivityEntry[] }) => pages.entries.map(({ id }) => id)

test('older lines that were asked for stay when the newest are read again', () => {
  const first = withNewest(null, lines(100, 91), 10)
  const both = withOlder(first, lines(90, 81), 10)
  const again = withNewest(both, lines(103, 94), 10)
  expect(ids(again)).toEqual(ids({ entries: lines(103, 81) }))
  expect(again.hasMore).toBe(true)
})

test('no gap is hidden: when too much came meanwhile the older lines go, and can be asked for again', () => {
  const both = withOlder(withNewest(null, lines(100, 91), 10), lines(90, 81), 10)
  const later = withNewest(both, lines(200, 191), 10)
  expect(ids(later)).toEqual(ids({ entries: lines(200, 191) }))
  expect(later.hasMore).toBe(true)
})

test('a page that was asked for twice stands once, and the last one is the end', () => {
  const first = withNewest(null, lines(20, 11), 10)
  const end = withOlder(withOlder(first, lines(10, 8), 10), lines(10, 8), 10)
  expect(ids(end)).toEqual(ids({ entries: lines(20, 8) }))
  expect(end.hasMore).toBe(false)
  expect(withNewest(end, lines(5, 1), 10)).toEqual({ entries: lines(5, 1), hasMore: false })
})
