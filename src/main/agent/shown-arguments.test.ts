import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownArguments, shownText } from './shown-arguments.ts'

test('arguments that fit are shown whole, as they are', () => {
  const args = { path: 'a.ts', content: 'const x = 1\n', flags: [1, true, null] }
  expect(JSON.parse(shownArguments(args, 32_000))).toEqual(args)
})

test('of a long text the middle is left out and said so; everything beside it stays, and it is still JSON', () => {
  const args = { path: 'src/long.ts', content: 'line of code "x"\n'.repeat(20_000), mode: 'replace' }
  const shown = shownArguments(args, 32_000)
  const read = JSON.parse(shown)
  expect(shown.length).toBeLessThanOrEqual(32_000)
  expect(read).toMatchObject({ path: 'src/long.ts', mode: 'replace' })
  expect(read.content).toMatch(/^line of code[\s\S]*characters left out[\s\S]*"x"\n$/)
})

test('nothing is longer than its limit, whatever it holds', () => {
  fc.assert(
    fc.property(fc.object({ maxDepth: 3 }), fc.integer({ min: 0, max: 5_000 }), (args, more) => {
      const shown = shownArguments({ ...args, text: '"\n'.repeat(more) }, 4_000)
      // The note about what was left out comes on top.
      expect(shown.length).toBeLessThanOrEqual(4_100)
    }),
  )
})

test('what would turn the direction of a command is written out, whole and cut', () => {
  const command = 'echo \u202etxt.safe \u2066# rm -rf ~'
  const shown = 'echo [U+202E]txt.safe [U+2066]# rm -rf ~'
  expect(JSON.parse(shownArguments({ command }, 1_000))).toEqual({ command: shown })
  const cut = shownArguments({ command, note: 'x'.repeat(5_000) }, 4_000)
  expect(JSON.parse(cut)).toMatchObject({ command: shown })
  // Signs that join letters or pictures are part of how people write.
  expect(shownText('می\u200cخواهم 👩\u200d💻')).toBe('می\u200cخواهم 👩\u200d💻')
})
