import { describe, expect, test } from 'vitest'
import { sampleCall } from '../testing/message-samples.ts'
import { carriedOut, checkOf } from '../testing/plan-samples.ts'
import { item, turns, usageOf } from '../testing/projection-samples.ts'
import { CLOSED_BREAKER, reduceBreaker } from './breaker.ts'
import { planCompaction } from './plan.ts'
import type { CompactionPlan, PlanInput } from './plan-values.ts'
import { PRESETS } from './policy/presets.ts'
import type { Projection } from './projection/projected-message.ts'

const RATIO = PRESETS['ratio-75']
const OPEN = reduceBreaker(
  { ...CLOSED_BREAKER, failures: 2 },
  { kind: 'failed', atMs: 0 },
  PRESETS.reserve.breaker,
)

/** Eighty messages of 2,000 tokens: 160,000, above 75 % of 200,000. */
const LONG = turns(Array.from({ length: 80 }, () => 2_000))

function plan(projection: Projection, more: Partial<PlanInput> = {}): CompactionPlan {
  return planCompaction(checkOf(projection, more))
}

function summary(projection: Projection, more: Partial<PlanInput> = {}) {
  const made = plan(projection, more)
  if (made.kind !== 'summarize') throw new Error(`${made.kind}: ${JSON.stringify(made)}`)
  return made
}

/** The size as the provider's count gives it, to the token. */
function sized(tokens: number): Pick<PlanInput, 'pressure'> {
  return { pressure: { tokens, basis: 'usage', anchorIndex: 0, full: tokens } }
}

const DONE = { isApplied: true, isAboveTrigger: false }

describe('when', () => {
  test('S-107 it runs when the size reaches the threshold, not one token before', () => {
    expect(plan(LONG, sized(149_999))).toMatchObject({ kind: 'skip', reason: 'below-trigger' })
    expect(plan(LONG, sized(150_000)).kind).toBe('summarize')
  })

  test('S-108 growth since the last compaction is no trigger', () => {
    // Almost all of it came since the last run, and it is still below.
    const memory = {
      ...DONE,
      moment: { factCount: 1, latestUserIndex: 0, model: 'host/model', windowTokens: 200_000 },
    }
    expect(plan(LONG, { ...sized(140_000), memory })).toMatchObject({ reason: 'below-trigger' })
    // Almost nothing came, and it is above.
    const late = { ...memory, moment: { ...memory.moment, factCount: 79, latestUserIndex: 78 } }
    expect(plan(LONG, { ...sized(150_000), memory: late }).kind).toBe('summarize')
  })

  test('S-015 S-109 first the reductions, then the check again, a summary only if pressure remains', () => {
    expect(plan(LONG, { hasReduced: false })).toEqual({ kind: 'reduce' })
    expect(plan(LONG, { hasReduced: true }).kind).toBe('summarize')
    const reduced = turns(Array.from({ length: 80 }, () => 1_000))
    expect(plan(reduced, { hasReduced: true })).toMatchObject({ kind: 'skip', reason: 'below-trigger' })
  })

  test('S-124 the reductions are asked for while the breaker is open', () => {
    expect(plan(LONG, { hasReduced: false, breaker: OPEN })).toEqual({ kind: 'reduce' })
    expect(plan(LONG, { breaker: OPEN })).toMatchObject({ kind: 'skip', reason: 'breaker-open' })
  })

  test('C-01 nothing runs by itself with a manual trigger or with mode `off`', () => {
    for (const policy of [PRESETS['manual-clone'], { ...RATIO, mode: 'off' as const }]) {
      expect(plan(LONG, { policy })).toMatchObject({ kind: 'skip', reason: 'manual-only' })
      expect(plan(LONG, { policy, kind: 'overflow' })).toMatchObject({ reason: 'manual-only' })
      expect(plan(LONG, { policy, kind: 'manual' }).kind).toBe('summarize')
    }
  })

  test('mode `ask` asks before an automatic run only', () => {
    const policy = { ...RATIO, mode: 'ask' as const }
    expect(summary(LONG, { policy }).needsConsent).toBe(true)
    expect(summary(LONG, { policy, kind: 'manual' }).needsConsent).toBe(false)
    expect(summary(LONG, { policy, kind: 'overflow' }).needsConsent).toBe(false)
  })

  test('one at a time, and not between a call and its result', () => {
    for (const kind of ['automatic', 'manual', 'overflow'] as const) {
      expect(plan(LONG, { kind, isCompacting: true })).toMatchObject({ reason: 'already-running' })
      expect(plan(LONG, { kind, areToolsRunning: true })).toMatchObject({ reason: 'tools-running' })
    }
  })

  test('C-03 an unknown window fires at 100,000 and keeps six messages', () => {
    const window = { tokens: null, source: null } as const
    const list = turns(Array.from({ length: 40 }, () => 2_600))
    expect(plan(list, { window, ...sized(99_999) })).toMatchObject({ reason: 'below-trigger' })
    expect(summary(list, { window }).cut.index).toBe(34)
  })
})

describe('what', () => {
  test('S-032 C-02 partial: the older prefix is folded, about a tenth of the window stays', () => {
    const made = summary(LONG)
    expect(made).toMatchObject({ strategy: 'partial', direction: { kind: 'prefix' } })
    expect(made.cut.keptTokens).toBe(20_000)
    expect(made.cut.index).toBe(70)
    expect(made.expected.foldedTokens).toBe(140_000)
  })

  test('S-033 full: what must stay stays, all before it becomes one summary, and the plan says so', () => {
    const made = summary(LONG, { policy: { ...RATIO, strategy: 'full' } })
    expect(made.strategy).toBe('full')
    expect(made.cut.keptTokens).toBeLessThan(summary(LONG).cut.keptTokens)
    expect(made.cut.index).toBeGreaterThanOrEqual(78)
  })

  test('S-125 S-126 20,000 tokens stay under `reserve`, at most half the threshold', () => {
    const large = summary(LONG, { policy: PRESETS.reserve, ...sized(180_000) })
    expect(large.cut.keptTokens).toBe(20_000)
    const small = turns(Array.from({ length: 40 }, () => 500))
    const window = { tokens: 32_000, source: 'manual' } as const
    const made = summary(small, { policy: PRESETS.reserve, window })
    expect(made.cut.keptTokens).toBeLessThanOrEqual(8_000)
    expect(made.room.keepTokens).toBeLessThanOrEqual(8_000)
  })

  test('S-128 the kept part never begins with a result: messages are cut whole', () => {
    const list = LONG.map((entry, at) =>
      at % 2 === 0
        ? entry
        : {
            ...entry,
            message: { ...entry.message, toolCalls: [sampleCall('a', {}, 'x'), sampleCall('b', {}, 'y')] },
          },
    )
    const { cut } = summary(list)
    expect(list.some(({ index }) => index === cut.index)).toBe(true)
    const kept = list.filter(({ index }) => (index ?? 0) >= cut.index)
    for (const { message } of kept) for (const call of message.toolCalls) expect(call.output).not.toBeNull()
  })

  test('S-129 a history that fits its budget is left alone', () => {
    // Large is what stands around it: the provider counts much that the list does not hold.
    const short = turns([3_000, 3_000, 3_000])
    expect(plan(short, sized(160_000))).toMatchObject({ kind: 'skip', reason: 'fits-budget' })
  })

  test('S-130 an earlier summary alone is not folded again', () => {
    const list = [item(null, 'user', 30_000, { provenance: 'checkpoint' }), item(50, 'user', 40_000)]
    expect(plan(list, sized(160_000))).toMatchObject({ kind: 'skip', reason: 'only-a-summary' })
  })

  test('S-131 S-111 a forced run ignores estimate and budget check', () => {
    const short = turns([3_000, 3_000, 3_000])
    expect(plan(short, { kind: 'overflow' })).toMatchObject({ kind: 'summarize', isForced: true })
    expect(plan(short, { kind: 'automatic' })).toMatchObject({ kind: 'skip', reason: 'below-trigger' })
  })

  test('S-037 a recent segment can be summarized instead of the prefix', () => {
    const made = summary(LONG, { kind: 'manual', segmentFrom: 20 })
    expect(made.direction).toEqual({ kind: 'segment', fromIndex: 20 })
    expect(made.expected.foldedMessages).toBe(made.cut.index - 20)
  })

  test('a summary that cannot win the least gain is not begun', () => {
    const list = [...turns([2_000, 2_000]), item(2, 'user', 146_000)]
    expect(plan(list)).toMatchObject({ kind: 'skip', reason: 'no-gain', fitsWindow: true })
  })
})

describe('failures', () => {
  test('S-081 C-08 an open breaker stops automatic runs and no others', () => {
    expect(plan(LONG, { breaker: OPEN })).toMatchObject({ reason: 'breaker-open' })
    expect(plan(LONG, { breaker: OPEN, kind: 'manual' }).kind).toBe('summarize')
  })

  test('S-083 S-113 C-09 one forced attempt passes the breaker, a second one of the same request does not', () => {
    const first = plan(LONG, { breaker: OPEN, kind: 'overflow' })
    expect(first).toMatchObject({ kind: 'summarize', isForced: true })
    const second = plan(LONG, { breaker: OPEN, kind: 'overflow', isForcedUsed: true })
    expect(second).toMatchObject({ kind: 'needs-new-thread', stage: 'second_overflow' })
  })

  test('S-085 C-10 the terminal state carries its stage and its numbers', () => {
    const second = plan(LONG, { kind: 'overflow', isForcedUsed: true, ...sized(190_000) })
    expect(second).toEqual({
      kind: 'needs-new-thread',
      stage: 'second_overflow',
      tokens: 190_000,
      limit: 199_000,
    })
  })

  test('S-089 one message larger than the window: nothing is tried, a new thread is needed', () => {
    const alone = [item(0, 'user', 250_000)]
    expect(plan(alone)).toMatchObject({ kind: 'needs-new-thread', stage: 'post_check' })
    const behind = [...turns([9_000, 9_000]), item(2, 'user', 250_000)]
    expect(plan(behind)).toMatchObject({ kind: 'needs-new-thread', stage: 'post_check', limit: 199_000 })
    const restored = [
      ...turns([5_000, 5_000]),
      item(null, 'user', 250_000, { provenance: 'pin' }),
      item(2, 'user', 10),
    ]
    // Pins never fold: that is for the person to change.
    expect(plan(restored)).toMatchObject({ kind: 'skip', reason: 'fixed-part-too-large', fitsWindow: false })
  })

  test('S-080 a skip says whether the request may be sent as it is', () => {
    expect(plan(LONG, { breaker: OPEN })).toMatchObject({ fitsWindow: true })
    const over = plan(LONG, { breaker: OPEN, ...sized(199_500) })
    expect(over).toMatchObject({ reason: 'breaker-open', fitsWindow: false })
    const assumed = { tokens: 128_000, source: 'assumed' } as const
    expect(plan(LONG, { breaker: OPEN, window: assumed })).toMatchObject({ fitsWindow: true })
  })
})

describe('cases', () => {
  test('B-30 a fixed part above the threshold: no attempt, and the turn is sent since it fits', () => {
    const list = [item(0, 'user', 20, { usage: null })]
    const window = { tokens: 32_768, source: 'manual' } as const
    const small = { window, fixedTokens: 29_000, ...sized(29_020) }
    expect(plan(list, small)).toEqual({ kind: 'skip', reason: 'fixed-part-too-large', fitsWindow: true })
    expect(plan(list, { ...small, hasReduced: false }).kind).toBe('skip')
  })

  test('B-33 S-097 the rest ends where the request no longer fits the window and new steps can be folded', () => {
    const check = checkOf(LONG)
    const moment = { ...check.now, factCount: 70 }
    const resting = { moment, isApplied: true, isAboveTrigger: true }
    // Above the trigger and it fits: the rest holds (B-31).
    expect(plan(LONG, { ...sized(199_000), memory: resting })).toMatchObject({ reason: 'no-gain' })
    // The next request would be refused: what the loop added since may be folded.
    expect(plan(LONG, { ...sized(199_001), memory: resting }).kind).toBe('summarize')
    // Nothing new since the last run: the same would come out again.
    const same = { ...resting, moment: check.now }
    expect(plan(LONG, { ...sized(199_001), memory: same })).toMatchObject({ kind: 'skip', fitsWindow: false })
    // Nothing that could be folded: said as what it is.
    const single = [item(0, 'user', 250_000)]
    expect(
      plan(single, { memory: { ...resting, moment: { ...moment, factCount: 0, latestUserIndex: 0 } } }),
    ).toMatchObject({
      kind: 'needs-new-thread',
    })
  })

  test('B-31 a last turn above the trigger: one compaction, then rest until new input or a new model', () => {
    const window = { tokens: 80_000, source: 'manual' } as const
    let list: Projection = [...turns([2_500, 2_500, 2_500, 2_500]), item(4, 'user', 70_000)]
    let memory: PlanInput['memory'] = null
    let runs = 0
    for (let step = 0; step < 5; step++) {
      const check = checkOf(list, { window, memory })
      const made = planCompaction(check)
      if (made.kind === 'summarize') {
        runs += 1
        list = carriedOut(list, made, 1_500, 0)
        memory = { moment: check.now, isApplied: true, isAboveTrigger: true }
      } else if (runs > 0) expect(made).toMatchObject({ kind: 'skip', reason: 'no-gain' })
      list = [...list, item(5 + step, 'assistant', 60)]
    }
    expect(runs).toBe(1)
    expect(plan(list, { window, memory, kind: 'overflow' }).kind).not.toBe('skip')

    const input = [...list, item(10, 'user', 60)]
    expect(plan(input, { window, memory })).not.toMatchObject({ reason: 'no-gain' })

    // Where there is something to fold, it is the rest alone that stops a run.
    const check = checkOf(LONG)
    const resting = { moment: { ...check.now, factCount: 70 }, isApplied: true, isAboveTrigger: true }
    expect(planCompaction({ ...check, memory: resting })).toMatchObject({ reason: 'no-gain' })
    const other = { ...check.now, model: 'host/other' }
    expect(planCompaction({ ...check, memory: resting, now: other }).kind).toBe('summarize')
    const earlier = { ...resting, moment: { ...resting.moment, latestUserIndex: 70 } }
    expect(planCompaction({ ...check, memory: earlier }).kind).toBe('summarize')
  })

  test('B-33 in a long tool loop the check before each call cuts between two steps and keeps the request', () => {
    const window = { tokens: 60_000, source: 'manual' } as const
    let list: Projection = [item(0, 'user', 500)]
    let runs = 0
    for (let step = 1; step <= 40; step++) {
      const made = plan(list, { window })
      if (made.kind === 'summarize') {
        runs += 1
        expect(made.cut.keptRequests).toContain(0)
        expect(made.cut.index).toBeGreaterThan(0)
        list = carriedOut(list, made, 2_000, 0)
        expect(list.some(({ index, message }) => index === 0 && message.role === 'user')).toBe(true)
      }
      const { pressure } = checkOf(list, { window })
      expect(pressure.tokens).toBeLessThan(45_000)
      const toolCalls = [sampleCall('read', { step }, 'text')]
      list = [...list, item(step, 'assistant', 2_000, { toolCalls })]
    }
    expect(runs).toBeGreaterThanOrEqual(1)
    expect(runs).toBeLessThanOrEqual(3)
    const added = list.filter(({ provenance, message }) => provenance === 'fact' && message.role === 'user')
    expect(added).toHaveLength(1)
  })

  test('B-35 the check is made against the new window; a larger one compacts nothing', () => {
    const list = turns(Array.from({ length: 60 }, () => 5_000))
    const size = sized(300_000)
    const on = (tokens: number) => plan(list, { ...size, window: { tokens, source: 'catalog' } })
    expect(on(512_000)).toMatchObject({ reason: 'below-trigger' })
    expect(on(128_000).kind).toBe('summarize')
    expect(on(1_000_000)).toMatchObject({ reason: 'below-trigger' })
    // Without a new message the other model alone is reason enough.
    const before = checkOf(list).now
    const memory = { ...DONE, moment: { ...before, model: 'host/large', windowTokens: 512_000 } }
    const window = { tokens: 128_000, source: 'catalog' } as const
    expect(plan(list, { ...size, window, memory }).kind).toBe('summarize')
  })

  test('B-48 a second /compact without anything new makes no call', () => {
    const check = checkOf(LONG, { kind: 'manual' })
    expect(planCompaction(check).kind).toBe('summarize')
    const memory = { ...DONE, moment: check.now }
    expect(planCompaction({ ...check, memory })).toMatchObject({ kind: 'skip', reason: 'no-new-content' })
    // After a restart there is no memory: what is left says it too.
    const list = carriedOut(LONG, summary(LONG, { kind: 'manual' }), 2_000, 0)
    expect(plan(list, { kind: 'manual' }).kind).toBe('skip')
    // An undone or failed run covers nothing, and a new message is new.
    expect(planCompaction({ ...check, memory: { ...memory, isApplied: false } }).kind).toBe('summarize')
    const older = { ...memory, moment: { ...check.now, factCount: 79 } }
    expect(planCompaction({ ...check, memory: older }).kind).toBe('summarize')
  })

  test('two automatic runs without anything new are impossible, whatever became of the first', () => {
    const check = checkOf(LONG)
    for (const isApplied of [true, false]) {
      for (const isAboveTrigger of [true, false]) {
        const memory = { moment: check.now, isApplied, isAboveTrigger }
        expect(planCompaction({ ...check, memory }).kind).toBe('skip')
      }
    }
  })

  test('B-22 cached tokens do not compact at half the window', () => {
    const usage = usageOf(1_000, 206, { cacheRead: 126_000 })
    const list = [item(0, 'user', 500), item(1, 'assistant', 300, { usage })]
    const window = { tokens: 272_000, source: 'catalog' } as const
    expect(checkOf(list, { window }).pressure.tokens).toBe(127_206)
    expect(plan(list, { window })).toMatchObject({ reason: 'below-trigger' })
  })

  test('B-26 missing, zero and far too small usage all trigger at 70k of 80k', () => {
    const window = { tokens: 80_000, source: 'manual' } as const
    for (const usage of [null, usageOf(0, 0), usageOf(985, 20)]) {
      const list = turns(Array.from({ length: 35 }, () => 2_000)).map((entry, at) =>
        at === 33 ? { ...entry, message: { ...entry.message, usage } } : entry,
      )
      expect(plan(list, { window }).kind).toBe('summarize')
    }
  })
})
