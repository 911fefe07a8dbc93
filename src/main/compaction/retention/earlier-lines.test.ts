import { expect, it } from 'vitest'
import type { Message } from '../../../shared/thread/message.ts'
import { composeCheckpointBody, parseCheckpointBody } from '../checkpoint/compose.ts'
import { wrapCheckpoint } from '../checkpoint/wrapper.ts'
import { buildExtractiveCheckpoint } from '../extractive/build-checkpoint.ts'
import { measureRetention } from './measure.ts'

function message(role: Message['role'], text: string): Message {
  const none = { usage: null, durationMs: null, hasPrivateReasoning: false, metaFlag: null }
  return { id: '', role, content: [{ kind: 'text', text }], thinking: null, toolCalls: [], ...none }
}

const BEFORE = parseCheckpointBody(
  [
    '## Goal',
    'First request: "Build the importer."',
    '## Key Decisions',
    '- User: "Take `Postgres` for the archive."',
    '- Assistant: "I chose cents because floats lose money."',
    '## Critical Context',
    '- The nightly run takes 40 minutes.',
  ].join('\n\n'),
)

function reportOf(checkpoint: string, previous = BEFORE) {
  return measureRetention({ source: [], previous, checkpoint, kept: [], firstTurn: 1 })
}

it('a line of the earlier checkpoint that the new one leaves out is told with its section', () => {
  const now = wrapCheckpoint(
    '## Goal\n\nFirst request: "Build the importer."\n\n## Key Decisions\n\n- User: "Take Postgres for the archive"',
  )
  expect(reportOf(now).earlier).toEqual({
    total: 4,
    changed: 0,
    dropped: [
      { key: 'decisions', text: '- Assistant: "I chose cents because floats lose money."' },
      { key: 'context', text: '- The nightly run takes 40 minutes.' },
    ],
  })
})

it('nothing is told where there was no checkpoint before', () => {
  expect(reportOf(wrapCheckpoint('## Goal\n\nBuild it.'), []).earlier).toBe(undefined)
})

it('after a second compaction every earlier line is told, told otherwise or listed as left out', () => {
  const talk = Array.from({ length: 40 }, (_, at) => [
    message('user', `Please look at part ${at} of the importer. Take variant ${at} for it.`),
    message('assistant', `I chose variant ${at} because part ${at} needs 3${at} rows a second.`),
  ]).flat()
  const build = (messages: readonly Message[], previous = parseCheckpointBody('')) =>
    buildExtractiveCheckpoint({
      messages,
      previous,
      budgetChars: 2_500,
      instructions: '',
      upcoming: [],
      firstIndex: 0,
      firstTurn: 1,
    }).sections
  const first = parseCheckpointBody(composeCheckpointBody(build(talk.slice(0, 40))))
  const second = composeCheckpointBody(build(talk.slice(40), first))
  const { earlier } = reportOf(wrapCheckpoint(second), first)
  if (earlier === undefined) throw new Error('no earlier lines')
  const lines = first.flatMap(({ text }) => text.split('\n')).filter((line) => line !== '')
  const gone = lines.filter((line) => !second.includes(line))
  expect(gone.length).toBeGreaterThan(3)
  expect(earlier.dropped.length + earlier.changed).toBe(gone.length)
  for (const { text } of earlier.dropped) expect(gone).toContain(text)
})
