import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeResult } from './judge-result.ts'

const KNOWN = { tokens: 200_000, source: 'catalog' } as const
const BASE = { triggerTokens: 150_000, window: KNOWN, minGainRatio: 0.1 }

describe('a result measured again', () => {
  test('S-084 it is applied when it is smaller and fits', () => {
    expect(judgeResult({ ...BASE, tokensBefore: 160_000, tokensAfter: 30_000 })).toEqual({
      kind: 'apply',
      isAboveTrigger: false,
    })
    expect(judgeResult({ ...BASE, tokensBefore: 190_000, tokensAfter: 150_000 })).toEqual({
      kind: 'apply',
      isAboveTrigger: true,
    })
  })

  test('S-085 C-10 above the window a new thread is needed, with stage and numbers', () => {
    expect(judgeResult({ ...BASE, tokensBefore: 400_000, tokensAfter: 199_001 })).toEqual({
      kind: 'needs-new-thread',
      stage: 'post_check',
      tokens: 199_001,
      limit: 199_000,
    })
    const unknown = { ...BASE, window: { tokens: 128_000, source: 'assumed' } as const }
    expect(judgeResult({ ...unknown, tokensBefore: 400_000, tokensAfter: 190_000 }).kind).toBe('apply')
  })

  test('a small gain counts only where it makes an oversized request fit', () => {
    expect(judgeResult({ ...BASE, tokensBefore: 160_000, tokensAfter: 150_000 }).kind).toBe('no-gain')
    expect(judgeResult({ ...BASE, tokensBefore: 200_000, tokensAfter: 198_000 }).kind).toBe('apply')
  })

  test('I5 nothing that did not get smaller is ever applied', () => {
    fc.assert(
      fc.property(
        fc.nat(400_000),
        fc.nat(400_000),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        (before, after, gain) => {
          const verdict = judgeResult({
            ...BASE,
            minGainRatio: gain,
            tokensBefore: before,
            tokensAfter: after,
          })
          if (verdict.kind === 'apply') expect(after).toBeLessThan(before)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
