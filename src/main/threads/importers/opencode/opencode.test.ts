import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleFolder } from '../../../testing/read-sample-thread.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'
import { countsOf, sampleCounts, sampleFiles, samplesIn } from '../testing/sample-source.ts'
import { opencode } from './opencode.ts'

const text = (said: string, extra: object = {}) => ({ type: 'text', text: said, ...extra })
const user = (id: string, ...parts: object[]) => ({ info: { id, role: 'user' }, parts })
const assistant = (id: string, info: object, ...parts: object[]) => ({
  info: { id, role: 'assistant', providerID: 'anthropic', modelID: 'm', ...info },
  parts,
})
const tool = (callID: string, state: object) => ({ type: 'tool', callID, tool: 'bash', state })

function read(messages: readonly object[], info: object = {}) {
  const value = { info: { id: 'ses_1', title: 'T', directory: '/d', ...info }, messages }
  return readTranscript(opencode, [{ name: 's.json', text: JSON.stringify(value, null, 2) }])[0]
}

describe('an opencode export', () => {
  test('reads calls with their results, errors and open ones, usage and private reasoning', () => {
    const thread = read([
      user('u', text('typed'), { type: 'file', mime: 'image/png', url: 'data:image/png;base64,AAAA' }),
      user('s', text('machine', { synthetic: true })),
      assistant(
        'a',
        {
          time: { created: 1_795_995_520_000, completed: 1_795_995_522_500 },
          tokens: { input: 3, output: 4, reasoning: 2, cache: { read: 9, write: 1 } },
          cost: 0.5,
        },
        { type: 'step-start', snapshot: 'abc' },
        { type: 'reasoning', text: 'think', metadata: { anthropic: { signature: 'SIG' } } },
        text('said'),
        tool('1', { status: 'completed', input: { a: 1 }, output: 'ok', time: { start: 1, compacted: 5 } }),
        tool('2', { status: 'error', input: {}, error: 'no' }),
        tool('3', { status: 'running', input: {} }),
      ),
    ])
    expect(thread?.transcript.entries.map(({ kind }) => kind)).toEqual(['prompt', 'context', 'reply'])
    expect(thread?.messages[0]?.content).toMatchObject([{ text: 'typed' }, { kind: 'image' }])
    expect(thread?.messages[2]).toMatchObject({
      content: [{ text: 'said' }],
      thinking: 'think',
      toolCalls: [
        { id: '1', name: 'bash', arguments: { a: 1 }, output: { content: [{ text: 'ok' }], isError: false } },
        { id: '2', output: { content: [{ text: 'no' }], isError: true } },
        { id: '3', output: null },
      ],
      usage: { input: 3, output: 6, cacheRead: 9, cacheWrite: 1, reasoning: 2, cost: 0.5 },
      durationMs: 2500,
      hasPrivateReasoning: true,
      runtime: { ending: 'interrupted', origin: { protocol: 'anthropic', host: 'anthropic', model: 'm' } },
    })
  })

  test('makes mark and summary of a compaction one checkpoint before the first message that stayed', () => {
    const mark = user('c', { type: 'compaction', auto: true, tail_start_id: 'u2' })
    const thread = read([
      user('u1', text('one')),
      assistant('a1', {}, text('old')),
      user('u2', text('two')),
      assistant('a2', {}, text('kept')),
      mark,
      assistant(
        's',
        { summary: true },
        { type: 'step-start' },
        text('SUMMARY'),
        { type: 'step-start' },
        text('more'),
      ),
      user('u3', text('three')),
    ])
    expect(thread?.transcript.entries.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'prompt u1',
      'reply a1',
      'checkpoint c',
      'prompt u2',
      'reply a2',
      'prompt u3',
    ])
    expect(thread?.messages[2]?.content[0]).toMatchObject({
      text: expect.stringContaining('SUMMARY\n\nmore'),
    })
    expect(thread?.messages[2]?.runtime?.imported).toMatchObject({ checkpoint: { trigger: 'automatic' } })
  })

  test.each([
    ['failed', { error: { name: 'MessageAbortedError' } }],
    ['was never finished', { time: { created: 1 } }],
  ])('a compaction whose summary %s is no checkpoint', (_, info) => {
    const thread = read([
      user('u1', text('one')),
      user('c', { type: 'compaction', auto: true }),
      assistant('s', { summary: true, parentID: 'c', ...info }, text('half')),
      user('u2', text('two')),
    ])
    expect(thread?.transcript.entries.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'prompt u1',
      'context c',
      'reply s',
      'prompt u2',
    ])
  })

  test('finds the summary of a compaction by the message it names, also behind other messages', () => {
    const thread = read([
      user('u1', text('one')),
      user('c', { type: 'compaction', auto: false }),
      assistant('s1', { summary: true, parentID: 'c', error: { name: 'APIError' } }),
      user('u2', text('typed meanwhile')),
      assistant('s2', { summary: true, parentID: 'c', finish: 'stop' }, text('SUMMARY')),
    ])
    expect(thread?.transcript.entries.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'prompt u1',
      'checkpoint c',
      'reply s1',
      'prompt u2',
    ])
    expect(thread?.messages[1]?.content[0]).toMatchObject({ text: expect.stringContaining('SUMMARY') })
  })

  test('parts a message of several model steps, and puts what was taken back into a branch', () => {
    const thread = read(
      [
        user('u', text('one')),
        assistant(
          'a',
          {},
          { type: 'step-start' },
          text('x'),
          tool('1', { status: 'completed', output: '' }),
          { type: 'step-start' },
          text('y'),
        ),
        user('v', text('two')),
      ],
      { revert: { messageID: 'v' } },
    )
    expect(thread?.transcript.entries.map(({ id }) => id)).toEqual(['u', 'a', 'a.1'])
    expect(thread?.messages[2]?.content).toMatchObject([{ text: 'y' }])
    expect(thread?.transcript.branches).toMatchObject([
      { key: 'v', sharedEntries: 3, entries: [{ id: 'v' }] },
    ])
  })

  test('a file cut at any byte gives the rest and says so', () => {
    const whole = JSON.stringify({
      info: { id: 'ses_1' },
      messages: [user('u', text('q')), assistant('a', {}, text('r'))],
    })
    for (let cut = 1; cut < whole.length; cut += 1) {
      const [thread] = readTranscript(opencode, [{ name: 's.json', text: whole.slice(0, cut) }])
      expect(thread?.transcript.entries.at(-1)?.kind).toBe('broken')
    }
  })

  test('no input makes it throw', () => {
    const mark = user('c', { type: 'compaction', auto: true, tail_start_id: 'u' })
    const steps = [
      { type: 'step-start' },
      text('x'),
      tool('1', { status: 'completed', output: 'o', attachments: [{ type: 'file', url: 'data:,' }] }),
      { type: 'step-start' },
      { type: 'reasoning', text: 't', metadata: { signature: 's' } },
    ]
    const messages = [
      user('u', text('one')),
      assistant('a', { time: { created: 1 }, tokens: { cache: {} } }, ...steps),
      mark,
      assistant('s', { summary: true }, text('S')),
    ]
    expectTotal(opencode, fc.constant({ info: { id: 'ses_1', revert: { messageID: 'a' } }, messages }))
  })
})

describe('an opencode storage folder', () => {
  const file = (name: string, value: object) => ({ name, text: JSON.stringify(value) })

  test('joins sessions, messages and parts; a child stands behind its parent', () => {
    const threads = readTranscript(opencode, [
      file('session/p/ses_a.json', { id: 'ses_a', parentID: 'ses_b' }),
      file('session/p/ses_b.json', { id: 'ses_b' }),
      file('message/ses_b/m2.json', { id: 'm2', sessionID: 'ses_b', role: 'assistant' }),
      file('message/ses_b/m1.json', { id: 'm1', sessionID: 'ses_b', role: 'user' }),
      file('part/m1/p1.json', { type: 'text', text: 'hi', messageID: 'm1' }),
      file('part/m2/p2.json', { type: 'text', text: ' second' }),
      file('part/m2/p1.json', { type: 'text', text: 'first' }),
      file('message/lost/m.json', { id: 'm', role: 'user' }),
    ])
    expect(threads.map(({ transcript }) => transcript.key)).toEqual(['ses_b', 'ses_a', 'lost'])
    expect(threads[1]?.transcript.parentKey).toBe('ses_b')
    expect(threads[0]?.messages.map(({ role, content }) => [role, content])).toMatchObject([
      ['user', [{ text: 'hi' }]],
      ['assistant', [{ text: 'first' }, { text: ' second' }]],
    ])
  })

  test('sessions that are each other’s parents end', () => {
    const threads = readTranscript(opencode, [
      file('session/p/a.json', { id: 'a', parentID: 'b' }),
      file('session/p/b.json', { id: 'b', parentID: 'a' }),
      file('message/a/m.json', { id: 'm', role: 'user' }),
    ])
    expect(threads).toHaveLength(2)
  })
})

describe.skipIf(sampleFolder() === null)('opencode samples', () => {
  test.each(samplesIn('opencode').filter((name) => name.endsWith('/') || name.includes('-export-')))(
    '%s has its counts',
    (name) => {
      const files = sampleFiles(name)
      if (files.length === 1) expect(opencode.recognizes(probe('x', files[0]?.text ?? ''))).toBe(true)
      const threads = readTranscript(opencode, files)
      const counts = sampleCounts(name)
      expect(countsOf(threads, counts)).toEqual(counts)
      const calls = threads.flatMap(({ messages }) => messages.flatMap(({ toolCalls }) => toolCalls))
      expect(calls).toHaveLength(counts.toolCalls ?? 0)
      expect(calls.filter(({ output }) => output !== null)).toHaveLength(counts.toolResults ?? 0)
    },
  )

  test('the talk is there', () => {
    const [thread] = readTranscript(opencode, sampleFiles('opencode/v1.18-export-child.json'))
    expect(thread?.transcript).toMatchObject({
      parentKey: 'ses_dd6533a7effemBWEaEZ6oWg3dL',
      head: { folder: '/home/dev/project' },
    })
    expect(thread?.messages[0]?.content).toMatchObject([
      { text: 'Read src/parser.ts and report its exports. [steps=3]' },
    ])
  })
})
