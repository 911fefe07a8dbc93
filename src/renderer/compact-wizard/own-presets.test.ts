import { expect, test } from 'vitest'
import { presetBlock, suggestName } from './own-presets.ts'

const builtIn = [{ name: 'Coding', text: 'Keep file paths.' }]
const own = [{ name: 'Names', text: 'Keep every name.' }]

test('a preset is refused that is there already, by text or by name, whoever made it', () => {
  const blockOf = (name: string, text: string) => presetBlock({ name, text }, own, builtIn)
  expect(blockOf('Other', ' Keep file paths.\n')).toBe('same-text')
  expect(blockOf('Other', 'Keep every name.')).toBe('same-text')
  expect(blockOf(' coding ', 'Something else.')).toBe('same-name')
  expect(blockOf('names', 'Something else.')).toBe('same-name')
  expect(blockOf(' ', 'Something else.')).toBe('no-name')
  expect(blockOf('Other', ' ')).toBe('no-text')
  expect(blockOf('Other', 'Something else.')).toBeNull()
})

test('no more presets than settings hold', () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ name: `P${at}`, text: `Text ${at}` }))
  expect(presetBlock({ name: 'One more', text: 'New' }, many, [])).toBe('too-many')
})

test('the suggested name is the first sentence, or as many of its words as fit', () => {
  expect(suggestName('Keep names.\nAnd more.')).toBe('Keep names')
  expect(suggestName('Keep every failing test name and the format')).toBe('Keep every failing test')
  expect(suggestName('保留所有文件路径。其余从略')).toBe('保留所有文件路径')
})
