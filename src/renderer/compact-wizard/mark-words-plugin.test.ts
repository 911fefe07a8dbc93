import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markWords, WORD_KINDS } from './mark-words-plugin.ts'

const ALL = new Set(WORD_KINDS)
const found = (text: string) =>
  markWords(text, ALL).flatMap(({ text: word, kind }) => (kind === null ? [] : [`${kind}:${word}`]))

test('numbers, paths and names are told apart; a number in a path or a word is none', () => {
  expect(found('Retry 8,388,608 bytes in src/part-2/queue.ts with openSession() and h264.')).toEqual([
    'number:8,388,608',
    'path:src/part-2/queue.ts',
    'name:openSession',
  ])
  expect(found('22 of 23, at 14:02')).toEqual(['number:22', 'number:23', 'number:14:02'])
})

test('pointing words out never changes the text', () => {
  fc.assert(
    fc.property(fc.string(), fc.subarray([...WORD_KINDS]), (text, kinds) => {
      const joined = markWords(text, new Set(kinds)).map((stretch) => stretch.text)
      expect(joined.join('')).toBe(text)
    }),
  )
})
