import { describe, expect, test } from 'vitest'
import { believeWindow, chooseWindow, learnWindow, windowKey } from './model-window.ts'
import { PRESETS } from './policy/presets.ts'

const NONE = { manual: null, server: null, catalog: null, learned: null }
const FIXED = PRESETS['ratio-75'].unknownWindow
const ASSUME = PRESETS.reserve.unknownWindow

describe('the window that holds', () => {
  test("the person's word, then the server's loaded length, then the catalog", () => {
    const all = { manual: 64_000, server: 8_192, catalog: 128_000, learned: null }
    expect(chooseWindow(all, FIXED)).toEqual({ tokens: 64_000, source: 'manual' })
    expect(chooseWindow({ ...all, manual: null }, FIXED)).toEqual({ tokens: 8_192, source: 'server' })
    expect(chooseWindow({ ...all, manual: null, server: null }, FIXED)).toEqual({
      tokens: 128_000,
      source: 'catalog',
    })
  })

  test('C-03 an unknown window is unknown, or assumed and called so', () => {
    expect(chooseWindow(NONE, FIXED)).toEqual({ tokens: null, source: null })
    expect(chooseWindow(NONE, ASSUME)).toEqual({ tokens: 128_000, source: 'assumed' })
  })

  test('B-28 nonsense is no window', () => {
    for (const value of [0, -1, '128k', '128000', null, undefined, Number.NaN, 1e99, 1.5, {}]) {
      expect(believeWindow(value)).toBeNull()
      const known = { manual: value, server: value, catalog: value, learned: value }
      expect(chooseWindow(known, FIXED)).toEqual({ tokens: null, source: null })
      expect(chooseWindow({ ...known, catalog: 200_000 }, FIXED).tokens).toBe(200_000)
    }
  })
})

describe('windows learned from refusals', () => {
  const key = windowKey('api.example.com', 'large')

  test('B-38 without the long-context tier the session works with 200,000', () => {
    const learned = learnWindow(new Map(), key, { kind: 'no-long-context', estimateTokens: 260_000 })
    const known = { ...NONE, catalog: 1_000_000, learned: learned.get(key) }
    expect(chooseWindow(known, FIXED)).toEqual({ tokens: 200_000, source: 'learned' })
    expect(learned.get(windowKey('api.example.com', 'other'))).toBeUndefined()
    // The profile is untouched: without the session's map it is what it was.
    expect(chooseWindow({ ...known, learned: null }, FIXED).tokens).toBe(1_000_000)
  })

  test('B-38 at 30,000 tokens the same refusal is an ordinary error', () => {
    const before = new Map<string, number>()
    expect(learnWindow(before, key, { kind: 'no-long-context', estimateTokens: 30_000 })).toBe(before)
  })

  test('B-38 a stated limit is believed when it can be one, and only ever lowers', () => {
    const lesson = (limitTokens: unknown) =>
      ({ kind: 'stated-limit', limitTokens, estimateTokens: 90_000 }) as const
    const once = learnWindow(new Map(), key, lesson(65_536))
    expect(once.get(key)).toBe(65_536)
    expect(learnWindow(once, key, lesson(131_072))).toBe(once)
    expect(learnWindow(once, key, lesson('soon'))).toBe(once)
    expect(learnWindow(once, key, lesson(32_768)).get(key)).toBe(32_768)
    expect(chooseWindow({ ...NONE, learned: 65_536 }, FIXED).source).toBe('learned')
  })
})
