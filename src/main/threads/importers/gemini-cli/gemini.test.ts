import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../../shared/thread/message.ts'
import { runSteps } from '../../../compaction/steps.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'
import { geminiDocument } from './gemini-document.ts'
import { geminiLines } from './gemini-lines.ts'

type Fields = { readonly [key: string]: JsonValue }

const header = { sessionId: 's1', projectHash: 'h', startTime: '2026-01-02T03:04:05.000Z', kind: 'main' }
const user = (id: string, ...content: readonly JsonValue[]) => ({ id, type: 'user', content })
const text = (value: string) => ({ text: value })
const gemini = (id: string, more: Fields) => ({ id, type: 'gemini', content: '', model: 'g', ...more })
const response = (id: string, output: string) => ({
  functionResponse: { id, name: 'read', response: { output } },
})
const call = (id: string, at: string, result: JsonValue) => ({
  id,
  name: 'read',
  args: { path: id },
  timestamp: at,
  result,
})
const tokens = { input: 100, cached: 60, output: 9, thoughts: 4 }

const lines = (records: readonly JsonValue[]) => records.map((one) => `${JSON.stringify(one)}\n`).join('')
const replay = (records: readonly JsonValue[]) => {
  const [only] = readTranscript(geminiLines, [{ name: 's.jsonl', text: lines(records) }])
  if (only === undefined) throw new Error('no thread')
  return { ...only, ids: only.transcript.entries.map(({ id, kind }) => `${kind} ${id}`) }
}
const document = (value: JsonValue) => {
  const [only] = readTranscript(geminiDocument, [{ name: 's.json', text: JSON.stringify(value) }])
  if (only === undefined) throw new Error('no thread')
  return only
}

const log = [
  header,
  user('u1', text('Look')),
  gemini('g1', { tokens, thoughts: [{ subject: 'Plan', description: 'Read it.' }] }),
  gemini('g1', { tokens, thoughts: [], toolCalls: [call('c1', 't1', [response('c1', 'one')])] }),
  { $set: { lastUpdated: '2026-01-02T04:00:00.000Z' } },
  user('u2', response('c1', 'one')),
  gemini('g2', { content: 'Done', tokens }),
]

test('a session tells the folder that it worked in, in both layouts', () => {
  const session = { ...header, directories: ['/work/app', '/work/lib'] }
  const messages = [{ id: 'u1', type: 'user', content: 'Look' }]
  expect(replay([session, ...messages]).transcript.head.folder).toBe('/work/app')
  expect(document({ ...session, messages }).transcript.head.folder).toBe('/work/app')
  expect(document({ ...header, messages }).transcript.head.folder).toBe('')
})

describe('a session log of Gemini CLI', () => {
  test('is replayed: a later record replaces, a repeated response counts once', () => {
    const { transcript, messages, ids } = replay(log)
    expect(ids).toEqual(['prompt u1', 'reply g1', 'reply g2'])
    expect(messages[1]).toMatchObject({
      thinking: null,
      toolCalls: [{ id: 'c1', output: { content: [{ text: 'one' }] } }],
      usage: { input: 40, cacheRead: 60, output: 13, reasoning: 4 },
    })
    expect(transcript.asides).toHaveLength(4)
    expect(transcript.head).toMatchObject({ model: { provider: 'google', id: 'g' } })
  })

  test('a resume rewrites the list: calls become parts, counts are found in the earlier record', () => {
    const rewritten = [
      user('u1', text('Look')),
      {
        id: 'g1',
        type: 'gemini',
        content: [{ functionCall: { id: 'c1', name: 'read', args: {} }, thoughtSignature: 'S' }],
      },
      user('g1', response('c1', 'one'), { inlineData: { mimeType: 'image/png', data: 'AAAA' } }),
      user('u2', response('c1', 'one'), { inlineData: { mimeType: 'image/png', data: 'AAAA' } }),
    ]
    const { messages, ids } = replay([
      ...log,
      header,
      { $set: { messages: rewritten } },
      user('u3', text('More')),
    ])
    expect(ids).toEqual(['prompt u1', 'reply g1', 'prompt u3'])
    expect(messages[1]).toMatchObject({
      usage: { output: 13 },
      toolCalls: [{ output: { content: [{ text: 'one' }, { kind: 'image' }] } }],
      runtime: {
        origin: { model: 'g' },
        privateItems: [
          { type: 'palimpsest-call' },
          { type: 'palimpsest-call-extra', extra: { google: { thought_signature: 'S' } } },
        ],
      },
    })
  })

  test('a compression is a checkpoint behind what it dropped', () => {
    const compressed = [
      user('s', text('<state_snapshot>So far.</state_snapshot>')),
      gemini('k', { content: 'Got it.' }),
    ]
    const { transcript, messages, ids } = replay([
      ...log,
      { $set: { messages: compressed } },
      user('u3', text('On')),
    ])
    expect(ids).toEqual(['prompt u1', 'reply g1', 'reply g2', 'checkpoint s', 'reply k', 'prompt u3'])
    expect(messages[3]?.content).toMatchObject([{ text: expect.stringContaining('So far.') }])
    expect(transcript.tally).toMatchObject({ messages: 3, everMessages: 7 })
  })

  test('what was rewound is a branch, also when the id is not known', () => {
    const { transcript, ids } = replay([...log, { $rewindTo: 'g2' }, user('u3', text('Else'))])
    expect(ids).toEqual(['prompt u1', 'reply g1', 'prompt u3'])
    expect(transcript.branches).toMatchObject([{ key: 'g2', sharedEntries: 2 }])
    const all = replay([...log, { $rewindTo: 'never' }, user('u3', text('Else'))])
    expect(all.ids).toEqual(['prompt u3'])
    expect(all.transcript.branches).toMatchObject([{ key: 'g2', sharedEntries: 0, entries: [{}, {}, {}] }])
  })

  test('cut at any byte or with a broken line, the rest is read', () => {
    const bytes = Buffer.from(lines(log))
    for (let cut = 0; cut < bytes.length; cut += 11)
      readTranscript(geminiLines, [{ name: 's', text: bytes.subarray(0, cut) }])
    const broken = lines(log).split('\n')
    broken[3] = broken[3]?.slice(0, 40) ?? ''
    const [only] = readTranscript(geminiLines, [{ name: 's', text: broken.join('\n') }])
    expect(only?.transcript.entries.map(({ kind }) => kind)).toEqual([
      'prompt',
      'reply',
      'broken',
      'context',
      'reply',
    ])
  })

  test('whatever stands in a record, reading ends and throws nothing', () => {
    const records = [...log, { $set: { messages: log.slice(1, 4) } }, { $rewindTo: 'g1' }]
    expectTotal(geminiLines, fc.constant(records), (value) =>
      lines(Array.isArray(value) ? value : [value as JsonValue]),
    )
  })

  test.each([
    ['messages', (at: number) => user(`u${at}`, text('x'))],
    ['calls of one name', (at: number) => gemini(`g${at}`, { toolCalls: [{ name: 'read' }] })],
    ['rewinds', (at: number) => (at % 2 === 0 ? user(`u${at}`, text('x')) : { $rewindTo: `u${at - 1}` })],
  ])(
    'fifty thousand records scan in seconds: %s',
    (_, make) => {
      const scan = geminiLines.start([])
      const started = performance.now()
      for (let at = 0; at < 50_000; at += 1) scan.take(make(at), { file: 0, from: at * 10, to: at * 10 + 9 })
      expect(runSteps(scan.threads())[0]?.tally.records).toBe(50_000)
      expect(performance.now() - started).toBeLessThan(20_000)
    },
    60_000,
  )
})

describe('documents of Gemini CLI', () => {
  const session = {
    ...header,
    messages: [
      { id: 'u1', type: 'user', content: 'Look' },
      gemini('g1', {
        toolCalls: [
          call('c1', 't1', null),
          call('c2', 't2', [response('c2', 'two')]),
          { ...call('c3', 't2', [response('c3', 'three')]), status: 'error' },
        ],
        tokens,
      }),
      { id: 'i1', type: 'info', content: 'Request cancelled.' },
    ],
  }
  const chat = [
    { role: 'user', parts: [text('<session_context>x</session_context>'), text('Look')] },
    {
      role: 'model',
      parts: [
        { text: 'Hm.', thought: true },
        { functionCall: { name: 'read', args: {} } },
        { functionCall: { name: 'read', args: {} } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'read', response: { output: 'a' } } },
        { functionResponse: { name: 'read', response: { error: 'b' } } },
      ],
    },
    { role: 'user', parts: [{ functionResponse: { name: 'never', response: { output: 'c' } } }] },
    { role: 'model', parts: [text('Done')] },
  ]

  test('a folded message is one reply for each step', () => {
    expect(geminiDocument.recognizes(probe('s', JSON.stringify(session)))).toBe(true)
    const { transcript, messages } = document(session)
    expect(transcript.entries.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'prompt u1',
      'reply g1',
      'reply g1/2',
      'context i1',
    ])
    expect(
      messages.map(({ toolCalls }) => toolCalls.map(({ id, output }) => [id, output?.isError ?? null])),
    ).toEqual([
      [],
      [['c1', null]],
      [
        ['c2', false],
        ['c3', true],
      ],
      [],
    ])
    expect(messages.map(({ usage }) => usage !== null)).toEqual([false, true, false, false])
  })

  test.each([
    ['an array', chat as JsonValue],
    ['an object', { history: chat, authType: 'x' } as JsonValue],
  ])('a saved chat in %s pairs by name and order', (_, value) => {
    expect(geminiDocument.recognizes(probe('c', JSON.stringify(value)))).toBe(true)
    const { transcript, messages } = document(value)
    expect(transcript.entries.map(({ kind }) => kind)).toEqual(['prompt', 'reply', 'context', 'reply'])
    expect(messages[1]).toMatchObject({
      thinking: 'Hm.',
      toolCalls: [
        { output: { content: [{ text: 'a' }] } },
        { output: { content: [{ text: 'b' }], isError: true } },
      ],
    })
    expect(messages[2]?.content).toMatchObject([{ text: 'c' }])
  })

  test('cut at any byte, what is whole is read', () => {
    for (const value of [session, chat]) {
      const bytes = Buffer.from(JSON.stringify(value))
      for (let cut = 0; cut < bytes.length; cut += 11)
        readTranscript(geminiDocument, [{ name: 's', text: bytes.subarray(0, cut) }])
      const [only] = readTranscript(geminiDocument, [
        { name: 's', text: bytes.subarray(0, bytes.length - 6) },
      ])
      expect(only?.transcript.entries.at(-1)?.kind).toBe('broken')
      expect(only?.transcript.entries.length).toBeGreaterThan(2)
    }
  })

  test('whatever stands in it, reading ends and throws nothing', () => {
    expectTotal(geminiDocument, fc.constantFrom<unknown>(session, chat))
  })
})
