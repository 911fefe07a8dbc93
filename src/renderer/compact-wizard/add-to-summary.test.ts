import { expect, test } from 'vitest'
import type { PreviewSection } from '../../shared/compact/preview.ts'
import type { RetainedFact } from '../../shared/compact/retention.ts'
import { addToSummary } from './add-to-summary.ts'

function section(key: PreviewSection['key'], text: string): PreviewSection {
  return { key, text, heading: key, lane: 'narrative', tokens: 1, isEdited: false }
}
const RULE: RetainedFact = {
  class: 'rule',
  text: 'No retries\n on 412',
  messageIndex: 4,
  turn: 2,
  state: 'missing',
  weight: 5,
  found: null,
}

test('a missing rule joins the rules as one line', () => {
  expect(addToSummary([section('goal', 'x'), section('rules', '- Be kind\n')], RULE)).toEqual({
    key: 'rules',
    text: '- Be kind\n- No retries on 412',
  })
})

test('without a section of its own it goes to the next best, in place of "None"', () => {
  expect(addToSummary([section('constraints', '- None')], RULE)).toEqual({
    key: 'constraints',
    text: '- No retries on 412',
  })
})
