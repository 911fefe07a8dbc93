import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleMessage } from '../../testing/message-samples.ts'
import { splitIntoPasses, splitText } from './passes.ts'
import { serializeMessages } from './serializer.ts'

function parts(...texts: string[]) {
  return serializeMessages(
    texts.map((text) => sampleMessage('user', text)),
    { resultCapChars: 100 },
  )
}

describe('passes over a long conversation', () => {
  test('what fits goes in one pass, as it is', () => {
    const given = parts('one', 'two')
    expect(splitIntoPasses(given, 10_000)).toEqual([given])
    expect(splitIntoPasses([], 10_000)).toEqual([])
  })

  test('B-36 every pass fits its budget, order is kept and nothing is dropped', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 3000 }), { maxLength: 8 }),
        fc.integer({ min: 200, max: 900 }),
        (texts, budget) => {
          const given = parts(...texts)
          const passes = splitIntoPasses(given, budget)
          for (const pass of passes) {
            expect(pass.reduce((sum, part) => sum + part.tokens, 0)).toBeLessThanOrEqual(budget)
          }
          const joined = passes
            .flat()
            .map((part) => part.text.replace(/^<msg n="\d+" piece=".*">\n/, ''))
            .join('')
          const plain = (text: string) =>
            text.replace(/\n?<\/msg>/g, '').replace(/<msg n="\d+" from="user">\n/g, '')
          expect(plain(joined)).toBe(plain(given.map((part) => part.text).join('')))
          expect(passes.flat().map((part) => part.index)).toEqual(
            passes
              .flat()
              .map((part) => part.index)
              .toSorted((a, b) => a - b),
          )
        },
      ),
      { numRuns: 40 },
    )
  })

  test('B-70 pieces joined are the text, and none begins inside a character', () => {
    const text = '👨‍👩‍👧‍👦'.repeat(400)
    const pieces = splitText(text, 100)
    expect(pieces.join('')).toBe(text)
    expect(pieces.length).toBeGreaterThan(3)
    for (const piece of pieces) expect(piece.isWellFormed() && piece.startsWith('👨')).toBe(true)
  })

  test('a message larger than a pass is split at line ends', () => {
    const line = 'one two three four five six seven\n'
    const pieces = splitText(line.repeat(400), 300)
    for (const piece of pieces) expect(piece.endsWith('\n')).toBe(true)
  })
})
