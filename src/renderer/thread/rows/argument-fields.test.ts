import { expect, test } from 'vitest'
import { argumentFields } from './argument-fields.ts'

test('a text stands with its real line breaks, other values as JSON, in their order', () => {
  const args = { path: 'notes.md', content: '# Notes\n\n- "x"', limit: 20, list: ['a'] }
  expect(argumentFields(JSON.stringify(args))).toEqual([
    { name: 'path', text: 'notes.md', isBlock: false },
    { name: 'content', text: '# Notes\n\n- "x"', isBlock: true },
    { name: 'limit', text: '20', isBlock: false },
    { name: 'list', text: '[\n  "a"\n]', isBlock: true },
  ])
})

test.each(['{"path":"a', '[1]', '"text"', '{}', ''])('%s has no fields and is shown as it came', (text) => {
  expect(argumentFields(text)).toBeNull()
})
