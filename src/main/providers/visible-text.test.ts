import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createVisibleText } from './visible-text.ts'

function pass(text: string, chars: number): { readonly shown: string; readonly whole: string } {
  const visible = createVisibleText()
  let shown = ''
  for (let at = 0; at < text.length; at += chars) shown += visible.push(text.slice(at, at + chars))
  return { shown, whole: visible.finish() }
}

describe('reasoning in tags', () => {
  test.each([
    ['<think>a</think>b', 'b'],
    ['\n <think>\na\n</think>\n\nb', 'b'],
    ['<THINK>a</Think>b', 'b'],
    ['<thinking>a</thinking><reasoning>c</reasoning>b', 'b'],
    ['<think>a <think> c</think>b', 'b'],
    ['<think>never closed', ''],
    ['b <think>later tags are text</think>', 'b <think>later tags are text</think>'],
    ['<b>no tag of ours', '<b>no tag of ours'],
    ['<', '<'],
    ['', ''],
  ])('%j', (text, expected) => {
    for (let chars = 1; chars <= text.length + 1; chars += 1) {
      const { shown, whole } = pass(text, chars)
      expect(whole).toBe(expected)
      expect(expected.startsWith(shown)).toBe(true)
    }
  })
  test('a closing tag alone: the opening one was in the prompt of the model', () => {
    expect(pass('I should write\n</think>\n\n# Context checkpoint', 4).whole).toBe('# Context checkpoint')
  })
  test('a closing tag that the answer talks about is text', () => {
    const text = '# Context checkpoint\n\n## Goal\n\n- strip tags such as\n</think>\nfrom answers'
    expect(pass(text, 4).whole).toBe(text)
  })
  test('text without tags at its beginning comes through as it is, however it is cut', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 9 }), (text, chars) => {
        fc.pre(!text.includes('<'))
        const { shown, whole } = pass(text, chars)
        expect(whole).toBe(text.trimStart())
        expect(shown).toBe(whole)
      }),
    )
  })
  test('long reasoning costs no more than its length', () => {
    const text = `<think>${'x'.repeat(2_000_000)}</think>b`
    const before = performance.now()
    expect(pass(text, 20).whole).toBe('b')
    expect(performance.now() - before).toBeLessThan(2_000)
  })
})
