import { describe, expect, test } from 'vitest'
import { draftFrom, optionsOf, startBlock, togglePreset } from './configure-draft.ts'
import { planOf } from './testing/values.ts'

describe('draft', () => {
  test('S-181 opens with the instructions kept for the thread and the default keep', () => {
    expect(draftFrom(planOf(8, { instructions: 'Keep names.' }), null)).toMatchObject({
      keepTurns: 3,
      instructions: 'Keep names.',
    })
  })

  test('a thread that became shorter meanwhile keeps fewer turns, and a removed summarizer is replaced', () => {
    const before = {
      ...draftFrom(planOf(20), null),
      keepTurns: 15,
      summarizerId: 'gone',
      instructions: 'Mine',
    }
    expect(draftFrom(planOf(5), before)).toMatchObject({
      keepTurns: 4,
      summarizerId: 'extractive',
      instructions: 'Mine',
    })
  })
})

describe('Start', () => {
  test('S-160 one turn cannot be compacted, and the reason is told', () => {
    const plan = planOf(1)
    expect(startBlock(plan, draftFrom(plan, null))).toEqual({ kind: 'too-few-turns', turns: 1 })
  })

  test('a summarizer without a key is named', () => {
    const [builtIn] = planOf(8).summarizers
    if (builtIn === undefined) throw new Error('The plan has no built-in summarizer.')
    const choice = {
      ...builtIn,
      id: 'm',
      label: 'gpt',
      kind: 'model',
      isReady: false,
      reason: 'no-key',
    } as const
    const plan = planOf(8, { summarizers: [builtIn, choice] })
    expect(startBlock(plan, { ...draftFrom(plan, null), summarizerId: 'm' })).toEqual({
      kind: 'no-key',
      name: 'gpt',
    })
  })

  test('instructions longer than the door accepts are refused before they are sent', () => {
    const plan = planOf(8)
    const draft = { ...draftFrom(plan, null), instructions: 'x'.repeat(20_001) }
    expect(startBlock(plan, draft)).toMatchObject({ kind: 'instructions-too-long' })
  })

  test('an ordinary thread may be started', () => {
    const plan = planOf(8)
    expect(startBlock(plan, draftFrom(plan, null))).toBeNull()
    expect(optionsOf({ ...draftFrom(plan, null), instructions: '  keep  ' })).toMatchObject({
      instructions: 'keep',
      budgetChars: null,
    })
  })
})

describe('presets', () => {
  test('a preset joins what was typed and leaves it when taken out', () => {
    const both = togglePreset('Mine.', 'Preset.')
    expect(both).toBe('Mine.\nPreset.')
    expect(togglePreset(both, 'Preset.')).toBe('Mine.')
    expect(togglePreset('Preset.', 'Preset.')).toBe('')
  })
})

test.each([
  ['up to a message: its turn is the last that is summarized', 'up-to', 5, { keepTurns: 5, start: null }],
  ['up to a message of the last turn: one turn stays', 'up-to', 15, { keepTurns: 1, start: null }],
  ['from a message on', 'from', 5, { keepTurns: 3, start: { turn: 2, index: 5, before: 400 } }],
  ['from the first message on is from the start', 'from', 0, { keepTurns: 3, start: null }],
  [
    'from the last turn on: the one before it, so that one stays',
    'from',
    15,
    { keepTurns: 1, start: { turn: 6, index: 12, before: 0 } },
  ],
  ['a message outside of all turns asks for nothing', 'from', 99, { keepTurns: 3, start: null }],
] as const)('a range asked for at a message opens the draft: %s', (_, kind, index, expected) => {
  expect(draftFrom(planOf(8), null, { kind, index, before: 400 })).toMatchObject(expected)
})

test('a plan that was measured again keeps what a person chose since', () => {
  const first = draftFrom(planOf(8), null, { kind: 'up-to', index: 5, before: 0 })
  const own = { ...first, keepTurns: 2 }
  expect(draftFrom(planOf(8), own, { kind: 'up-to', index: 5, before: 0 }).keepTurns).toBe(2)
})
