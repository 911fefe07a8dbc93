import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepAtX, layOutBand, toX, turnAtX, visibleSeams } from './band-geometry.ts'
import { clampKeep, maxKeep, startAt } from './range.ts'
import { keeping, planOf } from './testing/values.ts'

describe('band', () => {
  test('both bars keep the same tail, on one scale', () => {
    const geometry = layOutBand(planOf(8), keeping(3))
    const kept = (bar: 'before' | 'after') => geometry[bar].find((segment) => segment.layer === 'kept')
    expect(kept('before')).toEqual({ layer: 'kept', from: 5500, to: 8500 })
    expect(kept('after')).toEqual({ layer: 'kept', from: 2000, to: 5000 })
    expect(geometry.tokensBefore).toBe(8500)
    expect(geometry.tokensAfter).toBe(5000)
    expect(geometry.boundary).toBe(5500)
  })

  test('layers without tokens are not drawn', () => {
    expect(layOutBand(planOf(3), keeping(1)).before.map((segment) => segment.layer)).toEqual([
      'system',
      'summarized',
      'kept',
    ])
  })

  test('the window ends the scale when it is near, and is left out when the band would be a sliver', () => {
    const near = layOutBand(planOf(8, { windowTokens: 20_000, triggerTokens: 15_000 }), keeping(3))
    expect(near).toMatchObject({ scaleTokens: 20_000, windowEnd: 20_000, trigger: 15_000 })
    const far = layOutBand(planOf(8, { windowTokens: 1_000_000, triggerTokens: 750_000 }), keeping(3))
    expect(far).toMatchObject({ windowEnd: null, trigger: null })
    expect(toX(far, far.tokensBefore, 880)).toBeGreaterThan(600)
  })

  test('a thread larger than the window still fits the drawing', () => {
    const over = layOutBand(planOf(40, { windowTokens: 20_000 }), keeping(3))
    expect(over.scaleTokens).toBeGreaterThan(over.tokensBefore)
    expect(over.windowEnd).toBe(20_000)
  })

  test('S-179 one turn is always kept and one is always summarized', () => {
    const plan = planOf(8)
    expect(clampKeep(plan, 0)).toBe(1)
    expect(clampKeep(plan, 99)).toBe(7)
    expect(maxKeep(plan)).toBe(7)
  })

  test('letting the handle go snaps to the nearest place between two turns, anywhere on the band', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 2, maxLength: 60 }),
        fc.double({ min: -100, max: 1000, noNaN: true }),
        (sizes, x) => {
          const plan = planOf(sizes.length)
          const sized = {
            ...plan,
            turns: plan.turns.map((turn, at) => ({ ...turn, tokens: sizes[at] ?? 0 })),
          }
          const geometry = layOutBand(sized, keeping(1))
          const keep = keepAtX(geometry, x, 880)
          expect(keep).toBe(clampKeep(sized, keep))
          const distance = (count: number) =>
            Math.abs(toX(geometry, geometry.boundaries[sizes.length - 1 - count] ?? 0, 880) - x)
          for (let other = 1; other < sizes.length; other += 1)
            expect(distance(keep)).toBeLessThanOrEqual(distance(other) + 1e-6)
        },
      ),
    )
  })

  test('dropping the handle where it stands changes nothing', () => {
    const plan = planOf(47)
    for (let keep = 1; keep < 47; keep += 1) {
      const geometry = layOutBand(plan, keeping(keep))
      expect(keepAtX(geometry, toX(geometry, geometry.boundary, 880), 880)).toBe(keep)
    }
  })

  test('thousands of turns leave a readable number of seams', () => {
    const geometry = layOutBand(planOf(5000), keeping(3))
    expect(visibleSeams(geometry, 880, 4).length).toBeLessThanOrEqual(220)
  })

  test('S-037 from a turn on: what is before it and a former checkpoint stay in front of the new one', () => {
    const plan = planOf(8, { checkpointTokens: 700, hasCheckpoint: true })
    const geometry = layOutBand(plan, { keepTurns: 3, start: startAt(plan, 2, 3) })
    expect(geometry.after.map(({ layer }) => layer)).toEqual([
      'system',
      'former',
      'head',
      'checkpoint',
      'kept',
    ])
    expect(geometry).toMatchObject({ start: 3200, sinkFrom: 3200, boundary: 6200 })
    expect(geometry.tokensBefore - geometry.tokensAfter).toBe(3000 - plan.expectedCheckpointTokens)
  })

  test('a pinned message of the summarized part stays behind the checkpoint; an excluded one takes no room', () => {
    const plan = planOf(8, {
      marks: [
        { kind: 'pin', index: 3, turn: 2, before: 400, tokens: 600 },
        { kind: 'exclude', index: 4, turn: 3, before: 0, tokens: 900 },
        { kind: 'pin', index: 14, turn: 8, before: 0, tokens: 50 },
      ],
    })
    const geometry = layOutBand(plan, keeping(3))
    expect(geometry.after.find(({ layer }) => layer === 'pinned')).toEqual({
      layer: 'pinned',
      from: 2000,
      to: 2600,
    })
    expect(geometry.marks).toEqual([
      { kind: 'pin', index: 3, from: 1900, to: 2500 },
      { kind: 'exclude', index: 4, from: 2500, to: 2500 },
      { kind: 'pin', index: 14, from: 7500, to: 7550 },
    ])
  })

  test('the first handle snaps to the nearest beginning of a turn', () => {
    const geometry = layOutBand(planOf(8), keeping(3))
    for (const [tokens, place] of [
      [0, 0],
      [500, 0],
      [1100, 1],
      [2900, 2],
      [99_999, 7],
    ] as const)
      expect(turnAtX(geometry, toX(geometry, tokens, 880), 880)).toBe(place)
  })
})
