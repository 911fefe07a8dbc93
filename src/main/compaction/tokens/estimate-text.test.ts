import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { MACHINE_KINDS, seeded } from '../../../../bench/estimator-corpus.ts'
import { HELD_OUT_LANGUAGES } from '../../testing/held-out-languages.ts'
import { HELD_OUT_SAMPLES } from '../../testing/held-out-samples.ts'
import { PROSE_SAMPLES } from '../../testing/prose-samples.ts'
import { estimateInFamilies } from './estimate-in-families.ts'
import { estimateTextTokens } from './estimate-text.ts'
import { type ByFamily, byFamily, type TokenFamily } from './token-family.ts'

const PLAIN = { disallowedSpecial: new Set<string>() }

const COUNTS: ByFamily<(text: string) => number> = {
  o200k: (text) => countO200k(text, PLAIN),
  cl100k: (text) => countCl100k(text, PLAIN),
}

/** Relative error over a whole kind, estimated in pieces of message size as a thread would. */
function errorOf(text: string, family: TokenFamily): number {
  let estimate = 0
  let exact = 0
  for (let from = 0; from < text.length; from += 2000) {
    const piece = text.slice(from, from + 2000).toWellFormed()
    estimate += estimateTextTokens(piece, family)
    exact += COUNTS[family](piece)
  }
  return estimate / exact - 1
}

const SAMPLES = { ...PROSE_SAMPLES, ...HELD_OUT_SAMPLES, ...HELD_OUT_LANGUAGES }

describe.each(['o200k', 'cl100k'] as const)('estimate against exact counts of %s', (family) => {
  // Another seed than the fit uses: other words in other places.
  test.each(MACHINE_KINDS)('G1 $name is within 5 %', ({ make }) => {
    expect(Math.abs(errorOf(make(seeded(901)), family))).toBeLessThan(0.05)
  })

  test.each(['zh-CN', 'zh-TW', 'ja', 'kr', 'ru', 'uk', 'fr', 'pl', 'pt-BR', 'es', 'hi'])(
    'G1 a page of documentation in %s is within 5 %',
    (language) => {
      const file = path.resolve(
        import.meta.dirname,
        `../../../../node_modules/@biomejs/biome/README.${language}.md`,
      )
      expect(Math.abs(errorOf(readFileSync(file, 'utf8'), family))).toBeLessThan(0.05)
    },
  )

  test.each([
    ...['korean', 'german', 'japanese', 'typescript', 'python', 'rust', 'html'].map(
      (kind) => [kind, 5] as const,
    ),
    ['english', 7] as const,
  ])('G1 %s is within %i %', (kind, percent) => {
    expect(Math.abs(errorOf(SAMPLES[kind] ?? '', family))).toBeLessThan(percent / 100)
  })

  test.each(Object.entries(SAMPLES))(
    'G1 a single message in %s is never counted 5 % too low, nor 10 % too high',
    (_, text) => {
      const error = errorOf(text, family)
      expect(error).toBeGreaterThan(-0.05)
      expect(error).toBeLessThan(0.1)
    },
  )

  test('G1 a run of one sign, of spaces or of a digit is never counted 5 % too low', () => {
    for (const sign of ['=', '-', '*', '#', '.', '_', ' ', '0', '7'])
      expect(errorOf(sign.repeat(2_000), family)).toBeGreaterThan(-0.05)
  })

  test('G3 the work on an unbroken run grows with its length alone', () => {
    for (const unit of ['a', '=', ' ', '0', '中', '😀']) {
      const short = estimateTextTokens(unit.repeat(10_000), family)
      const long = estimateTextTokens(unit.repeat(100_000), family)
      expect(long / short).toBeGreaterThan(9.5)
      expect(long / short).toBeLessThan(10.5)
    }
  })

  test('B-25 an emoji is at least one token', () => {
    for (const emoji of ['😀', '🎉', '👩‍💻', '🇩🇪', '❤️'])
      expect(estimateTextTokens(emoji.repeat(50), family)).toBeGreaterThanOrEqual(50)
  })

  test('two texts joined cost what they cost apart, within 12 tokens, and never less than the first less 12', () => {
    const pieces = Object.values(SAMPLES)
    const estimate = (text = '') => estimateTextTokens(text, family)
    const cut = fc.record({
      text: fc.constantFrom(...pieces),
      from: fc.nat({ max: 400 }),
      length: fc.nat({ max: 300 }),
    })
    fc.assert(
      fc.property(cut, cut, (one, other) => {
        const [first, second] = [one, other].map(({ text, from, length }) => text.slice(from, from + length))
        const apart = estimate(first) + estimate(second)
        const joined = estimate(`${first}${second}`)
        expect(Math.abs(joined - apart)).toBeLessThanOrEqual(12)
        expect(joined).toBeGreaterThanOrEqual(estimate(first) - 12)
      }),
    )
  })
})

describe('estimate of a text', () => {
  test('B-25 a Han, Hangul or kana character is 0.6 to 1.2 tokens of o200k', () => {
    for (const kind of ['chinese', 'japanese', 'korean']) {
      const text = PROSE_SAMPLES[kind] ?? ''
      const letters =
        text.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? []
      const each = estimateTextTokens(text) / letters.length
      expect(each).toBeGreaterThan(0.6)
      expect(each).toBeLessThan(1.2)
    }
  })

  test('I11 any text gives a whole number, 0 for the empty one alone', () => {
    expect(estimateTextTokens('')).toBe(0)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }), (text) => {
        const tokens = estimateTextTokens(text)
        expect(Number.isSafeInteger(tokens)).toBe(true)
        expect(tokens).toBeGreaterThanOrEqual(0)
      }),
    )
    for (const text of ['a', ' ', '\n', '中', '\ud83d', '\ude00'])
      expect(estimateTextTokens(text)).toBeGreaterThan(0)
  })

  test('a text in two halves costs about what it costs in one', () => {
    const text = PROSE_SAMPLES.english ?? ''
    const halves = estimateTextTokens(text.slice(0, 700)) + estimateTextTokens(text.slice(700))
    expect(Math.abs(halves - estimateTextTokens(text))).toBeLessThanOrEqual(3)
  })

  test('both families in one pass are what each says alone, of any text', () => {
    const said = fc.constantFrom(...Object.values(SAMPLES))
    fc.assert(
      fc.property(fc.oneof(said, fc.string({ unit: 'binary', maxLength: 400 })), (text) => {
        expect(estimateInFamilies(text)).toEqual(byFamily((family) => estimateTextTokens(text, family)))
      }),
    )
  })

  test('the families differ where the older tokenizer needs more: Hindi takes twice as many, code about as many', () => {
    const ratio = (text = '') => estimateTextTokens(text, 'cl100k') / estimateTextTokens(text, 'o200k')
    expect(ratio(SAMPLES.hindi)).toBeGreaterThan(2)
    expect(ratio(SAMPLES.russian)).toBeGreaterThan(1.3)
    expect(ratio(SAMPLES.typescript)).toBeGreaterThan(0.9)
    expect(ratio(SAMPLES.typescript)).toBeLessThan(1.1)
  })
})
