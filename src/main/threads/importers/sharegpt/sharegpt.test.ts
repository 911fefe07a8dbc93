import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectCounts } from '../testing/expect-counts.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, type ReadTranscript, readTranscript } from '../testing/read-transcript.ts'
import { sampleCounts, samplesIn } from '../testing/sample-source.ts'
import { shareGpt, shareGptLines } from './sharegpt.ts'

const json = (value: unknown) => JSON.stringify(value)
const kinds = (thread: ReadTranscript | undefined) => thread?.transcript.entries.map(({ kind }) => kind)
const samples = samplesIn('sharegpt')

describe.skipIf(samples.length === 0)('samples of ShareGPT (skipped where the samples are absent)', () => {
  test.each(samples)('%s has the counts of the manifest', (name) => {
    const counts = sampleCounts(name)
    const threads = expectCounts(shareGpt, name)
    const calls = threads.flatMap(({ messages }) => messages.flatMap(({ toolCalls }) => toolCalls))
    expect(calls).toHaveLength(counts.toolCalls ?? 0)
    expect(calls.filter(({ output }) => output !== null)).toHaveLength(counts.toolResults ?? 0)
    expect(threads[0]?.messages[0]?.content).toMatchObject([
      { kind: 'text', text: expect.stringMatching(/^(Hi, I have some|Who are you)/) },
    ])
  })
})

describe('ShareGPT', () => {
  const talk = {
    id: 'one',
    system: 'be kind',
    tools: json([{ name: 'read', description: 'd', parameters: {} }]),
    images: ['a.png'],
    conversations: [
      { from: 'human', value: 'see <image>' },
      {
        from: 'function_call',
        value: '{"name":"read","arguments":{"a":1}}\n{"name":"read","arguments":"{}"}',
      },
      { from: 'observation', value: 'first' },
      { from: 'tool', value: 'second' },
      { from: 'observation', value: 'nobody asked' },
      { from: 'function_call', value: 'no json' },
      { from: 'GPT', value: 'done', weight: 1 },
      { from: 'narrator', value: 'odd' },
    ],
  }

  test('observations answer the calls just before, in their order', () => {
    const [thread] = readTranscript(shareGpt, [{ name: 'a.json', text: json([talk]) }])
    expect(thread?.transcript.key).toBe('one')
    expect(thread?.transcript.head).toMatchObject({ systemPrompt: 'be kind', tools: [{ name: 'read' }] })
    expect(kinds(thread)).toEqual(['prompt', 'reply', 'context', 'reply', 'reply', 'context'])
    expect(thread?.messages[1]?.toolCalls).toMatchObject([
      { arguments: { a: 1 }, output: { content: [{ text: 'first' }] } },
      { arguments: {}, output: { content: [{ text: 'second' }] } },
    ])
    expect(thread?.messages[3]?.toolCalls).toMatchObject([{ partialArguments: 'no json', output: null }])
  })

  test('lines are conversations, and a broken one leaves the others', () => {
    const text = `${json(talk)}\n{"conv\n${json(talk)}`
    expect(shareGptLines.recognizes(probe('a.jsonl', text))).toBe(true)
    const threads = readTranscript(shareGptLines, [{ name: 'a.jsonl', text }])
    expect(threads.map((thread) => kinds(thread)?.length)).toEqual([6, 7])
  })

  test('no changed value and no cut makes it throw', () => {
    expectTotal(shareGpt, fc.constantFrom<unknown>([talk], talk, talk.conversations))
    expectTotal(shareGptLines, fc.constant([talk, talk]), (value) =>
      Array.isArray(value) ? value.map((line) => json(line)).join('\n') : json(value),
    )
  })
})
