import { describe, expect, test } from 'vitest'
import { composeCheckpointBody } from './compose.ts'
import { validateCheckpoint } from './validate.ts'
import { wrapCheckpoint } from './wrapper.ts'

const body = composeCheckpointBody([{ key: 'goal', lane: 'narrative', text: 'Ship it.' }])

describe('validation of a checkpoint', () => {
  test('what this program composes is valid', () => {
    expect(validateCheckpoint(wrapCheckpoint(body))).toEqual([])
    const facts = composeCheckpointBody([
      { key: 'goal', lane: 'narrative', text: 'Ship it.\n## Goal\n# Context checkpoint' },
      { key: 'rules', lane: 'facts', text: '- never push' },
      { key: 'references', lane: 'facts', text: '- x' },
    ])
    expect(validateCheckpoint(wrapCheckpoint(facts))).toEqual([])
  })

  test('names missing, repeated and misplaced headings', () => {
    const whole = composeCheckpointBody([
      { key: 'goal', lane: 'narrative', text: 'Ship it.' },
      { key: 'done', lane: 'narrative', text: '- lexer' },
      { key: 'blocked', lane: 'narrative', text: '- no key' },
    ])
    const text = wrapCheckpoint(
      whole.replace('## Key Decisions\n- None\n\n', '').replace('### Blocked', '### Done'),
    )
    expect(validateCheckpoint(text)).toEqual([
      { kind: 'repeated-heading', heading: 'Done' },
      { kind: 'missing-heading', heading: 'Key Decisions' },
    ])
    const swapped = whole
      .replace('### Done', '### X')
      .replace('### Blocked', '### Done')
      .replace('### X', '### Blocked')
    expect(validateCheckpoint(wrapCheckpoint(swapped))).toContainEqual({
      kind: 'heading-order',
      heading: 'Done',
    })
  })

  test('B-42 a checkpoint that says nothing is empty', () => {
    expect(validateCheckpoint(wrapCheckpoint(composeCheckpointBody([])))).toEqual([{ kind: 'empty' }])
  })

  test('a bare or cut wrapper, a checkpoint within and ill-formed text are named', () => {
    const whole = wrapCheckpoint(body)
    expect(validateCheckpoint(`# Context checkpoint\n\n${body}`)).toEqual([{ kind: 'wrapper' }])
    expect(validateCheckpoint(whole.slice(0, -3))).toContainEqual({ kind: 'wrapper' })
    expect(validateCheckpoint(wrapCheckpoint(`${body}\n${whole}`))).toContainEqual({ kind: 'nested' })
    expect(validateCheckpoint(wrapCheckpoint(`${body}\n\ud83d`))).toEqual([{ kind: 'ill-formed' }])
    expect(validateCheckpoint(wrapCheckpoint(`${body}\nblob:sha256:00`))).toEqual([
      { kind: 'picture-reference' },
    ])
  })
})
