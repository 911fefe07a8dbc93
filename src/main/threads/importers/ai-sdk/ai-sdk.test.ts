import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectCounts, sampleText } from '../testing/expect-counts.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, type ReadTranscript, readTranscript } from '../testing/read-transcript.ts'
import { sampleCounts, samplesIn } from '../testing/sample-source.ts'
import { aiSdk, aiSdkLines } from './ai-sdk.ts'

const json = (value: unknown) => JSON.stringify(value)
const read = (value: unknown) => readTranscript(aiSdk, [{ name: 'a.json', text: json(value) }])
const kinds = (thread: ReadTranscript | undefined) => thread?.transcript.entries.map(({ kind }) => kind)
const samples = samplesIn('ai-sdk-uimessage')

describe.skipIf(samples.length === 0)('samples of the AI SDK (skipped where the samples are absent)', () => {
  test.each(samples)('%s has the counts of the manifest', (name) => {
    const counts = sampleCounts(name)
    const threads = expectCounts(aiSdk, name)
    const messages = threads.flatMap((thread) => thread.messages)
    const calls = messages.flatMap(({ toolCalls }) => toolCalls)
    expect(calls).toHaveLength(counts.toolCalls ?? 0)
    expect(calls.filter(({ output }) => output !== null)).toHaveLength(counts.toolResults ?? 0)
    expect(calls.filter(({ output }) => output?.isError === true)).toHaveLength(counts.toolErrors ?? 0)
    const source = JSON.parse(sampleText(name)) as unknown
    const list = (Array.isArray(source) ? source : (source as { messages: unknown[] }).messages) as {
      role: string
      parts: { type: string; text?: string }[]
    }[]
    const steps = list
      .flatMap(({ role, parts }) => (role === 'assistant' ? parts : []))
      .filter(({ type }) => type === 'step-start')
    expect(messages.filter(({ role }) => role === 'assistant')).toHaveLength(steps.length)
    expect(messages[0]?.content).toMatchObject([{ kind: 'text', text: list[0]?.parts[0]?.text }])
  })
})

describe('AI SDK', () => {
  test('reads one message a line', () => {
    const text = [
      { id: 'u', role: 'user', parts: [{ type: 'text', text: 'q' }] },
      { id: 'a', role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text', text: 'r' }] },
    ]
      .map((message) => `${json(message)}\n`)
      .join('')
    expect(aiSdkLines.recognizes(probe('a.jsonl', text))).toBe(true)
    expect(kinds(readTranscript(aiSdkLines, [{ name: 'a.jsonl', text }])[0])).toEqual(['prompt', 'reply'])
  })

  test('a result without a call stands alone, without those that stand in their calls', () => {
    const result = (id: string) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: 'f',
      output: { type: 'text', value: id },
    })
    const [thread] = read([
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: {} }] },
      { role: 'tool', content: [result('c'), result('lost')] },
    ])
    expect(kinds(thread)).toEqual(['reply', 'context'])
    expect(thread?.messages[0]?.toolCalls).toMatchObject([{ output: { content: [{ text: 'c' }] } }])
    expect(thread?.messages[1]?.content).toHaveLength(1)
    expect(thread?.messages[1]?.content[0]).toMatchObject({ json: expect.stringContaining('lost') })
  })

  const talk = {
    id: 'chat-1',
    messages: [
      {
        id: 'u1',
        role: 'user',
        metadata: { createdAt: 1_700_000_000_000 },
        parts: [
          { type: 'text', text: 'hi' },
          { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' },
        ],
      },
      {
        id: 'a1',
        role: 'assistant',
        metadata: { model: 'claude-x', totalUsage: { inputTokens: 9, outputTokens: 2 } },
        parts: [
          { type: 'step-start' },
          { type: 'reasoning', text: 'hm', providerMetadata: { anthropic: { signature: 's' } } },
          {
            type: 'tool-read',
            toolCallId: 't1',
            state: 'output-available',
            input: { a: 1 },
            output: { ok: true },
          },
          {
            type: 'dynamic-tool',
            toolName: 'x',
            toolCallId: 't2',
            state: 'output-error',
            input: {},
            errorText: 'no',
          },
          { type: 'step-start' },
          {
            type: 'tool-read',
            toolCallId: 't3',
            state: 'output-denied',
            input: {},
            approval: { reason: 'never' },
          },
          { type: 'tool-read', toolCallId: 't4', state: 'input-available', input: {} },
          { type: 'step-start' },
          { type: 'data-weather', data: 1 },
          { type: 'text', text: 'done' },
        ],
      },
    ],
  }

  test('each step of a message is a reply, with its calls and their answers', () => {
    expect(aiSdk.recognizes(probe('a', json(talk)))).toBe(true)
    const [thread] = read(talk)
    expect(kinds(thread)).toEqual(['prompt', 'reply', 'reply', 'reply'])
    expect(thread?.transcript.entries.map(({ id }) => id)).toEqual(['u1', 'a1', 'a1-step-2', 'a1-step-3'])
    const [prompt, first, second, third] = thread?.messages ?? []
    expect(prompt?.content).toMatchObject([{ text: 'hi' }, { kind: 'image' }])
    expect(first).toMatchObject({
      thinking: 'hm',
      toolCalls: [
        { name: 'read', output: { content: [{ text: '{"ok":true}' }] } },
        { name: 'x', output: { isError: true, content: [{ text: 'no' }] } },
      ],
      runtime: { origin: { protocol: 'anthropic', model: 'claude-x' } },
    })
    expect(first?.runtime?.privateItems[0]).toEqual(talk.messages[1]?.parts[1])
    expect(second?.toolCalls).toMatchObject([
      { output: { isError: true, content: [{ text: 'never' }] } },
      { output: null },
    ])
    expect(third?.content).toMatchObject([{ kind: 'other', type: 'data-weather' }, { text: 'done' }])
    expect(thread?.transcript.tally).toMatchObject({ toolCalls: 4, toolResults: 3, orphanCalls: 1 })
  })

  test('reads version 4 without parts, and model messages with their results', () => {
    const [old] = read([
      { id: '1', role: 'user', content: 'hi', parts: [{ type: 'text', text: 'hi' }] },
      {
        id: '2',
        role: 'assistant',
        content: 'ok',
        toolInvocations: [{ state: 'result', toolCallId: 'a', toolName: 'n', args: {}, result: 'r' }],
      },
    ])
    expect(old?.messages[1]).toMatchObject({
      content: [{ text: 'ok' }],
      toolCalls: [{ output: { content: [{ text: 'r' }] } }],
    })
    const model = [
      { role: 'system', content: 'be kind' },
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'a', toolName: 'n', input: {} },
          { type: 'tool-call', toolCallId: 'b', toolName: 'n', input: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'b',
            toolName: 'n',
            output: { type: 'error-text', value: 'bad' },
          },
          { type: 'tool-result', toolCallId: 'a', toolName: 'n', output: { type: 'text', value: 'good' } },
        ],
      },
    ]
    expect(aiSdk.recognizes(probe('a', json(model)))).toBe(true)
    const [thread] = read(model)
    expect(kinds(thread)).toEqual(['prompt', 'reply'])
    expect(thread?.messages[1]?.toolCalls).toMatchObject([
      { output: { content: [{ text: 'good' }], isError: false } },
      { output: { content: [{ text: 'bad' }], isError: true } },
    ])
  })

  test('a cut document says so, and nothing makes it throw', () => {
    const text = json(talk)
    for (let cut = 1; cut < text.length; cut += 3)
      expect(kinds(readTranscript(aiSdk, [{ name: 'a', text: text.slice(0, cut) }])[0])?.at(-1)).toBe(
        'broken',
      )
    expectTotal(aiSdk, fc.constantFrom<unknown>(talk, talk.messages))
  })

  test('ten thousand steps in one message are read in a few seconds', { timeout: 120_000 }, () => {
    const parts = Array.from({ length: 10_000 }, (_, at) => [
      { type: 'step-start' },
      { type: 'text', text: `${at}` },
    ]).flat()
    const started = performance.now()
    const [thread] = read([{ id: 'a', role: 'assistant', parts }])
    expect(thread?.messages).toHaveLength(10_000)
    expect(performance.now() - started).toBeLessThan(60_000)
  })
})
