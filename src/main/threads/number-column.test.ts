import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberColumn } from './number-column.ts'

test('a column holds what was set last, however it began and grew', () => {
  const numbers = fc.array(fc.nat())
  const changes = fc.array(fc.tuple(fc.nat({ max: 200 }), fc.nat()), { maxLength: 300 })
  fc.assert(
    fc.property(numbers, changes, (first, sets) => {
      const column = new NumberColumn(Uint32Array.from(first))
      const list = [...first]
      for (const [place, value] of sets) {
        const index = Math.min(place, list.length)
        column.set(index, value)
        list[index] = value
      }
      expect([...column.values]).toEqual(list)
      expect(column.length).toBe(list.length)
      expect(column.at(list.length)).toBeUndefined()
    }),
  )
})

test('a number that would leave a gap is refused', () => {
  expect(() => new NumberColumn(new Float64Array(2)).set(3, 1)).toThrow(RangeError)
})
