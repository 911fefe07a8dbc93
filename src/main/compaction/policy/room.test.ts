import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Policy } from '../../../shared/compact/policy.ts'
import { sampleCall } from '../../testing/message-samples.ts'
import { carriedOut, checkOf } from '../../testing/plan-samples.ts'
import { item } from '../../testing/projection-samples.ts'
import { planCompaction } from '../plan.ts'
import type { ProjectedMessage } from '../projection/projected-message.ts'
import { PRESETS } from './presets.ts'
import { dealOutRoom } from './room.ts'
import { triggerTokensOf } from './thresholds.ts'

/** `PALIMPSEST_RUNS` lowers it on a slow machine. */
const RUNS = Number(process.env.PALIMPSEST_RUNS ?? 10_000)

/** Presets that fire by themselves, and edits of them that keep by turns and by messages. */
const POLICIES: readonly Policy[] = [
  PRESETS['ratio-75'],
  PRESETS.reserve,
  { ...PRESETS['ratio-75'], strategy: 'full' },
  { ...PRESETS['ratio-75'], keep: { kind: 'turns', value: 30 } },
  { ...PRESETS.reserve, keep: { kind: 'messages', value: 200 } },
  { ...PRESETS['ratio-75'], trigger: { kind: 'ratio', value: 0.4 } },
  { ...PRESETS['manual-clone'], mode: 'auto', trigger: { kind: 'ratio', value: 0.95 } },
]

/** A random thread above the trigger; each message at most 2 % of it, as ordinary ones are. */
function threadAbove(trigger: number, fixed: number, seeds: readonly number[]): ProjectedMessage[] {
  const list: ProjectedMessage[] = []
  let tokens = fixed
  for (let at = 0; tokens < trigger; at++) {
    const seed = seeds[at % seeds.length] ?? 0
    const size = Math.max(1, Math.floor((trigger * 0.02 * (1 + (seed % 100))) / 100))
    const role = at % (2 + (seed % 4)) === 0 ? 'user' : 'assistant'
    const toolCalls = role === 'assistant' && seed % 3 === 0 ? [sampleCall('run', {}, 'x')] : []
    list.push(item(at, role, size, { toolCalls }))
    tokens += size
  }
  return list
}

test('S-127 S-106 compaction does not fire again on the next turn, at every preset and window from 4k to 1M', () => {
  let runs = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...POLICIES),
      fc.constantFrom(4_000, 8_192, 16_000, 32_000, 64_000, 128_000, 200_000, 400_000, 1_000_000, null),
      fc.double({ min: 0, max: 0.4, noNaN: true }),
      fc.array(fc.nat(10_000), { minLength: 5, maxLength: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (policy, tokens, fixedShare, seeds, used) => {
        const window = { tokens, source: tokens === null ? null : ('manual' as const) }
        const trigger = triggerTokensOf(policy, tokens) ?? 0
        const fixedTokens = Math.floor(trigger * fixedShare)
        const list = threadAbove(trigger, fixedTokens, seeds)
        const check = checkOf(list, { policy, window, fixedTokens })
        const plan = planCompaction(check)
        expect(plan.kind).toBe('summarize')
        if (plan.kind !== 'summarize') return
        runs += 1
        // The longest summary and the most restored files there is room for, or any part of them.
        const after = carriedOut(
          list,
          plan,
          Math.max(1, Math.floor(plan.room.summaryTokens * used)),
          Math.floor(plan.room.restorationTokens * used),
        )
        // A request, an answer with a call, its end: together 6 % of the trigger.
        const size = Math.max(1, Math.floor(trigger * 0.02))
        const next = [
          ...after,
          item(list.length, 'user', size),
          item(list.length + 1, 'assistant', size, { toolCalls: [sampleCall('run', {}, 'x')] }),
          item(list.length + 2, 'assistant', size),
        ]
        for (let length = after.length; length <= next.length; length++) {
          const again = checkOf(next.slice(0, length), { policy, window, fixedTokens })
          expect(again.pressure.tokens).toBeLessThan(trigger)
          expect(planCompaction(again)).toMatchObject({ kind: 'skip', reason: 'below-trigger' })
        }
      },
    ),
    { numRuns: RUNS },
  )
  expect(runs).toBe(RUNS)
})

test('I11 what is dealt out is whole, never negative, and leaves a quarter of the room free', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...POLICIES),
      fc.option(fc.integer({ min: 256, max: 2_000_000 })),
      fc.nat(2_000_000),
      fc.option(fc.nat(2_000_000)),
      (policy, window, unshrinkable, limit) => {
        const room = dealOutRoom(policy, window, unshrinkable, limit)
        const parts = [room.summaryTokens, room.restorationTokens, room.keepTokens ?? 0]
        for (const tokens of parts) expect(Number.isSafeInteger(tokens) && tokens >= 0).toBe(true)
        const under = Math.min(triggerTokensOf(policy, window) ?? 0, limit ?? Number.POSITIVE_INFINITY)
        const left = Math.max(0, under - unshrinkable)
        expect(parts.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThanOrEqual(Math.ceil(left * 0.75))
      },
    ),
  )
})

test('restored files are never more than 8 % of the window', () => {
  const room = dealOutRoom(PRESETS['ratio-75'], 32_000, 1_000, null)
  expect(room.restorationTokens).toBeLessThanOrEqual(2_560)
  expect(dealOutRoom(PRESETS['manual-clone'], 200_000, 1_000, null).restorationTokens).toBe(0)
})
