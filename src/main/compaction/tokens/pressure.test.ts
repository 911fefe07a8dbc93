import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleCall, sampleMessage } from '../../testing/message-samples.ts'
import { item, turns, usageOf } from '../../testing/projection-samples.ts'
import { runtimeAt, SAMPLE_ORIGIN, START_MS } from '../../testing/sample-projection.ts'
import type { ProjectedMessage, Projection } from '../projection/projected-message.ts'
import { estimateMessageTokens } from './estimate-message.ts'
import {
  ANY_ANCHOR,
  type AnchorScope,
  extendPressure,
  measurePressure,
  padded,
  readPressure,
  replaceNewest,
  startPressure,
  unpadded,
} from './pressure.ts'
import { countedTokens, readUsage } from './usage.ts'

const FLOOR = { fixedTokens: 0, hasFloor: true }
const FREE = { fixedTokens: 0, hasFloor: false }

/** A user message, then an answer with the given usage. */
function pair(usage: ReturnType<typeof usageOf>, sizes = [100, 100]): Projection {
  return [item(0, 'user', sizes[0] ?? 0), item(1, 'assistant', sizes[1] ?? 0, { usage })]
}

describe('the anchor', () => {
  test('S-061 S-100 the newest answer with usage counts, what stands before it does not', () => {
    const list = [
      ...pair(usageOf(9_000, 100)),
      item(2, 'user', 50),
      item(3, 'assistant', 60, { usage: usageOf(12_000, 300) }),
      item(4, 'user', 70),
      item(5, 'assistant', 80),
    ]
    expect(measurePressure(list, ANY_ANCHOR, FLOOR)).toEqual({
      tokens: 12_300 + 70 + 80,
      basis: 'usage',
      anchorIndex: 3,
      full: 460,
    })
  })

  test('S-062 it is input, output and both cache numbers; only what follows is estimated', () => {
    const usage = usageOf(1_000, 200, { cacheRead: 5_000, cacheWrite: 300 })
    const list = [...pair(usage), item(2, 'user', 40)]
    expect(measurePressure(list, ANY_ANCHOR, FLOOR).tokens).toBe(6_500 + 40)
  })

  test('S-062 results of its own calls came after the count and are estimated', () => {
    const message = sampleMessage('assistant', 'look', {
      usage: usageOf(3_000, 50),
      toolCalls: [sampleCall('read', { path: 'a' }, 'a long result '.repeat(300))],
    })
    const bare = estimateMessageTokens({ ...message, toolCalls: [sampleCall('read', { path: 'a' }, null)] })
    const tokens = estimateMessageTokens(message)
    const list: Projection = [{ index: 0, provenance: 'fact', message, tokens }]
    expect(measurePressure(list, ANY_ANCHOR, FLOOR).tokens).toBe(3_050 + tokens - bare)
    expect(tokens - bare).toBeGreaterThan(500)
  })

  test('S-101 system prompt and tools are in the count already', () => {
    const list = pair(usageOf(9_000, 100))
    const fixed = { fixedTokens: 5_000, hasFloor: true }
    expect(measurePressure(list, ANY_ANCHOR, fixed).tokens).toBe(9_100)
    const bare = turns([100, 100])
    expect(measurePressure(bare, ANY_ANCHOR, fixed).tokens).toBe(padded(5_200))
  })

  test('a count by a model with another tokenizer says nothing about the size for this one', () => {
    const origin = { ...SAMPLE_ORIGIN, model: 'gpt-4-turbo' }
    const list = pair(usageOf(9_000, 100)).map((one) => ({
      ...one,
      message: { ...one.message, ...runtimeAt(START_MS, { origin }) },
    }))
    expect(measurePressure(list, ANY_ANCHOR, FREE)).toMatchObject({ basis: 'estimate', full: 200 })
    const older = list.map((one) => ({ ...one, family: 'cl100k' as const }))
    expect(measurePressure(older, ANY_ANCHOR, FREE)).toMatchObject({ basis: 'usage', tokens: 9_100 })
    const newer = pair(usageOf(9_000, 100)).map((one) => ({ ...one, family: 'cl100k' as const }))
    // Who counted is not known: the count is believed.
    expect(measurePressure(newer, ANY_ANCHOR, FREE)).toMatchObject({ basis: 'usage', tokens: 9_100 })
  })

  test('S-064 stated hidden reasoning is taken off the output', () => {
    expect(
      countedTokens(sampleMessage('assistant', 'x', { usage: usageOf(100, 900, { reasoning: 800 }) })),
    ).toBe(200)
    // Never more than there was.
    expect(
      countedTokens(sampleMessage('assistant', 'x', { usage: usageOf(100, 90, { reasoning: 800 }) })),
    ).toBe(100)
  })

  test('S-065 without a breakdown the reasoning a person can read is measured', () => {
    const thinking = 'first this, then that, and the other thing after it. '.repeat(40)
    const usage = usageOf(1_000, 900)
    const counted = countedTokens(sampleMessage('assistant', 'x', { usage, thinking })) ?? 0
    expect(counted).toBeLessThan(1_900 - 300)
    expect(counted).toBeGreaterThan(1_000)
    const stated = { ...usage, reasoning: 0 }
    expect(countedTokens(sampleMessage('assistant', 'x', { usage: stated, thinking }))).toBe(1_900)
  })

  test('S-067 an anchor that does not cover a repaired list cannot make the size too low', () => {
    // The count is of a list that was shorter than the one that stands before it now.
    const list = [...turns([30_000, 30_000]), item(2, 'assistant', 10, { usage: usageOf(900, 20) })]
    const size = measurePressure(list, ANY_ANCHOR, { fixedTokens: 500, hasFloor: true })
    expect(size).toMatchObject({ tokens: 60_510, basis: 'estimate', full: 60_510 })
  })

  test('C-11 S-066 max of anchor and full estimate; without the floor the anchor is trusted', () => {
    const list = pair(usageOf(900, 20), [30_000, 10])
    expect(measurePressure(list, ANY_ANCHOR, FLOOR).tokens).toBe(30_010)
    expect(measurePressure(list, ANY_ANCHOR, FREE)).toMatchObject({ tokens: 920, basis: 'usage' })
    const large = pair(usageOf(50_000, 20), [30_000, 10])
    expect(measurePressure(large, ANY_ANCHOR, FLOOR).tokens).toBe(50_020)
  })

  test('C-11 an anchor older than the last change of the list is invalid', () => {
    const list = pair(usageOf(50_000, 20), [300, 10])
    expect(measurePressure(list, { index: 2, afterMs: null }, FLOOR).anchorIndex).toBeNull()
    const timed = (atMs: number): Projection => [
      item(0, 'assistant', 10, {
        usage: usageOf(500, 20),
        runtime: { atMs, origin: null, ending: 'complete', privateItems: [], approvals: [] },
      }),
    ]
    const scope: AnchorScope = { index: 0, afterMs: 1_000 }
    expect(measurePressure(timed(1_000), scope, FLOOR).anchorIndex).toBeNull()
    expect(measurePressure(timed(1_001), scope, FLOOR).anchorIndex).toBe(0)
    expect(measurePressure(list, scope, FLOOR).anchorIndex).toBeNull()
  })
})

describe('cases', () => {
  test('B-22 cached tokens inside or beside the input give the same size', () => {
    const chat = readUsage(
      { input: 127_000, output: 206, cacheRead: 126_000, cacheWrite: null, reasoning: null },
      'inside',
    )
    const messages = readUsage(
      { input: 2_000, output: 206, cacheRead: 124_000, cacheWrite: 1_000, reasoning: null },
      'beside',
    )
    for (const usage of [chat, messages]) {
      if (usage === null) throw new Error('no usage')
      const { tokens } = measurePressure(pair(usage), ANY_ANCHOR, FLOOR)
      expect(tokens).toBe(127_206)
      expect(Math.round((tokens * 100) / 272_000)).toBe(47)
    }
  })

  test('B-26 usage that is absent, zero or far too small never hides a 70k list', () => {
    const zero = usageOf(0, 0)
    for (const usage of [null, zero, usageOf(985, 20), usageOf(0, 20), usageOf(Number.NaN, 3)]) {
      const list = [item(0, 'user', 69_990), item(1, 'assistant', 10, { usage })]
      const size = measurePressure(list, ANY_ANCHOR, FLOOR)
      expect(size.tokens).toBeGreaterThanOrEqual(70_000)
      expect(size.basis).toBe('estimate')
    }
    const none = { input: null, output: 5, cacheRead: null, cacheWrite: null, reasoning: null }
    expect(readUsage(none, 'inside')).toBeNull()
    expect(readUsage({ ...none, input: -4 }, 'inside')).toBeNull()
    expect(readUsage({ ...none, input: 9, cacheRead: 1e12 }, 'inside')).toBeNull()
    expect(readUsage({ ...none, input: 9, output: 1.5 }, 'beside')).toBeNull()
  })

  test('B-27 after a compaction the usage of the answer before it anchors nothing, also after a reload', () => {
    const kept = item(40, 'assistant', 2_000, { usage: usageOf(149_000, 1_000) })
    const list = [
      item(null, 'user', 3_000, { provenance: 'checkpoint' }),
      kept,
      item(41, 'user', 5),
    ] satisfies Projection
    for (const scope of [
      { index: 41, afterMs: null },
      { index: 0, afterMs: 5_000 },
    ]) {
      const size = measurePressure(list, scope, FLOOR)
      expect(size).toMatchObject({ anchorIndex: null, tokens: padded(5_005) })
    }
  })

  test('S-063 without usage the whole estimate gets a pad of 5 %', () => {
    expect(measurePressure(turns([500, 500]), ANY_ANCHOR, FLOOR)).toMatchObject({
      tokens: 1_050,
      basis: 'estimate',
    })
    fc.assert(
      fc.property(fc.nat(5_000_000), (tokens) => {
        expect(padded(unpadded(tokens))).toBeLessThanOrEqual(tokens)
        expect(padded(unpadded(tokens) + 1)).toBeGreaterThan(tokens)
      }),
    )
  })
})

describe('a new message', () => {
  const usage = fc.option(
    fc.record({
      input: fc.nat(200_000),
      output: fc.nat(4_000),
      cacheRead: fc.nat(1_000),
      cacheWrite: fc.nat(1_000),
      reasoning: fc.option(fc.nat(4_000)),
      cost: fc.constant(null),
    }),
  )
  const one = fc.record({
    isUser: fc.boolean(),
    tokens: fc.integer({ min: 1, max: 20_000 }),
    usage,
    isFact: fc.boolean(),
    result: fc.option(fc.string({ maxLength: 200 })),
  })
  const list = fc.array(one, { maxLength: 30 }).map((entries) =>
    entries.map(
      (entry, index): ProjectedMessage =>
        item(index, entry.isUser ? 'user' : 'assistant', entry.tokens, {
          usage: entry.usage,
          provenance: entry.isFact ? 'fact' : 'pin',
          toolCalls: entry.isUser ? [] : [sampleCall('run', {}, entry.result)],
        }),
    ),
  )
  const options = fc.record({ fixedTokens: fc.nat(30_000), hasFloor: fc.boolean() })

  test('a state extended piece by piece is the state of the whole list', () => {
    fc.assert(
      fc.property(list, fc.nat(30), fc.nat(30), options, (items, at, from, how) => {
        const scope = { index: from, afterMs: null }
        const grown = extendPressure(
          extendPressure(startPressure(scope), items.slice(0, at)),
          items.slice(at),
        )
        expect(readPressure(grown, how)).toEqual(measurePressure(items, scope, how))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a newest message that changes gives what a look at everything gives', () => {
    fc.assert(
      fc.property(list, options, fc.integer({ min: 1, max: 9_000 }), (items, how, more) => {
        const last = items.at(-1)
        if (!last) return
        const changed = {
          ...last,
          tokens: last.tokens + more,
          message: { ...last.message, toolCalls: [sampleCall('run', {}, 'done '.repeat(more % 50))] },
        }
        const state = replaceNewest(extendPressure(startPressure(ANY_ANCHOR), items), last, changed)
        const all = [...items.slice(0, -1), changed]
        expect(readPressure(state, how)).toEqual(measurePressure(all, ANY_ANCHOR, how))
      }),
      { numRuns: 2_000 },
    )
  })

  test('I11 S-066 the size is a whole number of 0 or more, and with the floor never below the full estimate', () => {
    fc.assert(
      fc.property(list, options, (items, how) => {
        const size = measurePressure(items, ANY_ANCHOR, how)
        expect(Number.isSafeInteger(size.tokens) && size.tokens >= 0).toBe(true)
        if (how.hasFloor || size.anchorIndex === null) expect(size.tokens).toBeGreaterThanOrEqual(size.full)
      }),
      { numRuns: 2_000 },
    )
  })

  test('G4 the state is a handful of numbers, however long the list: a new message has nothing else to look at', () => {
    const sizes = Array.from({ length: 5_000 }, () => 20)
    const state = extendPressure(startPressure(ANY_ANCHOR), [
      ...turns(sizes),
      item(5_000, 'assistant', 20, { usage: usageOf(120_000, 30) }),
    ])
    const text = JSON.stringify(state)
    expect(text.length).toBeLessThan(250)
    // Read back from its text it goes on as before: it holds no message.
    const next = [item(5_001, 'user', 30)]
    expect(extendPressure(JSON.parse(text), next)).toEqual(extendPressure(state, next))
    expect(readPressure(extendPressure(state, next), FREE).tokens).toBe(120_060)
  })
})
