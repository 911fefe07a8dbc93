import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact } from './redact.ts'

const KEY = 'sk-test-AAAABBBBCCCCDDDD'

describe('B-90 keys inside errors', () => {
  test.each([
    `Incorrect API key provided: ${KEY}.`,
    `Incorrect API key provided: ${KEY.slice(0, 12)}********DDDD.`,
    `{"authorization":"Bearer ${KEY}"}`,
    `https://h/v1?key=${KEY}&x=1`,
    `Basic ${Buffer.from(KEY).toString('base64')}`,
    encodeURIComponent(KEY),
    KEY.slice(6, 20),
  ])('%s', (text) => {
    const clean = redact(text, [KEY])
    expect(clean).not.toContain(KEY.slice(0, 12))
    expect(clean).not.toContain('AAAABBBB')
    expect(clean).toContain('[key removed]')
  })
  test.each([
    ['fetch https://h/v1/models?key=AIzaTESTabcdef failed', 'AIza'],
    ['connect http://user:pass@h/v1 failed', 'pass'],
    ['Incorrect API key provided: xa***ab.', 'xa***ab'],
    ['x-api-key: abcdefgh123', 'abcdefgh123'],
    ['{"api_key":"abcdefgh123"}', 'abcdefgh123'],
    ['Authorization: Bearer abcdefgh123', 'abcdefgh123'],
    ['key eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.sig leaked', 'eyJhbGci'],
  ])('a key nobody told us about: %s', (text, needle) => {
    expect(redact(text, [])).not.toContain(needle)
  })
  test('plain words stay as they are', () => {
    const text =
      "This model's maximum context length is 8192 tokens. `max_tokens` 5 * 3 = 15; ask https://h/v1"
    expect(redact(text, [KEY])).toBe(text)
  })
  test('no eight characters of a key survive, wherever it stands, and twice is once', () => {
    const key = fc.stringMatching(/^[A-Za-z0-9_-]{12,60}$/)
    fc.assert(
      fc.property(fc.string(), key, fc.string(), fc.nat(), (before, secret, after, cut) => {
        const from = cut % (secret.length - 8)
        const clean = redact(before + secret.slice(from) + after, [secret])
        for (let at = 0; at + 8 <= secret.length; at += 1) {
          const part = secret.slice(at, at + 8)
          if (!'[key removed]'.includes(part)) expect(clean).not.toContain(part)
        }
        expect(redact(clean, [secret])).toBe(clean)
      }),
    )
  })
})
