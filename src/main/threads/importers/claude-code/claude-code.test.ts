import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../../shared/thread/message.ts'
import { runSteps } from '../../../compaction/steps.ts'
import { claudeCode, claudeCodeArray } from '../claude-code.ts'
import { formatOf } from '../formats.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'

type Fields = { readonly [key: string]: JsonValue }

const at = (second: number) => new Date(1_760_000_000_000 + second * 1000).toISOString()
const record = (uuid: string, parentUuid: string | null, more: Fields): Fields => ({
  uuid,
  parentUuid,
  sessionId: 's1',
  timestamp: at(1),
  cwd: '/work',
  isSidechain: false,
  ...more,
})
const user = (uuid: string, parent: string | null, content: JsonValue, more: Fields = {}) =>
  record(uuid, parent, { type: 'user', message: { role: 'user', content }, ...more })
const reply = (uuid: string, parent: string | null, id: string, block: JsonValue, output = 5) =>
  record(uuid, parent, {
    type: 'assistant',
    message: {
      id,
      role: 'assistant',
      model: 'claude-x',
      content: [block],
      usage: { input_tokens: 10, output_tokens: output, cache_read_input_tokens: 7 },
    },
  })
const text = (value: string) => ({ type: 'text', text: value })
const use = (id: string, name = 'Bash') => ({ type: 'tool_use', id, name, input: { command: id } })
const result = (id: string, content: JsonValue) => ({ type: 'tool_result', tool_use_id: id, content })
const boundary = (uuid: string, logical: string, more: Fields = {}) =>
  record(uuid, null, {
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    logicalParentUuid: logical,
    compactMetadata: { trigger: 'auto', preTokens: 900, ...more },
  })
const summary = (uuid: string, parent: string) =>
  user(uuid, parent, 'What was said.', { isCompactSummary: true })

const lines = (records: readonly JsonValue[]) => records.map((one) => `${JSON.stringify(one)}\n`).join('')
const read = (records: readonly JsonValue[]) =>
  readTranscript(claudeCode, [{ name: 's1.jsonl', text: lines(records) }])
const shown = (records: readonly JsonValue[]) => read(records)[0]?.transcript.entries.map(({ id }) => id)

const parallel = [
  user('u1', null, 'Look around'),
  reply('a1', 'u1', 'm1', { type: 'thinking', thinking: 'Hm.', signature: 'SIG' }, 1),
  reply('a2', 'a1', 'm1', use('c1'), 1),
  reply('a3', 'a2', 'm1', use('c2'), 40),
  user('r2', 'a3', [result('c2', 'two')]),
  user('r1', 'a2', [
    result('c1', [
      text('one'),
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    ]),
  ]),
]

describe('the stream output of Claude Code', () => {
  test('in one array is read like its lines, and never as something else', () => {
    const records = [
      { type: 'system', subtype: 'init', session_id: 's1', uuid: 'i', model: 'claude-x', tools: ['Bash'] },
      {
        type: 'assistant',
        session_id: 's1',
        uuid: 'a',
        message: { id: 'm1', role: 'assistant', model: 'claude-x', content: [use('c1')] },
      },
      {
        type: 'user',
        session_id: 's1',
        uuid: 'u',
        message: { role: 'user', content: [result('c1', 'out')] },
      },
      { type: 'result', subtype: 'success', session_id: 's1', result: 'done' },
    ]
    for (const list of [records, records.slice(1, 3).map((one) => ({ ...one, parentUuid: null }))]) {
      const source = JSON.stringify(list, null, 2)
      expect(formatOf(probe('out.json', source))).toBe(claudeCodeArray)
      const [thread] = readTranscript(claudeCodeArray, [{ name: 'out.json', text: source }])
      expect(thread?.transcript.entries.map(({ kind }) => kind)).toEqual(['reply'])
      expect(thread?.messages[0]?.toolCalls).toMatchObject([{ output: { content: [{ text: 'out' }] } }])
    }
  })

  test('cut at any byte in one array gives the rest and says so', () => {
    const whole = JSON.stringify([user('u1', null, 'hi'), reply('a1', 'u1', 'm1', text('x'))])
    for (let cut = whole.length - 1; cut > 1; cut -= 7) {
      const [thread] = readTranscript(claudeCodeArray, [{ name: 'x.json', text: whole.slice(0, cut) }])
      expect(thread?.transcript.entries.at(-1)?.kind).toBe('broken')
    }
  })

  test('shows its compaction as a checkpoint with the size before it', () => {
    const stream = (uuid: string, more: Fields) => ({ uuid, session_id: 's1', ...more })
    const [thread] = read([
      stream('i', { type: 'system', subtype: 'init', model: 'claude-x', cwd: '/work' }),
      stream('u1', { type: 'user', message: { role: 'user', content: 'go' } }),
      stream('b', {
        type: 'system',
        subtype: 'compact_boundary',
        compact_metadata: { trigger: 'auto', pre_tokens: 900 },
      }),
      stream('u2', {
        type: 'user',
        isSynthetic: true,
        message: {
          role: 'user',
          content: [text('This session is being continued from a previous conversation. All of it.')],
        },
      }),
    ])
    expect(thread?.transcript.entries.map(({ kind }) => kind)).toEqual(['prompt', 'checkpoint'])
    expect(thread?.messages[1]?.runtime?.imported).toMatchObject({
      checkpoint: { trigger: 'automatic', tokensBefore: 900 },
    })
  })
})

describe('a session of Claude Code', () => {
  test('joins the records of one message and the results beside the chain, also when the file ends there', () => {
    const [main] = read(parallel)
    expect(main?.transcript.entries.map(({ kind }) => kind)).toEqual(['prompt', 'reply'])
    expect(main?.transcript.branches).toEqual([])
    const message = main?.messages[1]
    expect(message?.thinking).toBe('Hm.')
    expect(message?.usage).toMatchObject({ input: 10, output: 40, cacheRead: 7 })
    expect(message?.toolCalls.map(({ id, output }) => [id, output?.content.map(({ kind }) => kind)])).toEqual(
      [
        ['c1', ['text', 'image']],
        ['c2', ['text']],
      ],
    )
    expect(message?.runtime?.privateItems).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: 'SIG' },
      { type: 'palimpsest-call' },
      { type: 'palimpsest-call' },
    ])
    expect(message?.runtime?.origin).toMatchObject({ protocol: 'anthropic', model: 'claude-x' })
  })

  test('shows the latest line and keeps what was rewound as a branch', () => {
    const [main] = read([
      user('u1', null, 'One'),
      reply('a1', 'u1', 'm1', text('1')),
      user('u2', 'a1', 'Two'),
      reply('a2', 'u2', 'm2', text('2')),
      user('u3', 'a1', 'Two, but better'),
      reply('a3', 'u3', 'm3', text('3')),
      user('v2', 'a2', 'Two again'),
      user('u4', 'a3', 'Go on'),
    ])
    expect(main?.transcript.entries.map(({ id }) => id)).toEqual(['u1', 'a1', 'u3', 'a3', 'u4'])
    expect(main?.transcript.branches).toMatchObject([
      { key: 'v2', sharedEntries: 2, entries: [{ id: 'u2' }, { id: 'a2' }, { id: 'v2' }] },
    ])
  })

  test('an edited first prompt is a branch from the start; files without links are plain lists', () => {
    const edited = read([
      user('u1', null, 'Frist'),
      reply('a1', 'u1', 'm1', text('?')),
      user('u2', null, 'First'),
    ])
    expect(edited[0]?.transcript.entries).toMatchObject([{ id: 'u2' }])
    expect(edited[0]?.transcript.branches).toMatchObject([{ key: 'a1', sharedEntries: 0 }])
    expect(shown([user('u1', null, 'One'), user('u2', null, 'Two')])).toEqual(['u1', 'u2'])
  })

  test('a compaction is one checkpoint before what it kept', () => {
    const before = [
      user('u1', null, 'One'),
      reply('a1', 'u1', 'm1', text('1')),
      user('u2', 'a1', 'Two'),
      reply('a2', 'u2', 'm2', text('2')),
    ]
    const after = [summary('s', 'b'), user('u3', 's', 'Three')]
    expect(shown([...before, boundary('b', 'a2'), ...after])).toEqual(['u1', 'a1', 'u2', 'a2', 's', 'u3'])
    const kept = { preservedSegment: { headUuid: 'u2', anchorUuid: 's', tailUuid: 'a2' } }
    const [main] = read([...before, boundary('b', 'a2', kept), ...after])
    expect(main?.transcript.entries.map(({ id }) => id)).toEqual(['u1', 'a1', 's', 'u2', 'a2', 'u3'])
    expect(main?.transcript.entries[2]?.kind).toBe('checkpoint')
    expect(main?.messages[2]?.content).toMatchObject([{ text: expect.stringContaining('What was said.') }])
    const alone = read([...before, boundary('b', 'a2')])[0]?.transcript.entries.at(-1)
    expect(alone).toMatchObject({ id: 'b', kind: 'context' })
  })

  test('only what a person typed is a prompt', () => {
    const kindOf = (content: JsonValue, more: Fields = {}) =>
      read([user('u', null, content, more)])[0]?.transcript.entries[0]
    expect(kindOf('Hello')?.kind).toBe('prompt')
    expect(kindOf([text('<system-reminder>x</system-reminder>'), text('Hello')])?.kind).toBe('prompt')
    expect(kindOf([{ type: 'image', source: {} }])?.kind).toBe('prompt')
    expect(kindOf('<system-reminder>x</system-reminder>')?.kind).toBe('context')
    expect(kindOf('<command-name>/init</command-name>\n<command-args></command-args>')?.kind).toBe('context')
    expect(kindOf('[Request interrupted by user for tool use]')?.kind).toBe('context')
    expect(kindOf('Hello', { isMeta: true })?.kind).toBe('context')
    expect(kindOf('Hello', { origin: { kind: 'task-notification' } })?.kind).toBe('context')
    expect(kindOf('')).toMatchObject({ kind: 'prompt', isEmpty: true })
    const queued = record('q', null, {
      type: 'attachment',
      attachment: { type: 'queued_command', commandMode: 'prompt', prompt: 'Also this' },
    })
    expect(read([queued])[0]?.transcript.entries[0]?.kind).toBe('prompt')
  })

  test('two results for one call: the first counts, the other one and orphans are shown', () => {
    const [main] = read([
      user('u1', null, 'Go'),
      reply('a1', 'u1', 'm1', use('c1')),
      user('r1', 'a1', [result('c1', 'first')]),
      user('r2', 'r1', [result('c1', 'second')]),
      user('r3', 'r2', [result('zz', 'whose?')]),
      reply('a2', 'r3', 'm2', use('c9')),
    ])
    expect(main?.transcript.entries.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'u1 prompt',
      'a1 reply',
      'r2 context',
      'r3 context',
      'a2 reply',
    ])
    expect(main?.messages[1]?.toolCalls[0]?.output?.content).toEqual([{ kind: 'text', text: 'first' }])
    expect(main?.messages[3]?.content).toEqual([{ kind: 'text', text: 'whose?' }])
    expect(main?.messages[4]?.toolCalls[0]?.output).toBeNull()
    expect(main?.transcript.tally).toMatchObject({ orphanCalls: 1, orphanResults: 1 })
  })

  test('subagents are threads of their own, inside the file or beside it', () => {
    const side = { isSidechain: true }
    const threads = readTranscript(claudeCode, [
      {
        name: 's1.jsonl',
        text: lines([
          user('u1', null, 'Go'),
          user('x1', null, 'Do the part', side),
          { ...reply('x2', 'x1', 'mx', text('Done')), ...side },
          reply('a1', 'u1', 'm1', text('All done')),
        ]),
      },
      {
        name: 's1/subagents/agent-77.jsonl',
        text: lines([user('y1', null, 'Run', { ...side, agentId: '77' })]),
      },
    ])
    expect(
      threads.map(({ transcript: { key, parentKey, entries } }) => [key, parentKey, entries.length]),
    ).toEqual([
      ['s1', null, 2],
      ['x1', 's1', 2],
      ['77', 's1', 1],
    ])
  })

  test('stream output is read in its order', () => {
    const stream = [
      {
        type: 'system',
        subtype: 'init',
        session_id: 's2',
        cwd: '/w',
        model: 'claude-x',
        tools: ['Bash'],
        uuid: 'i',
      },
      {
        type: 'assistant',
        session_id: 's2',
        uuid: 'a',
        parent_tool_use_id: null,
        message: { id: 'm', model: 'claude-x', content: [use('c')] },
      },
      {
        type: 'user',
        session_id: 's2',
        uuid: 'b',
        parent_tool_use_id: null,
        message: { role: 'user', content: [result('c', 'ok')] },
      },
      { type: 'result', subtype: 'success', session_id: 's2', uuid: 'd', result: 'Done', total_cost_usd: 1 },
    ]
    expect(claudeCode.recognizes(probe('out.jsonl', lines(stream)))).toBe(true)
    const [main] = read(stream)
    expect(main?.transcript).toMatchObject({
      key: 's2',
      head: { model: { id: 'claude-x' }, tools: [{ name: 'Bash' }] },
    })
    expect(main?.messages.map(({ toolCalls }) => toolCalls[0]?.output?.content)).toEqual([
      [{ kind: 'text', text: 'ok' }],
    ])
  })

  test('a broken line leaves the rest in its order and is shown', () => {
    const all = lines(parallel).split('\n')
    for (let broken = 0; broken < parallel.length; broken += 1) {
      const damaged = all.map((line, index) => (index === broken ? line.slice(0, 40) : line)).join('\n')
      const entries = readTranscript(claudeCode, [{ name: 's', text: damaged }])[0]?.transcript.entries ?? []
      expect(entries.filter(({ kind }) => kind === 'broken')).toHaveLength(1)
      expect(entries.length).toBeGreaterThan(1)
    }
  })

  test('cut at any byte, what is whole is read', () => {
    const bytes = Buffer.from(lines(parallel))
    for (let cut = 0; cut < bytes.length; cut += 7)
      readTranscript(claudeCode, [{ name: 's', text: bytes.subarray(0, cut) }])
    const cut = readTranscript(claudeCode, [{ name: 's', text: bytes.subarray(0, bytes.length - 20) }])
    expect(cut[0]?.transcript.entries.map(({ kind }) => kind)).toEqual(['prompt', 'reply', 'broken'])
  })

  test('whatever stands in a record, reading ends and throws nothing', () => {
    const records = [
      ...parallel,
      boundary('b', 'r1'),
      summary('s', 'b'),
      record('t', 's', { type: 'attachment', attachment: { type: 'x', content: 'y' } }),
    ]
    expectTotal(claudeCode, fc.constant(records), (value) =>
      lines(Array.isArray(value) ? value : [value as JsonValue]),
    )
  })

  test.each([
    ['a plain line', (index: number) => (index === 0 ? null : `u${index - 1}`)],
    ['nothing but forks', (index: number) => (index < 2 ? null : `u${Math.floor((index - 1) / 2)}`)],
    ['teeth of a comb', (index: number) => (index < 2 ? null : `u${index - 2 + (index % 2)}`)],
    ['one parent', (index: number) => (index === 0 ? null : 'u0')],
  ])(
    'fifty thousand records scan in seconds: %s',
    (_, parentOf) => {
      const many = Array.from({ length: 50_000 }, (_, index) => user(`u${index}`, parentOf(index), 'x'))
      const scan = claudeCode.start([])
      const started = performance.now()
      for (const [index, one] of many.entries())
        scan.take(one, { file: 0, from: index * 10, to: index * 10 + 9 })
      expect(runSteps(scan.threads())[0]?.tally.records).toBe(50_000)
      expect(performance.now() - started).toBeLessThan(20_000)
    },
    60_000,
  )
})
