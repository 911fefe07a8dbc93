import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleFolder } from '../../../testing/read-sample-thread.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'
import { countsOf, sampleCounts, sampleFiles } from '../testing/sample-source.ts'
import { cline } from './cline.ts'

const text = (said: string) => ({ type: 'text', text: said })
const use = (id: string) => ({ type: 'tool_use', id, name: 'read_file', input: { path: id } })
const result = (id: string, content: unknown) => ({ type: 'tool_result', tool_use_id: id, content })
const history = 'api_conversation_history.json'

const messages = [
  {
    role: 'user',
    content: [text('<task>\nDo it\n</task>'), text('<environment_details>x</environment_details>')],
    ts: 1_766_000_000_000,
  },
  {
    role: 'assistant',
    content: [{ type: 'thinking', thinking: 'hm', signature: 'S' }, text('I read.'), use('a'), use('b')],
    modelInfo: { modelId: 'm', providerId: 'anthropic' },
    metrics: { tokens: { prompt: 10, completion: 2, cached: 4 }, cost: 0.1 },
  },
  {
    role: 'user',
    content: [
      result('b', 'two'),
      result('a', [
        text('one'),
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      ]),
      text('<environment_details>y</environment_details>'),
    ],
  },
  { role: 'assistant', content: [text('Done.\n<read_file><path>x</path></read_file>')] },
  {
    role: 'user',
    content: [
      text("[read_file for 'x'] Result:"),
      text('plain content'),
      text('<environment_details>z</environment_details>'),
    ],
  },
  {
    role: 'user',
    content: [text('[attempt_completion] Result:'), text('<feedback>\nOne more\n</feedback>')],
  },
]

const read = (value: unknown, more: readonly { name: string; text: string }[] = []) =>
  readTranscript(cline, [{ name: history, text: JSON.stringify(value) }, ...more])[0]

describe('a Cline task', () => {
  test('nests results and tells what a person typed from what the program wrote', () => {
    const thread = read(messages)
    expect(thread?.transcript.entries.map(({ kind }) => kind)).toEqual([
      'prompt',
      'reply',
      'context',
      'reply',
      'context',
      'prompt',
    ])
    expect(thread?.messages[1]).toMatchObject({
      content: [{ text: 'I read.' }],
      thinking: 'hm',
      toolCalls: [
        { id: 'a', output: { content: [{ text: 'one' }, { kind: 'image' }] } },
        { id: 'b', output: { content: [{ text: 'two' }] } },
      ],
      usage: { input: 10, output: 2, cacheRead: 4, cost: 0.1 },
      hasPrivateReasoning: true,
    })
    expect(thread?.messages[2]?.content).toMatchObject([
      { text: '<environment_details>y</environment_details>' },
    ])
  })

  test('puts a checkpoint behind the range that was cut away, which repeats what stayed before it', () => {
    const ui = [
      { type: 'say', say: 'task' },
      { type: 'say', say: 'text', conversationHistoryDeletedRange: [1, 2] },
      { type: 'ask', ask: 'tool', conversationHistoryDeletedRange: [1, 2] },
    ]
    const thread = read(messages, [{ name: 'ui_messages.json', text: JSON.stringify(ui) }])
    expect(thread?.transcript.entries.map(({ kind }) => kind)).toEqual([
      'prompt',
      'reply',
      'context',
      'checkpoint',
      'reply',
      'context',
      'prompt',
    ])
    expect(thread?.messages[3]?.content[0]).toMatchObject({
      text: expect.stringContaining('User: <task>\nDo it\n</task>'),
    })
    expect(thread?.transcript.tally).toMatchObject({ uiMessages: 3, asks: 1, says: 2 })
  })

  test('of the SDK has its compaction as a thread of its own', () => {
    const session = (list: readonly object[]) => ({
      version: 1,
      agent: 'lead',
      sessionId: 's',
      system_prompt: 'SYS',
      messages: list,
    })
    const summary = {
      role: 'user',
      content: [text('SUMMARY')],
      metadata: { kind: 'compaction_summary', tokensBefore: 99 },
    }
    const threads = readTranscript(cline, [
      {
        name: 's.messages.json',
        text: JSON.stringify(session([{ id: 'u', role: 'user', content: 'Hello' }])),
      },
      {
        name: 's.compaction.json',
        text: JSON.stringify(session([summary, { role: 'user', content: 'Hello' }])),
      },
    ])
    expect(threads.map(({ transcript }) => [transcript.key, transcript.parentKey])).toEqual([
      ['s', null],
      ['s:compaction-1', 's'],
    ])
    expect(threads[1]?.transcript.entries.map(({ kind }) => kind)).toEqual(['checkpoint', 'prompt'])
    expect(threads[1]?.messages[0]?.runtime?.imported?.checkpoint).toMatchObject({ tokensBefore: 99 })
    expect(threads[0]?.transcript.head.systemPrompt).toBe('SYS')
  })

  test('cut at any byte gives the rest and says so', () => {
    const whole = JSON.stringify(messages)
    for (let cut = 1; cut < whole.length; cut += 5) {
      const [thread] = readTranscript(cline, [{ name: history, text: whole.slice(0, cut) }])
      expect(thread?.transcript.entries.at(-1)?.kind).toBe('broken')
    }
  })

  test('no input makes it throw', () => {
    const summary = { role: 'user', content: [text('S')], metadata: { kind: 'compaction_summary' } }
    expectTotal(
      cline,
      fc.constantFrom<unknown>(messages, {
        version: 1,
        sessionId: 's',
        agent: 'a',
        messages: [summary, ...messages],
      }),
    )
  })

  test('thousands of results in one message are nested in linear time', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `id${index}`)
    const thread = read([
      { role: 'assistant', content: ids.map(use) },
      { role: 'user', content: ids.map((id) => result(id, 'r')) },
    ])
    expect(thread?.messages[0]?.toolCalls.filter(({ output }) => output !== null)).toHaveLength(20_000)
  }, 60_000)
})

describe.skipIf(sampleFolder() === null)('Cline samples', () => {
  test.each([
    'task-native/api_conversation_history.json',
    'task-xml/api_conversation_history.json',
    'sdk-session/session.messages.json',
    'sdk-session/basic.compaction.json',
  ])('%s has its counts', (file) => {
    const name = `cline/${file}`
    const files = sampleFiles(name)
    expect(cline.recognizes(probe(files[0]?.name ?? '', files[0]?.text ?? ''))).toBe(true)
    const threads = readTranscript(cline, files)
    const counts = sampleCounts(name)
    expect(countsOf(threads, counts)).toEqual(counts)
    const calls = threads.flatMap(({ messages: read }) => read.flatMap(({ toolCalls }) => toolCalls))
    expect(calls).toHaveLength(counts.toolCalls ?? 0)
    expect(calls.filter(({ output }) => output !== null)).toHaveLength(counts.toolResults ?? 0)
  })

  test.each(['task-native', 'task-xml'])(
    'the folder %s counts what the window showed; one prompt was typed',
    (folder) => {
      const threads = readTranscript(cline, sampleFiles(`cline/${folder}`))
      const counts = sampleCounts(`cline/${folder}/ui_messages.json`)
      expect(countsOf(threads, counts)).toEqual(counts)
      expect(threads[0]?.transcript.entries.filter(({ kind }) => kind === 'prompt')).toHaveLength(1)
      expect(threads[0]?.messages[0]?.content[0]).toMatchObject({
        text: expect.stringContaining('Add a retry'),
      })
    },
  )
})

test('a version that is a very deep list is no version', () => {
  const depth = 60_000
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const session = `{"version":${deep},"messages":[],"sessionId":"s","agent":"a"}`
  expect(cline.recognizes(probe('session.messages.json', session))).toBe(false)
})
