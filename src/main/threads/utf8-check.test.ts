import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Utf8Check } from './utf8-check.ts'

function checkInPieces(bytes: Uint8Array, size: number): boolean {
  const check = new Utf8Check()
  for (let from = 0; from < bytes.length; from += size) check.take(bytes.subarray(from, from + size))
  return check.isValid
}

test('text cut anywhere is judged as the whole of it', () => {
  const text = fc.string({ unit: 'binary' }).map((value) => Uint8Array.from(Buffer.from(value, 'utf8')))
  const bytes = fc.oneof(text, fc.uint8Array(), fc.uint8Array({ min: 0x7e }))
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 9 }), (value, size) => {
      expect(checkInPieces(value, size)).toBe(isUtf8(value))
    }),
  )
})
