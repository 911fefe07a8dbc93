import { expect, test } from 'vitest'
import { FACT_HEADINGS, unusableHeading } from '../../../shared/compact/own-headings.ts'
import { policySchema } from '../../../shared/ipc/policy-schema.ts'
import { templateOf } from '../checkpoint/template.ts'
import { PRESETS } from './presets.ts'

const asPolicy = (headings: readonly string[]) =>
  policySchema.safeParse({ ...PRESETS['ratio-75'], template: { kind: 'custom', headings } })

test.each([
  [['Goal', 'goal:'], 'goal:'],
  [['Aims and ends', 'Open', '**Aims & Ends**'], '**Aims & Ends**'],
  [['1. Open', '2. Open'], '2. Open'],
  [['Open', 'Files read'], 'Files read'],
  [['facts'], 'facts'],
  [['Open', '##'], '##'],
  [['Open', 'Two\nlines'], 'Two\nlines'],
])('headings that cannot be told apart are refused in a policy, and named: %j', (headings, named) => {
  expect(unusableHeading(headings)).toBe(named)
  const { success, error } = asPolicy(headings)
  expect(success).toBe(false)
  expect(error?.issues[0]).toMatchObject({ path: ['template', 'headings'] })
  expect(error?.issues[0]?.message).toContain(JSON.stringify(named))
})

test('headings of a person that differ are taken', () => {
  expect(asPolicy(['Goal', 'Open', '目标', 'Plan B']).success).toBe(true)
})

test('the headings of the facts are those that a template with own headings has behind them', () => {
  const own = templateOf({ kind: 'custom', headings: ['Open'] })
  expect(own.slice(1).map(({ heading }) => heading)).toEqual(FACT_HEADINGS)
})
