import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import { markText } from './mark-text.ts'
import { parseQuery } from './parse-query.ts'
import { cutSnippet } from './snippet.ts'
import { termPattern } from './term-pattern.ts'

const patterns = (typed: string) => parseQuery(typed).terms.map(termPattern)
const marked = (text: string, typed: string) =>
  markText(text, patterns(typed)).map(([from, to]) => text.slice(from, to))

test.each([
  ['The buildProjection function', 'projection', ['Projection']],
  ['Ein Café und eine Straße', 'cafe strasse', ['Café']],
  ['go with Go, ago', 'go', ['go', 'Go']],
  ['我们把上下文压缩了', '压缩', ['压缩']],
  ['我们把上下文压缩了', '文', ['文']],
  ['see src/app.ts and src\\app.ts', 'src/app', ['src/app', 'src\\app']],
  ['exact words, exactly words', '"exact words"', ['exact words']],
  ['İstanbul is here', 'is', ['is']],
  ['a => b', '=>', ['=>']],
  ['a -> b', '->', ['->']],
  ['git log -- src', '--', ['--']],
])('%s, asked for %s, is marked at %j', (text, typed, found) => {
  expect(marked(text, typed)).toEqual(found)
})

test('a snippet shows where the most of the words stand together', () => {
  const text = `alpha ${'x '.repeat(300)} alpha and beta ${'y '.repeat(300)}`
  const cut = cutSnippet(text, patterns('alpha beta'))
  expect(cut?.found).toBe(2)
  expect(cut?.snippet.text).toContain('alpha and beta')
})

test('a snippet shows words without the marks of Markdown', () => {
  const cut = cutSnippet('## Plan\n\n- **Move** the `parser` to __init__.py\n', patterns('parser'), {
    isMarkdown: true,
  })
  expect(cut?.snippet.text).toBe('Plan: Move the parser to __init__.py')
})

test('marks of Markdown stand in the snippet when they are looked for', () => {
  const cut = cutSnippet('It is **bold** and `code` here', patterns('**'), { isMarkdown: true })
  expect(cut?.snippet.text).toBe('It is **bold** and `code` here')
})

test('a hit far behind in a long text is found', () => {
  const cut = cutSnippet(`${'word '.repeat(40_000)}needle`, patterns('needle'))
  expect(cut?.snippet.marks.map(([from, to]) => cut.snippet.text.slice(from, to))).toEqual(['needle'])
})

test('marks lie inside the snippet, in order, and no character is cut in half', () => {
  const text = fc.array(fc.constantFrom('é', '😀', '压', 'a', 'B', ' ', '\n', 'İ', 'ß', 'needle', 'ﬁ'), {
    maxLength: 400,
  })
  fc.assert(
    fc.property(text, (parts) => {
      const cut = cutSnippet(parts.join(''), patterns('needle 压'))
      if (cut === null) return
      expect(cut.snippet.text.isWellFormed()).toBe(true)
      let last = 0
      for (const [from, to] of cut.snippet.marks) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        last = to
      }
      expect(last).toBeLessThanOrEqual(cut.snippet.text.length)
    }),
  )
})

test('folding keeps the place of every character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const { text: folded, places } = fold(text)
      expect(places?.length ?? text.length + 1).toBe(folded.length + 1)
      expect(places?.at(-1) ?? text.length).toBe(text.length)
    }),
  )
})

test('every sign alone is looked for as it stands', () => {
  for (let code = 33; code < 127; code += 1) {
    const sign = String.fromCharCode(code)
    if (!/[\p{L}\p{N}"]/u.test(sign)) expect(marked(`a ${sign} b`, sign)).toEqual([sign])
  }
})
