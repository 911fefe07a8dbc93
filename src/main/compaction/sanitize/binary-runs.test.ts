import { describe, expect, test } from 'vitest'
import { seeded } from '../../../../bench/estimator-corpus.ts'
import { replaceBinaryRuns } from './binary-runs.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const random = seeded(5)
const bytes = random.chars(4000, ALPHABET)

describe('encoded bytes in text', () => {
  test('S-198 a long base64 run becomes a counted mark', () => {
    expect(replaceBinaryRuns(`before ${bytes}== after`)).toBe(
      'before [4002 characters of encoded data left out] after',
    )
  })

  test('a data address goes as a whole', () => {
    expect(replaceBinaryRuns(`![x](data:image/png;base64,${bytes})`)).toBe(
      '![x]([4000 characters of encoded data left out])',
    )
  })

  test.each(['\n', '\r\n'])('base64 wrapped in lines goes too', (lineEnd) => {
    const wrapped = bytes.match(/.{1,76}/g)?.join(lineEnd) ?? ''
    const text = replaceBinaryRuns(`-----BEGIN-----\n${wrapped}\n-----END-----`)
    expect(text).toMatch(/^-----BEGIN-----\n\[\d+ characters of encoded data left out\]\n/)
    expect(text.endsWith('-----END-----')).toBe(true)
    expect(text.length).toBeLessThan(140)
  })

  test('long hex goes, references into the picture table too', () => {
    expect(replaceBinaryRuns(random.chars(600, '0123456789abcdef'))).toBe(
      '[600 characters of encoded data left out]',
    )
    expect(replaceBinaryRuns(`see blob:sha256:${'ab'.repeat(32)}.`)).toBe('see [picture].')
  })

  test('rules, hashes, long paths, words and code stay', () => {
    const text = [
      '='.repeat(300),
      '_'.repeat(500),
      'a'.repeat(400),
      random.chars(64, '0123456789abcdef'),
      '/home/Dev1/work'.repeat(40),
      'const aVeryLongName1 = anotherName2.callIt3(withArgument4)\n'.repeat(30),
      'averyLongIdentifierWithoutEnd1\n'.repeat(60),
    ].join('\n')
    expect(replaceBinaryRuns(text)).toBe(text)
  })

  test('takes time in proportion to the text, also on one unbroken run', () => {
    const started = performance.now()
    replaceBinaryRuns('Ab1'.repeat(1_000_000))
    replaceBinaryRuns('ab/1 '.repeat(600_000))
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
