import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heldBytes } from './byte-source.ts'
import { growBytes } from './growing-bytes.ts'

const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 })

test('bytes that grow before a tail are those a copy would have, and every former state stays as it was', () => {
  fc.assert(
    fc.property(bytes, bytes, fc.array(fc.tuple(bytes, fc.nat()), { maxLength: 12 }), (head, tail, steps) => {
      const states = [{ source: heldBytes(Buffer.concat([head, tail])), end: head.length }]
      const expected = [Buffer.concat([head, tail])]
      for (const [added, pick] of steps) {
        // Also from a former state: two lines of descent must not write over each other.
        const at = pick % states.length
        const from = states[at]
        const old = expected[at]
        if (from === undefined || old === undefined) return
        states.push({ source: growBytes(from.source, from.end, added), end: from.end + added.length })
        expected.push(Buffer.concat([old.subarray(0, from.end), added, old.subarray(from.end)]))
      }
      for (const [at, { source }] of states.entries()) {
        const whole = expected[at] ?? Buffer.alloc(0)
        expect(source.length).toBe(whole.length)
        for (const [from, to] of [
          [0, whole.length],
          [1, whole.length - 1],
          [whole.length - 3, whole.length],
        ])
          expect(Buffer.from(source.slice(Math.max(0, from ?? 0), to ?? 0))).toEqual(
            whole.subarray(Math.max(0, from ?? 0), to),
          )
      }
    }),
    { numRuns: 500 },
  )
})
