import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutThread } from '../compaction/boundary/layout.ts'
import type { MessageSketch } from '../compaction/boundary/sketch.ts'
import { GrowingLayout } from './grow-layout.ts'

const sketch: fc.Arbitrary<MessageSketch> = fc
  .record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    isEmpty: fc.boolean(),
    isCheckpoint: fc.boolean(),
    metaTextScore: fc.integer({ min: 0, max: 4 }),
    metaFlag: fc.constantFrom(true, false, null),
  })
  .map(({ isEmpty, ...rest }) => ({ ...rest, isEmptyUser: isEmpty && rest.role === 'user' }))

test('a layout that grew is the layout of all its messages', () => {
  fc.assert(
    fc.property(fc.array(sketch, { maxLength: 6 }), fc.array(sketch, { maxLength: 12 }), (first, later) => {
      const known = [...first]
      const growing = new GrowingLayout(known)
      for (const one of later) {
        known.push(one)
        growing.take(known)
        expect(growing.layout).toEqual(layOutThread(known))
      }
    }),
    { numRuns: 2000 },
  )
})
