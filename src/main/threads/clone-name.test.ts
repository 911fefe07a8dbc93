import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextCopy, nextCopyName } from './clone-name.ts'
import { byteLength } from './name-bytes.ts'

describe('nextCopyName', () => {
  test('S-173 counts up beside the source', () => {
    expect(nextCopyName('feature-design.json', ['feature-design.json'])).toBe('feature-design-compact-1.json')
    expect(
      nextCopyName('feature-design.json', ['feature-design.json', 'feature-design-compact-1.json']),
    ).toBe('feature-design-compact-2.json')
  })

  test('S-174 never nests the suffix', () => {
    expect(nextCopyName('feature-design-compact-2.json', ['feature-design-compact-2.json'])).toBe(
      'feature-design-compact-3.json',
    )
    expect(nextCopyName('a-compact-1-compact-2.json', [])).toBe('a-compact-1-compact-3.json')
  })

  test('B-78 fills no gap, minds no case, and counts from the own number when siblings are gone', () => {
    const folder = ['plan.json', 'plan-compact-1.json', 'plan-compact-3.json', 'PLAN-compact-4.JSON']
    expect(nextCopyName('plan.json', folder)).toBe('plan-compact-5.json')
    expect(nextCopyName('plan-compact-1.json', folder)).toBe('plan-compact-5.json')
    expect(nextCopyName('notes-compact-9.json', folder)).toBe('notes-compact-10.json')
    expect(
      nextCopyName('plan.json', ['planner-compact-8.json', 'plan-compact-x.json', 'plan-compact-7.txt']),
    ).toBe('plan-compact-1.json')
  })

  test('B-78 counts beyond 2^53', () => {
    expect(nextCopyName('a-compact-9007199254740993.json', [])).toBe('a-compact-9007199254740994.json')
  })

  test('a name that is only a suffix is a stem', () => {
    expect(nextCopyName('-compact-1.json', [])).toBe('-compact-1-compact-1.json')
    expect(nextCopyName('A.JSON', [])).toBe('A-compact-1.json')
  })

  test.each([
    ['漢', 100],
    ['é', 130],
    ['👨‍👩‍👧‍👦', 80],
    ['a', 240],
  ])('B-76 %s × %i is cut by bytes at a character border; the full title is kept', (sign, count) => {
    const stem = sign.repeat(count)
    const first = nextCopy(`${stem}.json`, [])
    const names = [first.name]
    while (names.length < 11) names.push(nextCopy(`${stem}.json`, names).name)
    const tenth = nextCopy(`${stem}.json`, names)
    for (const copy of [first, tenth]) {
      expect(byteLength(copy.name)).toBeLessThanOrEqual(255)
      const kept = /^(.*)-compact-\d+\.json$/s.exec(copy.name)?.[1] ?? ''
      expect(kept.length % sign.length).toBe(0)
      expect(stem.startsWith(kept)).toBe(true)
    }
    expect(tenth.name.endsWith('-compact-12.json')).toBe(true)
    expect(first.title).toBe(`${stem}-compact-1`)
  })

  test('B-76 a cut name is recognised as a sibling, from the source and from the copy', () => {
    const source = `${'漢'.repeat(83)}.json`
    const names = [source]
    for (let round = 1; round <= 12; round += 1) {
      const next = nextCopyName(round % 2 ? source : (names.at(-1) ?? ''), names)
      expect(next.endsWith(`-compact-${round}.json`)).toBe(true)
      names.push(next)
    }
  })

  test('S-176 any sequence of rounds gives only new names that fit', () => {
    const stem = fc
      .string({ minLength: 1, maxLength: 120, unit: 'grapheme' })
      .filter((text) => !text.includes('/'))
    fc.assert(
      fc.property(stem, fc.array(fc.nat({ max: 9 }), { maxLength: 8 }), (name, choices) => {
        const names = [`${name}.json`]
        for (const choice of choices) {
          const next = nextCopyName(names[choice % names.length] ?? '', names)
          const folded = names.map((known) => known.normalize('NFC').toLowerCase())
          expect(folded).not.toContain(next.normalize('NFC').toLowerCase())
          expect(byteLength(next)).toBeLessThanOrEqual(255)
          names.push(next)
        }
      }),
    )
  })
})
