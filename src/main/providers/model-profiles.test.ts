import { describe, expect, test } from 'vitest'
import { costOf, findModelProfile, inputCostOf, MODEL_PROFILES } from './model-profiles.ts'

describe('B-28 windows by exact name', () => {
  test.each([
    ['api.openai.com', 'gpt-4o', 128_000],
    ['api.openai.com', 'gpt-4o-audio-preview', null],
    ['api.openai.com', 'gpt-4', null],
    ['api.openai.com', 'gpt-5[1m]', null],
    ['api.openai.com', 'GPT-4o', null],
    ['api.anthropic.com', 'claude-opus-4-5', 200_000],
    ['api.anthropic.com', 'claude-opus-4-6', 1_000_000],
    ['api.anthropic.com', 'claude-opus-4', null],
    ['api.anthropic.com', 'gpt-4o', null],
    ['openrouter.ai', 'openai/gpt-4o', 128_000],
    ['openrouter.ai', 'gpt-4o', null],
    ['openrouter.ai', 'openai/gpt-4o:free', null],
    ['localhost:11434', 'gpt-4o', null],
    ['api.openai.com', '', null],
    ['api.openai.com', 'constructor', null],
    ['constructor', 'gpt-4o', null],
  ])('%s %s', (host, model, expected) => {
    expect(findModelProfile(host, model)?.windowTokens ?? null).toBe(expected)
  })
  test('no name stands twice, every window and price is a real one', () => {
    expect(new Set(MODEL_PROFILES.map(({ model }) => model)).size).toBe(MODEL_PROFILES.length)
    for (const { windowTokens, price } of MODEL_PROFILES) {
      expect(windowTokens).toBeGreaterThanOrEqual(100_000)
      if (price !== null) expect(price.output).toBeGreaterThan(price.input)
    }
  })
})

describe('cost', () => {
  const usage = {
    input: 90_000,
    output: 1_000,
    cacheRead: 10_000,
    cacheWrite: 0,
    reasoning: null,
    cost: null,
  }
  const price = findModelProfile('api.openai.com', 'gpt-6-sol')?.price ?? null
  test('of a call', () => {
    expect(costOf(usage, price)).toBeCloseTo(0.21)
    expect(inputCostOf(100_000, price)).toBeCloseTo(0.2)
    expect(inputCostOf(1_000_000, null)).toBeNull()
  })
  test('of a long call, all of it at the long price', () => {
    expect(costOf({ ...usage, input: 300_000 }, price)).toBeCloseTo(310_000 * 4e-6 + 1_000 * 15e-6)
  })
  test('is unknown where the price is', () => {
    expect(costOf(usage, null)).toBeNull()
  })
})
