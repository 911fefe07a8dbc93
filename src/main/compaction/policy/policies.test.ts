import { describe, expect, test } from 'vitest'
import type { Policy } from '../../../shared/compact/policy.ts'
import { policySchema } from '../../../shared/ipc/policy-schema.ts'
import { describePolicy } from './describe-policy.ts'
import { PRESETS } from './presets.ts'
import { resolvePolicy } from './resolve-policy.ts'
import { keepOf, keepTokensOf, requestLimitOf, triggerTokensOf } from './thresholds.ts'

const RATIO = PRESETS['ratio-75']
const { reserve: RESERVE, 'manual-clone': MANUAL } = PRESETS

describe('presets', () => {
  test('each is a policy that a person may save', () => {
    for (const [name, preset] of Object.entries(PRESETS)) {
      expect(policySchema.parse(preset)).toEqual(preset)
      expect(preset.preset).toBe(name)
    }
  })

  test('C-05 each names its headings: seven for `reserve`, the checkpoint for the others', () => {
    expect(RATIO.template).toEqual({ kind: 'checkpoint' })
    expect(RESERVE.template).toEqual({ kind: 'seven' })
    expect(MANUAL.template).toEqual({ kind: 'checkpoint' })
    const custom: Policy = { ...RATIO, template: { kind: 'custom', headings: ['Goal', 'Open'] } }
    expect(policySchema.parse(custom).template).toEqual(custom.template)
  })

  test('S-032 partial is the default strategy', () => {
    expect(resolvePolicy({ thread: null, workspace: null, default: null, settingsFile: null })).toEqual({
      policy: RATIO,
      scope: 'preset',
    })
    expect(Object.values(PRESETS).map(({ strategy }) => strategy)).toEqual(['partial', 'partial', 'partial'])
  })

  test('C-08 `reserve` stays open until a success, `ratio-75` cools down from 30 s to 30 min', () => {
    expect(RESERVE.breaker).toMatchObject({ maxFailures: 3, baseMs: 0 })
    expect(RATIO.breaker).toEqual({ maxFailures: 3, baseMs: 30_000, factor: 2, maxMs: 1_800_000 })
  })

  test('the nearest policy holds', () => {
    const sources = { thread: MANUAL, workspace: RESERVE, default: RATIO, settingsFile: RESERVE }
    expect(resolvePolicy(sources).scope).toBe('thread')
    expect(resolvePolicy({ ...sources, thread: null })).toEqual({ policy: RESERVE, scope: 'workspace' })
    expect(resolvePolicy({ ...sources, thread: null, workspace: null }).policy).toBe(RATIO)
    expect(resolvePolicy({ ...sources, thread: null, workspace: null, default: null })).toEqual({
      policy: RESERVE,
      scope: 'default',
    })
  })
})

describe('trigger', () => {
  test('S-028 with a known window it is 75 % of it', () => {
    expect(triggerTokensOf(RATIO, 200_000)).toBe(150_000)
    expect(triggerTokensOf(RATIO, 131_072)).toBe(98_304)
  })

  test('S-030 without one it is 100,000 tokens', () => {
    expect(triggerTokensOf(RATIO, null)).toBe(100_000)
  })

  test('S-102 S-103 S-105 the threshold is the stated window less the reserve: 104,000 of 128,000', () => {
    expect(triggerTokensOf(RESERVE, 128_000)).toBe(104_000)
    expect(triggerTokensOf(RESERVE, 131_072)).toBe(131_072 - 24_000)
  })

  test('S-104 S-106 the reserve is capped at half the window: 16,000 of 32,000', () => {
    expect(triggerTokensOf(RESERVE, 32_000)).toBe(16_000)
    expect(triggerTokensOf(RESERVE, 48_000)).toBe(24_000)
    expect(triggerTokensOf(RESERVE, 48_002)).toBe(24_002)
  })

  test('C-01 the three presets at the four windows', () => {
    const windows = [32_000, 128_000, 200_000, 1_000_000]
    expect(windows.map((window) => triggerTokensOf(RATIO, window))).toEqual([
      24_000, 96_000, 150_000, 750_000,
    ])
    expect(windows.map((window) => triggerTokensOf(RESERVE, window))).toEqual([
      16_000, 104_000, 176_000, 976_000,
    ])
    expect(windows.map((window) => triggerTokensOf(MANUAL, window))).toEqual([null, null, null, null])
    expect(triggerTokensOf({ ...RATIO, mode: 'off' }, 200_000)).toBeNull()
  })

  test('S-149 C-03 an unknown window is assumed or replaced by a fixed trigger', () => {
    expect(triggerTokensOf(RESERVE, null)).toBe(104_000)
    expect(keepTokensOf(RESERVE, null)).toBe(20_000)
    expect(describePolicy(RESERVE, null).windowTokens).toBe(128_000)
    expect(describePolicy(RATIO, null)).toEqual({
      triggerTokens: 100_000,
      keepTokens: null,
      windowTokens: null,
    })
    const small: Policy = { ...RESERVE, unknownWindow: { kind: 'assume', windowTokens: 32_000 } }
    expect(triggerTokensOf(small, null)).toBe(16_000)
  })

  test('a trigger in tokens stays below the window', () => {
    const fixed: Policy = { ...RATIO, trigger: { kind: 'tokens', value: 150_000 } }
    expect(triggerTokensOf(fixed, 200_000)).toBe(150_000)
    expect(triggerTokensOf(fixed, 100_000)).toBe(95_000)
    expect(triggerTokensOf(fixed, null)).toBe(150_000)
  })
})

describe('keep', () => {
  test('S-029 a tenth of the window', () => {
    expect(keepTokensOf(RATIO, 200_000)).toBe(20_000)
    expect(keepOf(RATIO, 200_000)).toEqual({ kind: 'ratio', value: 0.1 })
  })

  test('S-031 six messages without a window', () => {
    expect(keepOf(RATIO, null)).toEqual({ kind: 'messages', value: 6 })
    expect(keepTokensOf(RATIO, null)).toBeNull()
  })

  test('S-125 S-126 C-02 20,000 tokens, and at most half the threshold', () => {
    expect(keepTokensOf(RESERVE, 128_000)).toBe(20_000)
    expect(keepTokensOf(RESERVE, 1_000_000)).toBe(20_000)
    expect(keepTokensOf(RESERVE, 32_000)).toBe(8_000)
    expect(keepTokensOf(RESERVE, 8_000)).toBe(2_000)
    expect(keepOf(MANUAL, 128_000)).toEqual({ kind: 'turns', value: 3 })
  })

  test('the live line: 200k window, compacts at 150k, keeps about 20k', () => {
    expect(describePolicy(RATIO, 200_000)).toEqual({
      triggerTokens: 150_000,
      keepTokens: 20_000,
      windowTokens: 200_000,
    })
  })

  test('B-28 the most a request may have leaves room for an answer, never below zero', () => {
    expect(requestLimitOf(200_000)).toBe(199_000)
    expect(requestLimitOf(4_096)).toBe(4_096 - 512)
    expect(requestLimitOf(null)).toBeNull()
  })

  test('B-28 bad values are refused in a policy', () => {
    const bad: unknown[] = [0, -1, '128k', null, Number.NaN, Number.POSITIVE_INFINITY]
    for (const windowTokens of bad) {
      const policy = { ...RESERVE, unknownWindow: { kind: 'assume', windowTokens } }
      expect(policySchema.safeParse(policy).success).toBe(false)
      const trigger = { ...RATIO, trigger: { kind: 'tokens', value: windowTokens } }
      expect(policySchema.safeParse(trigger).success).toBe(false)
    }
  })
})
