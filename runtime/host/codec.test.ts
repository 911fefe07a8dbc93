import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decode, encode } from './codec.js'

function roundTrip(value: unknown): unknown {
  return decode(encode(value))
}

describe('IPC values', () => {
  test('come back as structured clone would return them', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
        (value) => {
          expect(roundTrip(value)).toEqual(structuredClone(value))
        },
      ),
      { numRuns: 400 },
    )
  })

  test('keep numbers that JSON cannot say', () => {
    const values = [Number.NaN, Infinity, -Infinity, -0, 0]
    expect(roundTrip(values)).toEqual(values)
    expect(Object.is((roundTrip([-0]) as number[])[0], -0)).toBe(true)
  })

  test('keep a key named $ and a key named __proto__ as data', () => {
    expect(roundTrip({ $: ['u'], other: 1 })).toEqual({ $: ['u'], other: 1 })
    const hostile = JSON.parse('{"__proto__":{"polluted":true}}') as object
    const back = roundTrip(hostile) as object
    expect(Object.hasOwn(back, '__proto__')).toBe(true)
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('keep shared references shared and cycles closed', () => {
    const shared = { name: 'shared' }
    const cyclic: { list: unknown[]; self?: unknown; map: Map<unknown, unknown> } = {
      list: [shared, shared, new Date(7), new Uint8Array([1])],
      map: new Map([[shared, new Set([shared])]]),
    }
    cyclic.self = cyclic
    const back = roundTrip(cyclic) as typeof cyclic
    expect(back.self).toBe(back)
    expect(back.list[0]).toBe(back.list[1])
    expect([...back.map.keys()][0]).toBe(back.list[0])
    expect([...([...back.map.values()][0] as Set<unknown>)][0]).toBe(back.list[0])
  })

  test('keep the kind, message, stack and cause of an error', () => {
    const back = roundTrip(new TypeError('boom', { cause: 7n })) as TypeError
    expect(back).toBeInstanceOf(TypeError)
    expect([back.message, back.cause]).toEqual(['boom', 7n])
    expect(back.stack).toContain('codec.test')
  })

  test('keep every view and its length, also one that shares a larger buffer', () => {
    const bytes = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer
    const views = [new Uint16Array(bytes, 2, 2), new DataView(bytes, 1, 3), new Float64Array(bytes), bytes]
    const back = roundTrip(views) as typeof views
    expect(back).toEqual(views)
    expect(roundTrip(Buffer.from('hé'))).toEqual(new Uint8Array(Buffer.from('hé')))
  })

  test('keep text that is not well-formed Unicode', () => {
    const text = 'a\ud800b\u2028"\\\u0000é😀'
    expect(roundTrip(text)).toBe(text)
    expect(encode(text)).not.toMatch(/[\ud800-\udfff]$/)
  })

  test.each([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a promise', Promise.resolve(1)],
    ['a weak map', new WeakMap()],
    ['a function deep inside', { a: [new Map([['k', { f: () => 1 }]])] }],
  ])('refuse %s with the text that Electron uses', (_name, value) => {
    expect(() => encode(value)).toThrow('An object could not be cloned.')
  })
})
