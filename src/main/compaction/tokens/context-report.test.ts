import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleCall, sampleMessage } from '../../testing/message-samples.ts'
import { item, turns, usageOf } from '../../testing/projection-samples.ts'
import { PRESETS } from '../policy/presets.ts'
import { triggerTokensOf } from '../policy/thresholds.ts'
import type { Projection } from '../projection/projected-message.ts'
import { type ContextInput, describeContext } from './context-report.ts'
import { estimateMessageTokens, IMAGE_TOKENS } from './estimate-message.ts'
import { ANY_ANCHOR, measurePressure, padded } from './pressure.ts'

const SPENT = { tokens: 0, costUsd: null, summaryTokens: 0, summaryCostUsd: null }

function report(projection: Projection, more: Partial<ContextInput> & { hasFloor?: boolean } = {}) {
  const { hasFloor = true, ...fields } = more
  const head = fields.head ?? { system: 300, tools: 700 }
  return describeContext({
    head,
    projection,
    pressure: measurePressure(projection, ANY_ANCHOR, { fixedTokens: head.system + head.tools, hasFloor }),
    triggerTokens: 150_000,
    window: { tokens: 200_000, source: 'catalog' },
    spent: SPENT,
    ...fields,
  })
}

function sum(categories: readonly { readonly tokens: number }[]): number {
  return categories.reduce((total, { tokens }) => total + tokens, 0)
}

describe('the meter', () => {
  test('S-099 the decision and the meter show one number', () => {
    const list = turns([4_000, 5_000, 6_000])
    const pressure = measurePressure(list, ANY_ANCHOR, { fixedTokens: 1_000, hasFloor: true })
    expect(report(list).usedTokens).toBe(pressure.tokens)
  })

  test('S-154 C-12 100 % is the threshold; the window is a second figure', () => {
    for (const preset of Object.values(PRESETS)) {
      const trigger = triggerTokensOf(preset, 200_000)
      const shown = report(turns([90_000]), { triggerTokens: trigger })
      expect(shown.triggerTokens).toBe(trigger)
      expect(shown.windowTokens).toBe(200_000)
    }
    const half = report([], {
      triggerTokens: 104_000,
      window: { tokens: 128_000, source: 'manual' },
      pressure: { tokens: 52_000, basis: 'usage', anchorIndex: 1, full: 100 },
    })
    expect(half.percent).toBe(50)
  })

  test('S-155 it reaches 100 exactly where compaction fires', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(2_000_000), (trigger, tokens) => {
        const pressure = { tokens, basis: 'usage', anchorIndex: 0, full: 0 } as const
        const { percent } = report([], { triggerTokens: trigger, pressure })
        expect((percent ?? 0) >= 100).toBe(tokens >= trigger)
      }),
    )
  })

  test('S-156 it may pass 100 and is not held there', () => {
    const pressure = { tokens: 300_000, basis: 'usage', anchorIndex: 0, full: 0 } as const
    expect(report([], { pressure }).percent).toBe(200)
  })

  test('B-28 an unknown window shows tokens and no percent; more than the window looks wrong', () => {
    const unknown = report(turns([580_000]), {
      triggerTokens: triggerTokensOf(PRESETS['ratio-75'], null),
      window: { tokens: null, source: null },
    })
    expect(unknown).toMatchObject({ triggerTokens: 100_000, percent: null, isWindowSuspect: false })
    expect(unknown.usedTokens).toBeGreaterThanOrEqual(580_000)
    expect(report(turns([580_000])).isWindowSuspect).toBe(true)
    expect(report(turns([500])).isWindowSuspect).toBe(false)
  })

  test('B-26 a size without usage is marked as an estimate and is not 0 %', () => {
    const shown = report(turns([70_000]))
    expect(shown.basis).toBe('estimate')
    expect(shown.percent).toBeGreaterThan(40)
  })
})

describe('categories', () => {
  test('each message goes where its tokens are spent, and the pad is uncounted', () => {
    const message = sampleMessage(
      'assistant',
      [{ kind: 'image', mimeType: 'image/png', bytes: 9, source: { kind: 'inline' } }],
      { toolCalls: [sampleCall('grep', { pattern: 'x' }, 'found it here '.repeat(400))] },
    )
    const tokens = estimateMessageTokens(message)
    const list: Projection = [
      item(null, 'user', 900, { provenance: 'checkpoint' }),
      item(null, 'user', 80, { provenance: 'restored' }),
      item(2, 'user', 40, { provenance: 'pin' }),
      { index: 7, provenance: 'fact', message, tokens },
    ]
    const shown = report(list)
    const of = (category: string) =>
      shown.categories.find((entry) => entry.category === category)?.tokens ?? 0
    expect([of('system'), of('tools'), of('summary'), of('restored'), of('pins')]).toEqual([
      300, 700, 900, 80, 40,
    ])
    expect(of('attachments')).toBe(IMAGE_TOKENS)
    expect(of('tool-results')).toBeGreaterThan(1_000)
    expect(of('messages') + of('tool-results') + of('attachments')).toBe(tokens)
    const full = 2_020 + tokens
    expect(of('uncounted')).toBe(padded(full) - full)
    expect(shown.biggest[0]).toMatchObject({ index: 7, label: 'grep' })
    expect(shown.biggest).toHaveLength(5)
  })

  test('I11 they add up to the header to the token, whatever the list, the usage and the floor', () => {
    const entry = fc.record({
      tokens: fc.integer({ min: 1, max: 30_000 }),
      provenance: fc.constantFrom('fact', 'meta', 'pin', 'checkpoint', 'restored'),
      input: fc.option(fc.nat(400_000)),
      result: fc.option(fc.string({ maxLength: 300 })),
    })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), fc.boolean(), (entries, hasFloor) => {
        const list = entries.map(({ tokens, provenance, input, result }, index) =>
          item(index, 'assistant', tokens, {
            provenance,
            usage: input === null ? null : usageOf(input, 5),
            toolCalls: [sampleCall('run', {}, result)],
          }),
        )
        const shown = report(list, { hasFloor })
        expect(sum(shown.categories)).toBe(shown.usedTokens)
        for (const { tokens } of shown.categories)
          expect(Number.isSafeInteger(tokens) && tokens > 0).toBe(true)
        expect(shown.biggest.length).toBeLessThanOrEqual(5)
        const sizes = shown.biggest.map(({ tokens }) => tokens)
        expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
      }),
      { numRuns: 1_000 },
    )
  })

  test('the five biggest are the five biggest', () => {
    const sizes = Array.from({ length: 200 }, (_, at) => ((at * 7_919) % 1_009) + 1_000)
    const shown = report(turns(sizes), { head: { system: 1, tools: 0 } })
    const expected = sizes.toSorted((one, other) => other - one).slice(0, 5)
    expect(shown.biggest.map(({ tokens }) => tokens)).toEqual(expected)
  })
})
