import { expect, test } from 'vitest'
import { numberedName } from './numbered-name.ts'

test('counts behind the stem and before the ending', () => {
  expect([1, 2, 13].map((attempt) => numberedName('a/b.json', '.json', attempt))).toEqual([
    'a／b.json',
    'a／b 2.json',
    'a／b 13.json',
  ])
})

test('a stem too long for a name keeps its number', () => {
  const names = [1, 2, 3].map((attempt) => numberedName('会话'.repeat(80), '.json', attempt))
  expect(new Set(names).size).toBe(3)
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(names[2]).toMatch(/ 3\.json$/)
})
