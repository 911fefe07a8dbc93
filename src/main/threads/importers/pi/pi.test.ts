import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../../shared/thread/message.ts'
import { runSteps } from '../../../compaction/steps.ts'
import { pi } from '../pi.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { readTranscript } from '../testing/read-transcript.ts'

type Fields = { readonly [key: string]: JsonValue }

const session = { type: 'session', version: 3, id: 's1', cwd: '/w', timestamp: '2026-01-02T03:04:05.000Z' }
const entry = (id: string, parentId: string | null, message: Fields) => ({
  type: 'message',
  id,
  parentId,
  message,
})
const user = (id: string, parentId: string | null, content: JsonValue) =>
  entry(id, parentId, { role: 'user', content })
const reply = (id: string, parentId: string, content: JsonValue, more: Fields = {}) =>
  entry(id, parentId, {
    role: 'assistant',
    api: 'anthropic-messages',
    provider: 'anthropic',
    model: 'm',
    content,
    ...more,
  })
const result = (id: string, parentId: string, toolCallId: string, text: string) =>
  entry(id, parentId, { role: 'toolResult', toolCallId, content: [{ type: 'text', text }] })
const compaction = (id: string, parentId: string, more: Fields) => ({
  type: 'compaction',
  id,
  parentId,
  summary: 'So far.',
  ...more,
})
const text = (value: string) => [{ type: 'text', text: value }]
const use = (id: string) => ({ type: 'toolCall', id, name: 'read', arguments: { path: id } })

const lines = (records: readonly JsonValue[]) => records.map((one) => `${JSON.stringify(one)}\n`).join('')
const read = (records: readonly JsonValue[]) => {
  const [only] = readTranscript(pi, [{ name: 's.jsonl', text: lines(records) }])
  if (only === undefined) throw new Error('no thread')
  return { ...only, ids: only.transcript.entries.map(({ id }) => id) }
}

const talk = [
  session,
  entry('y', null, {
    role: 'system',
    content: '',
    sections: { preamble: 'Be kind.' },
    toolsAdded: [{ name: 'read' }],
  }),
  user('u1', 'y', text('Look')),
  reply('a1', 'u1', [
    { type: 'thinking', thinking: 'Hm.', thinkingSignature: 'SIG' },
    ...text('Looking'),
    use('c1'),
    { ...use('c2'), thoughtSignature: 'THOUGHT' },
  ]),
  result('r2', 'a1', 'c2', 'two'),
  result('r1', 'r2', 'c1', 'one'),
  reply('a2', 'r1', text('Done'), {
    stopReason: 'length',
    usage: { input: 3, output: 4, cacheRead: 5, cacheWrite: 6, cost: { total: 0.5 } },
  }),
]

describe('a session of pi', () => {
  test('is answers with their results, private blocks and prompt', () => {
    const { transcript, messages, ids } = read(talk)
    expect(ids).toEqual(['u1', 'a1', 'a2'])
    expect(transcript.head).toMatchObject({
      systemPrompt: 'Be kind.',
      tools: [{ name: 'read' }],
      folder: '/w',
    })
    expect(messages[1]?.toolCalls.map(({ output }) => output?.content)).toMatchObject([
      [{ text: 'one' }],
      [{ text: 'two' }],
    ])
    expect(messages[1]?.runtime?.privateItems).toEqual([
      { type: 'thinking', thinking: 'Hm.', thinkingSignature: 'SIG' },
      { type: 'palimpsest-text', chars: 7 },
      { type: 'palimpsest-call' },
      { type: 'palimpsest-call' },
      { type: 'palimpsest-call-extra', extra: { google: { thought_signature: 'THOUGHT' } } },
    ])
    expect(messages[2]).toMatchObject({
      usage: { input: 3, output: 4, cacheRead: 5, cacheWrite: 6, cost: 0.5 },
      runtime: { ending: 'length' },
    })
  })

  test('the last entry decides which line is active, whatever it is', () => {
    const { transcript, ids } = read([
      ...talk,
      user('u2', 'a2', text('Two')),
      { type: 'branch_summary', id: 'b', parentId: 'u1', summary: 'What was left.' },
    ])
    expect(ids).toEqual(['u1', 'b'])
    expect(transcript.branches).toMatchObject([{ key: 'u2', sharedEntries: 1 }])
    expect(transcript.tally).toMatchObject({ branchPoints: 1, activePathEntries: 3 })
  })

  test('a checkpoint stands before what it kept, also when it names a setting or a line', () => {
    const after = user('u2', 'k', text('Two'))
    expect(read([...talk, compaction('k', 'a2', { firstKeptEntryId: 'r1' }), after]).ids).toEqual([
      'u1',
      'a1',
      'k',
      'a2',
      'u2',
    ])
    expect(read([...talk, compaction('k', 'a2', { firstKeptEntryId: 'k' }), after]).ids).toEqual([
      'u1',
      'a1',
      'a2',
      'k',
      'u2',
    ])
    const old = [...talk, compaction('k', 'a2', { firstKeptEntryIndex: 6 }), after].map((record) => {
      const { id: _, parentId: __, ...rest } = record as Fields
      return rest as Fields
    })
    const { transcript } = read(old)
    expect(transcript.entries.map(({ kind }) => kind)).toEqual([
      'prompt',
      'reply',
      'checkpoint',
      'reply',
      'prompt',
    ])
  })

  test('commands and notes are context, orphans and second results are shown', () => {
    const { transcript, messages } = read([
      session,
      entry('e1', null, { role: 'bashExecution', command: 'ls', output: 'a.txt', exitCode: 0 }),
      { type: 'custom_message', id: 'e2', parentId: 'e1', customType: 'x', content: 'Noted.' },
      result('e3', 'e2', 'zz', 'whose?'),
      reply('e4', 'e3', [use('c1')], { stopReason: 'aborted' }),
      result('e5', 'e4', 'c1', 'first'),
      result('e6', 'e5', 'c1', 'second'),
      { type: 'never_seen', id: 'e7', parentId: 'e6', value: 1 },
    ])
    expect(transcript.entries.map(({ kind }) => kind)).toEqual([
      'context',
      'context',
      'context',
      'reply',
      'context',
      'context',
    ])
    const firstParts = messages.flatMap(({ content }) => content.slice(0, 1))
    expect(firstParts).toMatchObject([
      { text: '$ ls' },
      { text: 'Noted.' },
      { text: 'whose?' },
      { text: 'second' },
      { kind: 'other', type: 'never_seen' },
    ])
    expect(messages[3]).toMatchObject({
      runtime: { ending: 'interrupted' },
      toolCalls: [{ output: { content: [{ text: 'first' }] } }],
    })
  })

  test('cut at any byte or with a broken line, the rest is read', () => {
    const bytes = Buffer.from(lines(talk))
    for (let cut = 0; cut < bytes.length; cut += 11)
      readTranscript(pi, [{ name: 's', text: bytes.subarray(0, cut) }])
    const all = lines(talk).split('\n')
    const broken = all.map((line, index) => (index === 3 ? line.slice(0, 50) : line)).join('\n')
    const kinds = readTranscript(pi, [{ name: 's', text: broken }])[0]?.transcript.entries.map(
      ({ kind }) => kind,
    )
    expect(kinds).toEqual(['prompt', 'broken', 'context', 'context', 'reply'])
  })

  test('whatever stands in an entry, reading ends and throws nothing', () => {
    const records = [...talk, compaction('k', 'a2', { firstKeptEntryId: 'r1' })]
    expectTotal(pi, fc.constant(records), (value) =>
      lines(Array.isArray(value) ? value : [value as JsonValue]),
    )
  })

  test.each([
    ['a line', (at: number) => user(`e${at}`, at === 0 ? null : `e${at - 1}`, 'x')],
    ['forks', (at: number) => user(`e${at}`, at === 0 ? null : `e${Math.floor((at - 1) / 2)}`, 'x')],
    [
      'compactions that keep all',
      (at: number) =>
        at % 2 === 0
          ? user(`e${at}`, at === 0 ? null : `e${at - 1}`, 'x')
          : compaction(`e${at}`, `e${at - 1}`, { firstKeptEntryId: `e${Math.max(0, at - 11)}` }),
    ],
  ])(
    'fifty thousand entries scan in seconds: %s',
    (_, make) => {
      const scan = pi.start([])
      const started = performance.now()
      for (let at = 0; at < 50_000; at += 1) scan.take(make(at), { file: 0, from: at * 10, to: at * 10 + 9 })
      expect(runSteps(scan.threads())[0]?.tally.records).toBe(50_000)
      expect(performance.now() - started).toBeLessThan(20_000)
    },
    60_000,
  )
})
