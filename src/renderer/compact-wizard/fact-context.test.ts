import { expect, test } from 'vitest'
import type { Row } from '../../shared/thread/row.ts'
import { sampleRows } from '../testing/sample-rows.ts'
import { contextOf, needsContext } from './fact-context.ts'

const rows = sampleRows({ turns: 6 })
const prompt = rows.find((row) => row.kind === 'user')
const answer = rows.find((row) => row.kind === 'assistant' && row.calls.length > 0)
if (prompt?.kind !== 'user' || answer?.kind !== 'assistant') throw new Error('the sample is too short')

function saying(text: string): Row {
  return {
    ...(prompt as Extract<Row, { kind: 'user' }>),
    parts: [{ kind: 'text', body: { text, isCut: false, totalChars: text.length } }],
  } as Row
}

test('a number is shown among its words, without Markdown marks', () => {
  expect(contextOf(saying('Wait **250** ms, then `retry`.'), '250')).toEqual({
    kind: 'words',
    before: 'Wait ',
    text: '250',
    after: ' ms, then retry.',
  })
})
test('a number inside a longer one is not the place', () => {
  expect(contextOf(saying('Of 1500 parts 50 failed.'), '50')).toMatchObject({ before: 'Of 1500 parts ' })
})
test('long surroundings are cut at words', () => {
  const context = contextOf(saying(`${'word '.repeat(60)}42 ${'more '.repeat(60)}`), '42')
  if (context?.kind !== 'words') throw new Error('not found')
  expect(context.before).toMatch(/^…word .*word $/)
  expect(context.after).toMatch(/^ more .*more…$/)
  expect(context.before.length + context.after.length).toBeLessThan(130)
})
test('a fact of a result names the call', () => {
  const calls = answer.kind === 'assistant' ? answer.calls.slice(0, 1) : []
  const silent: Row = { ...answer, parts: [], calls }
  expect(contextOf(silent, 'no such words')).toMatchObject({ kind: 'result' })
})
test('a sentence needs no surroundings', () => {
  expect(needsContext('50')).toBe(true)
  expect(needsContext('Never change the response shape of POST /api/files for the desktop client.')).toBe(
    false,
  )
})
test('an error names the call it came from, not the first one of its message', () => {
  const [first] = answer.kind === 'assistant' ? answer.calls : []
  if (first === undefined) throw new Error('the sample has no call')
  const calls = [
    { ...first, id: 'w', name: 'write_file', summary: 'tests/test_negative.py' },
    { ...first, id: 'r', name: 'run', summary: 'pytest -q' },
  ]
  const row: Row = { ...answer, parts: [], calls }
  expect(contextOf(row, 'E ValueError: negative', 1)).toEqual({ kind: 'result', call: 'run pytest -q' })
})
test('among several calls none is named when nobody knows which it was', () => {
  const [first] = answer.kind === 'assistant' ? answer.calls : []
  if (first === undefined) throw new Error('the sample has no call')
  const row: Row = { ...answer, parts: [], calls: [first, { ...first, id: 'other' }] }
  expect(contextOf(row, 'no such words')).toBeNull()
})
