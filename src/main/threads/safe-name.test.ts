import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byteLength } from './name-bytes.ts'
import { safeName } from './safe-name.ts'

describe('B-77 safeName', () => {
  test.each([
    ['a:b', 'a：b.json'],
    ['x?', 'x？.json'],
    ['con', 'con_.json'],
    ['CON.json', 'CON_.json'],
    ['lpt1.compact', 'lpt1_.compact.json'],
    ['name. ', 'name.json'],
    ['..', 'untitled.json'],
    ['.', 'untitled.json'],
    ['a/b\\c', 'a／b＼c.json'],
    ['a\0b', 'a_b.json'],
    ['-rf', '_-rf.json'],
    ['.hidden', '_.hidden.json'],
    ['', 'untitled.json'],
    ['   ', 'untitled.json'],
    ['%2e%2e%2f', '%2e%2e%2f.json'],
    ['plan.json', 'plan.json'],
    ['console', 'console.json'],
    ['订单导出', '订单导出.json'],
    ['a\u202eb', 'a_b.json'],
  ])('%j becomes %j', (typed, name) => {
    expect(safeName(typed, '.json')).toBe(name)
  })

  test('a:b and a?b do not meet', () => {
    expect(safeName('a:b')).not.toBe(safeName('a?b'))
  })

  test('any text becomes a name that stays inside its folder on every platform', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.constantFrom('', '.json'),
        (typed, extension) => {
          const name = safeName(typed, extension)
          expect(byteLength(name)).toBeLessThanOrEqual(255)
          // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be gone
          expect(name).not.toMatch(/[/\\:*?"<>|\u0000-\u001f]|^\.|^-|[. ]$|^(con|nul|aux|prn)(\.|$)/i)
          expect(name.isWellFormed()).toBe(true)
          expect(safeName(name, extension)).toBe(name)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
