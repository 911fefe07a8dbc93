import { expect, test } from 'vitest'
import { sourceTimeMs } from './source-time.ts'

const MS = Date.UTC(2026, 7, 1, 12)

test.each([
  ['ISO text', '2026-08-01T12:00:00.000Z'],
  ['ISO text without a zone', '2026-08-01 12:00:00'],
  ['seconds', MS / 1000],
  ['milliseconds', MS],
  ['microseconds', MS * 1000],
  ['nanoseconds', MS * 1e6],
  ['milliseconds as text', String(MS)],
  ['seconds with a fraction as text', `${MS / 1000}.0001`],
  ['nanoseconds as text, as long numbers are read', `${MS}000000`],
])('%s is a time', (_, value) => expect(sourceTimeMs(value)).toBe(MS))

test.each([
  null,
  undefined,
  '',
  'soon',
  0,
  -5,
  1e21,
  Number.POSITIVE_INFINITY,
  '99999999999999999999999',
  {},
])('%s is none, and never one that no date can show', (value) => expect(sourceTimeMs(value)).toBeNull())
