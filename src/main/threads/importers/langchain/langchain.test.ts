import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectCounts } from '../testing/expect-counts.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, type ReadTranscript, readTranscript } from '../testing/read-transcript.ts'
import { sampleCounts, samplesIn } from '../testing/sample-source.ts'
import { langChain, langChainLines, langChainStream } from './langchain.ts'

const json = (value: unknown) => JSON.stringify(value)
const read = (value: unknown) => readTranscript(langChain, [{ name: 'a.json', text: json(value) }])
const kinds = (thread: ReadTranscript | undefined) => thread?.transcript.entries.map(({ kind }) => kind)
const samples = samplesIn('langchain')

describe.skipIf(samples.length === 0)('samples of LangChain (skipped where the samples are absent)', () => {
  test.each(samples)('%s has the counts of the manifest', (name) => {
    const counts = sampleCounts(name)
    const isStream = name.endsWith('stream-chunks.json')
    const messages = expectCounts(isStream ? langChainStream : langChain, name).flatMap(
      (thread) => thread.messages,
    )
    expect(
      messages.some(({ content }) => content.some((part) => part.kind === 'text' && part.text !== '')),
    ).toBe(true)
    if (isStream) return
    const calls = messages.flatMap(({ toolCalls }) => toolCalls)
    expect(calls).toHaveLength(counts.toolCalls ?? 0)
    expect(calls.filter(({ output }) => output !== null)).toHaveLength(counts.toolResults ?? 0)
    expect(messages.filter(({ thinking }) => thinking !== null)).toHaveLength(counts.thinking ?? 0)
    expect(messages.filter(({ role }) => role === 'assistant')).toHaveLength(counts.assistant ?? 0)
  })

  test('the talk is really there, alike in all three serialisations', () => {
    const texts = ['thread-state-3823e443', 'stored-messages', 'constructor'].map((name) =>
      expectCounts(langChain, `langchain/${name}.json`).map(({ messages }) =>
        messages.map(({ role, content, thinking, toolCalls }) => ({ role, content, thinking, toolCalls })),
      ),
    )
    expect(texts[1]).toEqual(texts[0])
    expect(texts[2]).toEqual(texts[0])
    const [thread] = expectCounts(langChain, 'langchain/thread-state-21cfea46.json')
    expect(thread?.transcript.head).toMatchObject({
      title: 'Explaining MOE to a Kid',
      model: { id: 'deepseek-v3-2-251201' },
    })
    expect(kinds(thread)?.slice(0, 3)).toEqual(['prompt', 'context', 'reply'])
  })
})

describe('LangChain', () => {
  test('a type of its own between the messages hides none of them', () => {
    const messages = [
      { type: 'human', content: 'q', id: '1' },
      { type: 'ui', id: '2', name: 'chart', content: 'c' },
      { type: 'chat', role: 'critic', content: 'no', id: '3' },
      { type: 'ai', content: 'a', id: '4' },
    ]
    expect(langChain.recognizes(probe('a.json', json(messages)))).toBe(true)
    expect(kinds(read(messages)[0])).toEqual(['prompt', 'context', 'context', 'reply'])
  })

  test('a call that its blocks repeat is shown once', () => {
    const [thread] = read([
      { type: 'human', content: 'q' },
      {
        type: 'ai',
        content: [
          { type: 'text', text: 't' },
          { type: 'tool_call', id: 'c', name: 'f', args: {} },
          { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
        ],
        tool_calls: [{ id: 'c', name: 'f', args: {}, type: 'tool_call' }],
      },
    ])
    expect(thread?.messages[1]?.content).toMatchObject([{ text: 't' }])
    expect(thread?.messages[1]?.toolCalls).toHaveLength(1)
  })

  const human = (id: string, content: unknown) => ({ type: 'human', content, id })
  const ai = (id: string, content: unknown, ...calls: unknown[]) => ({
    type: 'ai',
    id,
    content,
    tool_calls: calls,
  })
  const call = (id: string) => ({ name: 'read', args: { a: 1 }, id, type: 'tool_call' })
  const result = (id: string, content: string, status = 'success') => ({
    type: 'tool',
    tool_call_id: id,
    content,
    status,
    id: `r-${id}`,
  })
  const talk = [
    { type: 'system', content: 'be kind' },
    human('h1', [
      { type: 'text', text: 'hi' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
    ]),
    {
      ...ai(
        'a1',
        [
          { type: 'thinking', thinking: 'hm', signature: 's' },
          { type: 'text', text: 'look' },
          { type: 'tool_use', id: 'c1', name: 'read', input: {} },
        ],
        call('c1'),
      ),
      invalid_tool_calls: [{ name: 'read', args: '{"a', id: 'c2', error: 'cut' }],
      usage_metadata: { input_tokens: 10, output_tokens: 2, input_token_details: { cache_read: 4 } },
      response_metadata: { model_name: 'claude-x', stop_reason: 'max_tokens' },
    },
    result('c1', 'one', 'error'),
    result('ghost', 'nobody asked'),
    { type: 'system', content: 'in the middle', id: 's2' },
    { type: 'remove', id: 'h0' },
  ]

  test('reads calls once though blocks repeat them, results, usage and signed thinking', () => {
    const [thread] = read({
      values: { messages: talk, title: 'T' },
      next: [],
      created_at: '2026-01-01T00:00:00Z',
    })
    expect(kinds(thread)).toEqual(['prompt', 'reply', 'context', 'context'])
    expect(thread?.transcript.head).toMatchObject({
      title: 'T',
      systemPrompt: 'be kind',
      startedMs: Date.UTC(2026, 0, 1),
    })
    expect(thread?.messages[1]).toMatchObject({
      content: [{ text: 'look' }],
      thinking: 'hm',
      toolCalls: [
        { id: 'c1', output: { isError: true, content: [{ text: 'one' }] } },
        { id: 'c2', partialArguments: '{"a', output: null },
      ],
      usage: { input: 6, cacheRead: 4, output: 2 },
      runtime: { ending: 'length', origin: { protocol: 'anthropic', model: 'claude-x' } },
    })
  })

  test('a history is one thread: what went another way is a branch', () => {
    const start = [human('h1', 'hi'), ai('a1', 'one')]
    const states = [
      [...start, human('h2', 'more')],
      [...start, human('h3', 'else')],
      start,
      start.slice(0, 1),
    ]
    const threads = read(states.map((messages) => ({ values: { messages }, next: [] })))
    expect(threads.map(kinds)).toEqual([['prompt', 'reply', 'prompt']])
    expect(threads[0]?.transcript.branches).toMatchObject([{ key: 'h3', sharedEntries: 2 }])
  })

  test('joins the chunks of a stream by message, their calls by index', () => {
    const chunk = (id: string, content: string, ...parts: unknown[]) => [
      ['agent:1'],
      [
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain_core', 'messages', 'AIMessageChunk'],
          kwargs: { id, content, tool_call_chunks: parts },
        },
        {},
      ],
    ]
    const stream = [
      chunk('a', 'he'),
      chunk('b', 'x'),
      chunk('a', 'llo', { index: 0, id: 'c', name: 'read', args: '{"a":' }),
      chunk('a', '', { index: 0, args: '1}' }),
    ]
    expect(langChainStream.recognizes(probe('a', json(stream)))).toBe(true)
    const [thread] = readTranscript(langChainStream, [{ name: 'a', text: json(stream) }])
    expect(thread?.messages).toMatchObject([
      { content: [{ text: 'hello' }], toolCalls: [{ id: 'c', name: 'read', arguments: { a: 1 } }] },
      { content: [{ text: 'x' }] },
    ])
  })

  test('a cut document says so, and nothing makes it throw', () => {
    const text = json(talk)
    for (let cut = 1; cut < text.length; cut += 3)
      expect(kinds(readTranscript(langChain, [{ name: 'a', text: text.slice(0, cut) }])[0])?.at(-1)).toBe(
        'broken',
      )
    const stored = talk.map(({ type, ...data }) => ({ type, data }))
    expectTotal(
      langChain,
      fc.constantFrom<unknown>(talk, stored, [
        { values: { messages: talk } },
        { values: { messages: stored } },
      ]),
    )
    expectTotal(
      langChainStream,
      fc.constant([
        [
          ['a'],
          [{ lc: 1, id: ['AIMessageChunk'], kwargs: { id: 'a', content: 'x', tool_call_chunks: [{}] } }, {}],
        ],
      ]),
    )
    expectTotal(langChainLines, fc.constant(talk), (value) =>
      Array.isArray(value) ? value.map((line) => json(line)).join('\n') : json(value),
    )
  })
})
