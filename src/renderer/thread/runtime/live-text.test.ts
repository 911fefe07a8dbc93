import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendLive, isInFence, NO_TEXT, wholeText } from './live-text.ts'

const piece = fc.oneof(
  fc.constantFrom('\n', '\n\n', '```', '```ts\n', '~~~~', '- item\n', '   ', '你好', '🙂'),
  fc.string({ maxLength: 12 }),
)

test('B-81 a reply in pieces is the same text, whatever the pieces are', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const live = pieces.reduce(appendLive, NO_TEXT)
      expect(wholeText(live)).toBe(pieces.join(''))
    }),
    { numRuns: 2000 },
  )
})
test('B-81 a block that is settled never changes again', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      let live = NO_TEXT
      for (const next of pieces) {
        const after = appendLive(live, next)
        expect(after.settled.slice(0, live.settled.length)).toEqual(live.settled)
        live = after
      }
    }),
    { numRuns: 1000 },
  )
})
test('a code block with blank lines stays in one piece until its fence is closed', () => {
  const open = ['```ts\n', 'const a = 1\n', '\n', 'const b = 2\n'].reduce(appendLive, NO_TEXT)
  expect(open.settled).toEqual([])
  expect(isInFence(open.tail)).toBe(true)
  const closed = appendLive(open, '```\n\nand on')
  expect(closed.settled).toEqual(['```ts\nconst a = 1\n\nconst b = 2\n```\n\n'])
  expect(closed.tail).toBe('and on')
})
