import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleFolder } from '../../../testing/read-sample-thread.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'
import { countsOf, sampleCounts, sampleFiles } from '../testing/sample-source.ts'
import { openHands } from './openhands.ts'

const read = (value: unknown) =>
  readTranscript(openHands, [{ name: 'a.json', text: JSON.stringify(value) }])[0]

const response = (id: string, ...ids: string[]) => ({
  id,
  model: 'claude-x',
  usage: {
    prompt_tokens: 10,
    completion_tokens: 2,
    cache_read_input_tokens: 4,
    cache_creation_input_tokens: 1,
  },
  choices: [
    {
      message: {
        content: 'Both.',
        tool_calls: ids.map((call) => ({
          id: call,
          function: { name: 'bash', arguments: `{"c":"${call}"}` },
        })),
      },
    },
  ],
})
const act = (id: number, call: string, answer: object) => ({
  id,
  source: 'agent',
  action: 'run',
  args: { command: 'ls', thought: 'Both.' },
  tool_call_metadata: { tool_call_id: call, function_name: 'bash', model_response: answer },
})
const observe = (id: number, cause: number, content: string) => ({
  id,
  source: 'agent',
  cause,
  observation: 'run',
  content,
  extras: {},
})
const say = (id: number, source: string, content: string) => ({
  id,
  source,
  action: 'message',
  args: { content, image_urls: null },
})

const parallel = response('r1', 'a', 'b')
const events = [
  {
    id: 0,
    source: 'agent',
    action: 'system',
    args: { content: 'SYSTEM', tools: [{ type: 'function', function: { name: 'bash' } }] },
  },
  say(1, 'user', 'Do it'),
  { id: 2, source: 'environment', observation: 'agent_state_changed', content: '', extras: {} },
  act(3, 'a', parallel),
  observe(4, 3, 'one'),
  act(5, 'b', parallel),
  observe(6, 5, 'two'),
  say(7, 'agent', 'Done.'),
]

describe('an OpenHands trajectory', () => {
  test.each([
    ['an array', (list: readonly object[]) => list],
    ['results of an evaluation', (list: readonly object[]) => ({ instance_id: 'i', history: list })],
  ])('reads events of the SDK in %s', (_, around) => {
    const list = [
      {
        id: '1',
        kind: 'MessageEvent',
        source: 'user',
        llm_message: { content: [{ type: 'text', text: 'q' }] },
      },
      { id: '2', kind: 'ActionEvent', source: 'agent', tool_call_id: 'c', tool_name: 't', action: {} },
      { id: '3', kind: 'ObservationEvent', source: 'environment', tool_call_id: 'c', observation: {} },
    ]
    expect(openHands.recognizes(probe('a.json', JSON.stringify(around(list))))).toBe(true)
    const thread = read(around(list))
    expect(thread?.transcript.entries.map(({ kind }) => kind)).toEqual(['prompt', 'reply'])
  })

  test('joins parallel calls of one answer, with their results, and counts its usage once', () => {
    const thread = read(events)
    expect(thread?.transcript.head).toMatchObject({
      systemPrompt: 'SYSTEM',
      model: { id: 'claude-x' },
      tools: [{ name: 'bash' }],
    })
    expect(thread?.transcript.entries.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'prompt 1',
      'reply 3',
      'reply 7',
    ])
    expect(thread?.messages[1]).toMatchObject({
      content: [{ text: 'Both.' }],
      toolCalls: [
        { id: 'a', name: 'bash', arguments: { c: 'a' }, output: { content: [{ text: 'one' }] } },
        { id: 'b', arguments: { c: 'b' }, output: { content: [{ text: 'two' }] } },
      ],
      usage: { input: 5, output: 2, cacheRead: 4, cacheWrite: 1 },
    })
    expect(thread?.messages[2]?.content).toMatchObject([{ text: 'Done.' }])
  })

  test('puts a condensation behind what it hides and repeats what stayed visible before', () => {
    const condensation = {
      id: 8,
      source: 'agent',
      action: 'condensation',
      args: { forgotten_events_start_id: 3, forgotten_events_end_id: 6, summary: 'SUM' },
    }
    const thread = read([...events, condensation, say(9, 'user', 'More')])
    expect(thread?.transcript.entries.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'prompt 1',
      'reply 3',
      'checkpoint 8',
      'reply 7',
      'prompt 9',
    ])
    expect(thread?.messages[2]?.content[0]).toMatchObject({
      text: expect.stringMatching(/SUM[\s\S]*User: Do it/),
    })
  })

  test('of the oldest layout pairs in order; lines are runs, and a broken line says so', () => {
    const pairs = [
      [{ action: 'message', content: 'Task' }, { observation: 'null' }],
      [
        { action: 'run', command: 'ls', thought: 'Look.' },
        { observation: 'run', content: 'a.ts', exit_code: 0 },
      ],
      [{ action: 'finish', thought: 'All done.', outputs: {} }],
    ]
    const line = JSON.stringify({ instance_id: 'i1', history: pairs })
    const text = `${line}\n{"instance_id": "i2", "history": [{"action": \n${line}\n`
    expect(openHands.recognizes(probe('output.jsonl', text))).toBe(true)
    const threads = readTranscript(openHands, [{ name: 'output.jsonl', text }])
    expect(threads.map(({ transcript }) => transcript.key)).toEqual(['i1', 'i2', 'i1~2'])
    expect(threads[1]?.transcript.entries.map(({ kind }) => kind)).toEqual(['broken'])
    expect(threads[2]?.messages).toMatchObject([
      { role: 'user', content: [{ text: 'Task' }] },
      {
        content: [{ text: 'Look.' }],
        toolCalls: [{ name: 'run', arguments: { command: 'ls' }, output: { content: [{ text: 'a.ts' }] } }],
      },
      { content: [{ text: 'All done.' }], toolCalls: [{ name: 'finish', output: null }] },
    ])
  })

  test('cut at any byte gives the rest and says so', () => {
    const whole = JSON.stringify(events)
    for (let cut = 1; cut < whole.length; cut += 7) {
      const [thread] = readTranscript(openHands, [{ name: 'a', text: whole.slice(0, cut) }])
      expect(thread?.transcript.entries.at(-1)?.kind).toBe('broken')
    }
  })

  test('no input makes it throw', () => {
    const condensation = {
      id: 8,
      action: 'condensation',
      args: { forgotten_event_ids: [3, 4], summary: 'SUM' },
    }
    const sdk = {
      kind: 'ActionEvent',
      id: 'x',
      tool_call_id: 'c',
      tool_name: 't',
      thought: [{ text: 'T' }],
      thinking_blocks: [{ signature: 's' }],
      llm_response_id: 'r',
    }
    const answer = {
      kind: 'ObservationEvent',
      tool_call_id: 'c',
      action_id: 'x',
      observation: { content: [{ text: 'r' }] },
    }
    expectTotal(
      openHands,
      fc.constantFrom<unknown>([...events, condensation], { history: events }, [sdk, answer]),
    )
  })

  test('thousands of condensations are placed in linear time', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => [
      say(index * 2, 'user', 'x'),
      { id: index * 2 + 1, action: 'condensation', args: { forgotten_event_ids: [index * 2], summary: '' } },
    ]).flat()
    const build = () => openHands.build([], { id: '', kind: 'reply', places: [] })
    const [thread] = readTranscript({ ...openHands, build }, [{ name: 'a', text: JSON.stringify(many) }])
    expect(thread?.transcript.entries).toHaveLength(40_000)
  }, 60_000)
})

describe.skipIf(sampleFolder() === null)('OpenHands samples', () => {
  test.each([
    'v0-basic.json',
    'v0-basic_gui_mode.json',
    'v0-wrong_initial_state.json',
    'eval-output-old.jsonl',
    'v1-conversation/',
  ])('%s has its counts', (file) => {
    const name = `openhands/${file}`
    const files = sampleFiles(name)
    if (files.length === 1) expect(openHands.recognizes(probe(file, files[0]?.text ?? ''))).toBe(true)
    const threads = readTranscript(openHands, files)
    const counts = sampleCounts(name)
    expect(countsOf(threads, counts)).toEqual(counts)
    for (const { transcript } of threads) {
      expect(transcript.entries[0]?.kind).toBe('prompt')
      expect(transcript.entries.some(({ kind }) => kind === 'context' || kind === 'broken')).toBe(false)
    }
  })

  test('the conversation folder keeps calls, errors, signatures and its condensation', () => {
    const [thread] = readTranscript(openHands, sampleFiles('openhands/v1-conversation'))
    const calls = thread?.messages.flatMap(({ toolCalls }) => toolCalls) ?? []
    expect(calls).toHaveLength(9)
    expect(calls.filter(({ output }) => output !== null)).toHaveLength(8)
    expect(calls.filter(({ output }) => output?.isError)).toHaveLength(1)
    expect(thread?.messages.filter(({ hasPrivateReasoning }) => hasPrivateReasoning)).toHaveLength(3)
    expect(thread?.transcript.entries.findIndex(({ kind }) => kind === 'checkpoint')).toBe(4)
    expect(thread?.transcript.head.systemPrompt).toBe('You are a coding agent.')
  })
})
