import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleFolder } from '../../../testing/read-sample-thread.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'
import { countsOf, sampleCounts, sampleFiles, samplesIn } from '../testing/sample-source.ts'
import { sweAgent } from './swe-agent.ts'

const read = (value: unknown) =>
  readTranscript(sweAgent, [{ name: 'a.traj', text: JSON.stringify(value) }])[0]
const call = (id: string, text = '{"path":"a"}') => ({
  id,
  type: 'function',
  function: { name: 'open', arguments: text },
})

const history = [
  { role: 'system', content: 'Be good.' },
  { role: 'user', content: 'A demonstration', is_demo: true },
  { role: 'user', content: [{ type: 'text', text: 'The issue', cache_control: {} }] },
  {
    role: 'assistant',
    content: 'I look.',
    thinking_blocks: [{ type: 'thinking', thinking: 'hm', signature: 'S' }],
    tool_calls: [call('1'), call('2', '{"pa')],
  },
  { role: 'tool', content: 'two', tool_call_ids: ['2'] },
  { role: 'tool', content: 'one', tool_call_ids: ['1'] },
  { role: 'tool', content: 'again', tool_call_ids: ['1'] },
  { role: 'assistant', content: 'Done.', tool_calls: [call('3')] },
]

describe('a SWE-agent run', () => {
  test('nests results by their ids; a second result is shown as context', () => {
    const thread = read({ trajectory: [{ action: 'x' }], history, info: { exit_status: 'submitted' } })
    expect(thread?.transcript.head.systemPrompt).toBe('Be good.')
    expect(thread?.transcript.entries.map(({ kind }) => kind)).toEqual([
      'context',
      'prompt',
      'reply',
      'context',
      'reply',
    ])
    expect(thread?.messages[2]).toMatchObject({
      content: [{ text: 'I look.' }],
      thinking: 'hm',
      hasPrivateReasoning: true,
      toolCalls: [
        { id: '1', arguments: { path: 'a' }, output: { content: [{ text: 'one' }] } },
        { id: '2', partialArguments: '{"pa', output: { content: [{ text: 'two' }] } },
      ],
    })
    expect(thread?.transcript.tally).toMatchObject({ steps: 1, toolCalls: 3, toolResults: 3, orphanCalls: 1 })
  })

  test('without a history is read from its steps', () => {
    const thread = read({
      trajectory: [{ response: 'I run ls', action: 'ls', observation: 'a.ts' }],
      history: [],
    })
    expect(thread?.messages.map(({ role, content }) => [role, content[0]])).toMatchObject([
      ['assistant', { text: 'I run ls' }],
      ['user', { text: 'a.ts' }],
    ])
  })

  test('of mini-swe-agent may hold Responses outputs', () => {
    const output = [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'why' }], encrypted_content: 'E' },
      { type: 'message', content: [{ type: 'output_text', text: 'Listing.' }] },
      { type: 'function_call', call_id: 'c', name: 'bash', arguments: '{"command":"ls"}' },
    ]
    const usage = { input_tokens: 10, output_tokens: 2, input_tokens_details: { cached_tokens: 4 } }
    const thread = read({
      info: { mini_version: '2', config: { model: { model_name: 'gpt-x' } } },
      messages: [
        { role: 'user', content: 'Go' },
        { object: 'response', output, usage, extra: { timestamp: 1_766_000_000.5 } },
        { type: 'function_call_output', call_id: 'c', output: 'a.ts', extra: { returncode: 0 } },
        { role: 'exit', content: 'bye' },
      ],
      trajectory_format: 'mini-swe-agent-1.1',
    })
    expect(thread?.messages[1]).toMatchObject({
      content: [{ text: 'Listing.' }],
      thinking: 'why',
      toolCalls: [{ name: 'bash', arguments: { command: 'ls' }, output: { content: [{ text: 'a.ts' }] } }],
      usage: { input: 6, cacheRead: 4, output: 2 },
      runtime: { atMs: 1_766_000_000_500, origin: { protocol: 'openai-responses' } },
    })
    expect(thread?.transcript.head.model?.id).toBe('gpt-x')
  })

  test('cut at any byte gives the rest and says so', () => {
    const whole = JSON.stringify({ history, trajectory: [] })
    for (let cut = 1; cut < whole.length; cut += 3) {
      const [thread] = readTranscript(sweAgent, [{ name: 'a', text: whole.slice(0, cut) }])
      expect(thread?.transcript.entries.at(-1)?.kind).toBe('broken')
    }
  })

  test('no input makes it throw', () => {
    expectTotal(
      sweAgent,
      fc.constantFrom<unknown>({ history, trajectory: [{ action: 'x' }], info: {} }, history, {
        trajectory: [{ thought: 'x', observation: 'y' }],
      }),
    )
  })

  test('tens of thousands of calls with one id are paired in linear time', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => [
      { role: 'assistant', content: '', tool_calls: [call('same')] },
      { role: 'tool', content: `${index}`, tool_call_id: 'same' },
    ]).flat()
    const source = [{ name: 'a', text: JSON.stringify({ history: many, trajectory: [] }) }]
    const [thread] = readTranscript(
      { ...sweAgent, build: () => sweAgent.build([], { id: '', kind: 'reply', places: [] }) },
      source,
    )
    expect(thread?.transcript.entries).toHaveLength(20_000)
    expect(thread?.transcript.entries.at(-1)?.places).toHaveLength(2)
  }, 60_000)
})

describe.skipIf(sampleFolder() === null)('SWE-agent samples', () => {
  test.each(samplesIn('swe-agent'))('%s has its counts', (name) => {
    const files = sampleFiles(name)
    expect(sweAgent.recognizes(probe(files[0]?.name ?? '', files[0]?.text ?? ''))).toBe(true)
    const threads = readTranscript(sweAgent, files)
    const counts = sampleCounts(name)
    expect(countsOf(threads, counts)).toEqual(counts)
    const calls = threads.flatMap(({ messages }) => messages.flatMap(({ toolCalls }) => toolCalls))
    expect(calls.filter(({ output }) => output !== null)).toHaveLength(counts.toolResults ?? 0)
    const kinds = threads.flatMap(({ transcript }) => transcript.entries.map(({ kind }) => kind))
    expect(kinds.filter((kind) => kind === 'prompt')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'reply')).toHaveLength(counts.assistant ?? 0)
  })
})
