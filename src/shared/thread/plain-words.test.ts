import { expect, it } from 'vitest'
import { plainLine, plainWords } from './plain-words.ts'

it.each([
  ['2**31 is big', '2**31 is big'],
  ['**Bold** and `code`', 'Bold and code'],
  ['# Head :\n\n- item', 'Head: item'],
  ['1. one\n2. two', 'one two'],
])('%j reads %j', (text, words) => {
  expect(plainLine(text)).toBe(words)
})

it('never shows half of a character', () => {
  expect(plainWords('😀'.repeat(20), 9)).toBe(`${'😀'.repeat(4)}…`)
})

it('costs what a text is long, also of empty lines and of spaces in a heading', () => {
  const longs = ['\n'.repeat(100_000), `# a${' '.repeat(100_000)}b`, `# a${': '.repeat(50_000)}b\nc`]
  const startedMs = performance.now()
  for (const text of longs) plainLine(text)
  // The former patterns took minutes.
  expect(performance.now() - startedMs).toBeLessThan(2_000)
})
