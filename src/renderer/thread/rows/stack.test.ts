import { expect, test } from 'vitest'
import type { Row } from '../../../shared/thread/row.ts'
import { sampleRows } from '../../testing/sample-rows.ts'
import { isCallsOnly, isStacked } from './stack.ts'

type Assistant = Extract<Row, { kind: 'assistant' }>

const rows = sampleRows({ turns: 6 })
const found = rows.find((row): row is Assistant => row.kind === 'assistant' && row.calls.length > 0)
if (found === undefined) throw new Error('the sample has no calls')
const spoken: Assistant = {
  ...found,
  parts: [{ kind: 'text', body: { text: 'I look.', isCut: false, totalChars: 7 } }],
}
const silent: Assistant = { ...found, parts: [], thinking: null, hasPrivateReasoning: false }

test('calls without words join the calls above them', () => {
  expect(isStacked(spoken, silent)).toBe(true)
  expect(isStacked(silent, silent)).toBe(true)
})
test('words, thinking and private reasoning begin a new stack', () => {
  expect(isStacked(silent, spoken)).toBe(false)
  expect(isCallsOnly({ ...silent, hasPrivateReasoning: true })).toBe(false)
  expect(isCallsOnly({ ...silent, calls: [] })).toBe(false)
})
test('nothing joins a prompt or a row that is not read yet', () => {
  expect(isStacked(undefined, silent)).toBe(false)
  expect(isStacked(silent, undefined)).toBe(false)
  expect(
    isStacked(
      rows.find((row) => row.kind === 'user'),
      silent,
    ),
  ).toBe(false)
})
