import { expect, test } from 'vitest'
import {
  formatAge,
  formatBytes,
  formatCost,
  formatDuration,
  formatMoment,
  formatPercent,
  formatTokens,
} from './format.ts'

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null

test.each([
  [0, '0'],
  [640, '640'],
  [8100, '8.1k'],
  [31_000, '31k'],
  [99_949, '99.9k'],
  [99_950, '100k'],
  [162_400, '162k'],
  [999_500, '1M'],
  [3_400_000, '3.4M'],
])('%i tokens read %s', (tokens, text) => {
  expect(formatTokens(tokens)).toBe(text)
})
test('durations, sizes and shares keep a space before their unit', () => {
  expect(plain(formatDuration(240, 'en'))).toBe('240 ms')
  expect(plain(formatDuration(6800, 'en'))).toBe('6.8 s')
  expect(plain(formatDuration(14_000, 'en'))).toBe('14 s')
  expect(plain(formatDuration(9000, 'zh-CN'))).toBe('9 秒')
  expect(plain(formatBytes(3_204_112, 'en'))).toBe('3.2 MB')
  expect(plain(formatPercent(0.62, 'en'))).toBe('62 %')
})
test('a cheap call is not shown as free', () => {
  expect(formatCost(0.0004, 'en')).toBe('$0.0004')
  expect(formatCost(0.03, 'en')).toBe('$0.03')
})
test('ages are short and in the language', () => {
  const now = new Date(2026, 2, 5, 14, 0).getTime()
  const ago = (minutes: number, language = 'en') => plain(formatAge(now - minutes * 60_000, now, language))
  expect(ago(0)).toBeNull()
  expect(ago(4)).toBe('4 min')
  expect(ago(120)).toBe('2 h')
  expect(ago(24 * 60)).toBe('yesterday')
  expect(ago(24 * 60, 'zh-CN')).toBe('昨天')
  expect(ago(3 * 24 * 60)).toBe('Mon')
})
test('what did not happen today tells its day', () => {
  const now = new Date(2026, 2, 5, 14, 0).getTime()
  expect(formatMoment(new Date(2026, 2, 5, 9, 30).getTime(), now, 'en')).toMatch(/^9:30\sAM$/)
  expect(formatMoment(new Date(2026, 2, 2, 9, 30).getTime(), now, 'en')).toMatch(/^Mar 2, 9:30/)
  expect(formatMoment(new Date(2026, 2, 2, 9, 30).getTime(), now, 'zh-CN')).toMatch(/^3月2日.*9:30/)
})
