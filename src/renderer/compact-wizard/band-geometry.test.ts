import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clampKeep, keepAtX, layOutBand, maxKeep, toX, visibleSeams } from './band-geometry.ts'
import { planOf } from './testing/values.ts'

describe('band', () => {
  test('both bars keep the same tail, on one scale', () => {
    const geometry = layOutBand(planOf(8), 3)
    const kept = (bar: 'before' | 'after') => geometry[bar].find((segment) => segment.layer === 'kept')
    expect(kept('before')).toEqual({ layer: 'kept', from: 5500, to: 8500 })
    expect(kept('after')).toEqual({ layer: 'kept', from: 2000, to: 5000 })
    expect(geometry.tokensBefore).toBe(8500)
    expect(geometry.tokensAfter).toBe(5000)
    expect(geometry.boundary).toBe(5500)
  })

  test('layers without tokens are not drawn', () => {
    expect(layOutBand(planOf(3), 1).before.map((segment) => segment.layer)).toEqual([
      'system',
      'summarized',
      'kept',
    ])
  })

  test('the window ends the scale when it is near, and is left out when the band would be a sliver', () => {
    const near = layOutBand(planOf(8, { windowTokens: 20_000, triggerTokens: 15_000 }), 3)
    expect(near).toMatchObject({ scaleTokens: 20_000, windowEnd: 20_000, trigger: 15_000 })
    const far = layOutBand(planOf(8, { windowTokens: 1_000_000, triggerTokens: 750_000 }), 3)
    expect(far).toMatchObject({ windowEnd: null, trigger: null })
    expect(toX(far, far.tokensBefore, 880)).toBeGreaterThan(600)
  })

  test('a thread larger than the window still fits the drawing', () => {
    const over = layOutBand(planOf(40, { windowTokens: 20_000 }), 3)
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
          const geometry = layOutBand(sized, 1)
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
      const geometry = layOutBand(plan, keep)
      expect(keepAtX(geometry, toX(geometry, geometry.boundary, 880), 880)).toBe(keep)
    }
  })

  test('thousands of turns leave a readable number of seams', () => {
    const geometry = layOutBand(planOf(5000), 3)
    expect(visibleSeams(geometry, 880, 4).length).toBeLessThanOrEqual(220)
  })
})
