import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headAndTail, safeCutIndex } from './cut-text.ts'

const FAMILY = '👨‍👩‍👧‍👦'
const piece = fc.constantFrom('a', '😀', FAMILY, 'e\u0301', '\r\n', '🇩🇪', '中', 'नि', '👍🏽')
const anyText = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))

describe('cutting text', () => {
  test('B-70 no head, tail or border splits what a person sees as one character', () => {
    const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
    fc.assert(
      fc.property(anyText, fc.nat(300), (text, index) => {
        const cut = safeCutIndex(text, index)
        const borders = [...graphemes.segment(text)].map((segment) => segment.index)
        expect([...borders, text.length]).toContain(cut)
        expect(cut).toBeLessThanOrEqual(Math.min(index, text.length))
      }),
    )
  })

  test('S-197 keeps head and tail and says how much is missing', () => {
    const text = `${'h'.repeat(50)}${'m'.repeat(900)}${'t'.repeat(50)}`
    expect(headAndTail(text, 100)).toBe(
      `${'h'.repeat(50)}\n[... 900 characters left out ...]\n${'t'.repeat(50)}`,
    )
    expect(headAndTail('short', 100)).toBe('short')
  })

  test('the count in the mark is the real one and the result is well-formed', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, cap) => {
        const cut = headAndTail(text, cap)
        expect(cut.isWellFormed()).toBe(true)
        const mark = /^([\s\S]*)\n\[\.\.\. (\d+) characters left out \.\.\.\]\n([\s\S]*)$/.exec(cut)
        if (!mark) {
          expect(cut).toBe(text)
          return
        }
        const [, head = '', count = '', tail = ''] = mark
        expect(head.length + Number(count) + tail.length).toBe(text.length)
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
      }),
    )
  })
})
