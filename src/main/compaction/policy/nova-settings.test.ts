import { describe, expect, test } from 'vitest'
import { policySchema } from '../../../shared/ipc/policy-schema.ts'
import { readNovaSettings } from './nova-settings.ts'
import { PRESETS } from './presets.ts'
import { triggerTokensOf } from './thresholds.ts'

const ALL = {
  output_reserve_tokens: 16_000,
  summary_reserve_tokens: 8_000,
  snip_max_chars: 2_000,
  snip_tool_output_token_budget: 50_000,
  snip_preserve_last_n_messages: 12,
  summary_keep_tokens: 20_000,
  max_consecutive_failures: 3,
  default_context_window: 128_000,
}

function read(block: object) {
  const settings = readNovaSettings(block)
  if (settings === null) throw new Error('nothing was read')
  return settings
}

describe("the settings file's block", () => {
  test('S-143 the eight defaults are preset `reserve`', () => {
    expect(read(ALL)).toEqual({ policy: PRESETS.reserve, badKeys: [] })
  })

  test('S-143 each of the eight keys changes its own value', () => {
    for (const key of Object.keys(ALL)) {
      const { policy, badKeys } = read({ [key]: 4_321 })
      expect(badKeys, key).toEqual([])
      expect(policy, key).not.toEqual(PRESETS.reserve)
      expect(policySchema.safeParse(policy).success, key).toBe(true)
    }
    const { policy } = read({
      output_reserve_tokens: 1_000,
      summary_reserve_tokens: 500,
      snip_max_chars: 900,
      snip_tool_output_token_budget: 7_000,
      snip_preserve_last_n_messages: 4,
      summary_keep_tokens: 3_000,
      max_consecutive_failures: 5,
      default_context_window: 64_000,
    })
    expect(triggerTokensOf(policy, null)).toBe(62_500)
    expect(policy.reductions.snip).toMatchObject({
      maxChars: 900,
      budgetTokens: 7_000,
      preserveLastMessages: 4,
    })
    expect(policy.keep).toEqual({ kind: 'tokens', value: 3_000, capOfTrigger: 0.5 })
    expect(policy.breaker.maxFailures).toBe(5)
    expect(policy.unknownWindow).toEqual({ kind: 'assume', windowTokens: 64_000 })
  })

  test('S-144 unknown keys are ignored', () => {
    expect(read({ ...ALL, colour: 'red', nested: { output_reserve_tokens: 1 } }).policy).toEqual(
      PRESETS.reserve,
    )
    expect(readNovaSettings({ colour: 'red' })).toBeNull()
  })

  test('S-145 numbers may be text', () => {
    const text = Object.fromEntries(Object.entries(ALL).map(([key, value]) => [key, ` ${value + 5} `]))
    const numbers = Object.fromEntries(Object.entries(ALL).map(([key, value]) => [key, value + 5]))
    expect(read(text)).toEqual(read(numbers))
    expect(read({ snip_max_chars: '2000' }).policy.reductions.snip.maxChars).toBe(2_000)
  })

  test('S-146 the old name counts only without the new one', () => {
    const kept = (block: object) => read(block).policy.reductions.snip.preserveLastMessages
    expect(kept({ snip_preserve_last_n_turns: 7 })).toBe(7)
    expect(kept({ snip_preserve_last_n_turns: 7, snip_preserve_last_n_messages: 9 })).toBe(9)
    expect(kept({ snip_preserve_last_n_messages: 'x', snip_preserve_last_n_turns: 7 })).toBe(12)
  })

  test('S-147 three former keys have no effect', () => {
    const former = { token_ratio: 0.2, max_messages: 4, max_turns_between_compact: 1 }
    expect(readNovaSettings(former)).toBeNull()
    expect(read({ ...ALL, ...former })).toEqual(read(ALL))
  })

  test('S-148 zero failures means never open', () => {
    expect(read({ max_consecutive_failures: 0 }).policy.breaker.maxFailures).toBe(0)
  })

  test('S-149 the window of unknown models', () => {
    const { policy } = read({ default_context_window: '32000' })
    expect(triggerTokensOf(policy, null)).toBe(16_000)
    expect(triggerTokensOf(policy, 128_000)).toBe(104_000)
  })

  test('B-28 unusable values keep their default and are named', () => {
    for (const value of [-1, '128k', null, Number.NaN, '', true, [], {}, 1e12]) {
      expect(read({ default_context_window: value })).toEqual({
        policy: PRESETS.reserve,
        badKeys: ['default_context_window'],
      })
    }
    expect(read({ default_context_window: 0 }).badKeys).toEqual(['default_context_window'])
    for (const block of [null, 7, 'x', [1], undefined]) expect(readNovaSettings(block)).toBeNull()
  })
})
