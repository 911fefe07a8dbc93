import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runSteps } from '../steps.ts'
import { occurringSteps } from './occurrences.ts'

describe('which texts occur', () => {
  it('says of every text what a search for it alone says', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', 'b', '1', '.', '/', ' ', '_', '-', '字', 'é') })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), piece, piece, (needles, before, after) => {
        const text = [before, ...needles.slice(0, 4), after].join('')
        const found = runSteps(occurringSteps([...needles, `${before}a`, `b${after}`], text))
        for (const needle of [...needles, `${before}a`, `b${after}`])
          expect(found.has(needle)).toBe(text.includes(needle))
      }),
      { numRuns: 500 },
    )
  })

  it('finds a name inside a longer word and one at either end of the text', () => {
    const text = 'src/a.ts then myParserState and 4,096'
    expect([...runSteps(occurringSteps(['src/a.ts', 'ParserState', '096', 'b.ts'], text))].sort()).toEqual([
      '096',
      'ParserState',
      'src/a.ts',
    ])
  })

  it('does its work in steps, so that a large text does not hold up the caller', () => {
    let steps = 0
    for (const _ of occurringSteps(['nowhere.ts'], 'word '.repeat(200_000))) steps++
    expect(steps).toBeGreaterThanOrEqual(10)
  })
})
