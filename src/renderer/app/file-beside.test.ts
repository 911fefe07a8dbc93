import { expect, test } from 'vitest'
import { fileBeside } from './file-beside.ts'

test.each([
  ['work/nightly.json', 'Why the backup fails', 'nightly.json'],
  ['C:\\logs\\7f3.jsonl?thread=s1&branch=b', 'Why the backup fails', '7f3.jsonl'],
  ['work/nightly.json', 'nightly', null],
  ['work/nightly.json', 'nightly.json', null],
  ['work/nightly.json', '', null],
])('%s beside the title "%s" is called %s', (thread, title, name) => {
  expect(fileBeside(thread, title)).toBe(name)
})
