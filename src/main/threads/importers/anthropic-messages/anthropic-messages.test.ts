import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectCounts, sampleText } from '../testing/expect-counts.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { type ReadTranscript, readTranscript } from '../testing/read-transcript.ts'
import { sampleCounts, samplesIn } from '../testing/sample-source.ts'
import { anthropicMessages, anthropicMessagesLines } from './anthropic-messages.ts'

const json = (value: unknown) => JSON.stringify(value)
const read = (value: unknown) => readTranscript(anthropicMessages, [{ name: 'a.json', text: json(value) }])
const kinds = (thread: ReadTranscript | undefined) => thread?.transcript.entries.map(({ kind }) => kind)
const samples = samplesIn('anthropic-messages')

describe.skipIf(samples.length === 0)('samples of Anthropic (skipped where the samples are absent)', () => {
  test.each(samples)('%s has the counts of the manifest', (name) => {
    const counts = sampleCounts(name)
    const messages = expectCounts(anthropicMessages, name).flatMap((thread) => thread.messages)
    const calls = messages.flatMap(({ toolCalls }) => toolCalls)
    expect(calls).toHaveLength(counts.toolCalls ?? 0)
    expect(calls.filter(({ output }) => output !== null)).toHaveLength(counts.toolResults ?? 0)
    expect(messages.filter(({ thinking }) => thinking !== null)).toHaveLength(counts.thinking ?? 0)
    const signed = messages.flatMap(({ runtime }) => runtime?.privateItems ?? []).map((item) => json(item))
    expect(signed.filter((item) => /"type":"(redacted_)?thinking"/.test(item))).toHaveLength(
      counts.encryptedReasoning ?? 0,
    )
  })

  test('the talk is really there', () => {
    const name = 'anthropic-messages/request-long-thinking-pdf.json'
    const [thread] = readTranscript(anthropicMessages, [{ name, text: sampleText(name) }])
    expect(thread?.messages[0]?.content).toMatchObject([
      { text: 'please read the research and the resources directories. then talk to me about the idea' },
    ])
    expect(thread?.transcript.head.systemPrompt).not.toBe('')
    const [compacted] = readTranscript(anthropicMessages, [
      { name: 'a', text: sampleText('anthropic-messages/response-compaction.json') },
    ])
    expect(kinds(compacted)).toEqual(['checkpoint', 'reply'])
    expect(compacted?.messages[1]?.usage?.output).toBeGreaterThan(0)
  })
})

describe('Anthropic Messages', () => {
  const use = (id: string) => ({ type: 'tool_use', id, name: 'read', input: { path: id } })
  const result = (id: string, content: unknown, isError = false) => ({
    type: 'tool_result',
    tool_use_id: id,
    content,
    is_error: isError,
  })
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
  const talk = {
    model: 'claude-x',
    system: [{ type: 'text', text: 'be kind', cache_control: { type: 'ephemeral' } }],
    messages: [
      { role: 'user', content: 'hi' },
      {
        id: 'msg_1',
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'sig' },
          { type: 'redacted_thinking', data: 'xx' },
          { type: 'text', text: 'looking', citations: [{ url: 'u' }] },
          use('a'),
          use('b'),
        ],
        usage: {
          input_tokens: 3,
          output_tokens: 4,
          cache_read_input_tokens: 5,
          cache_creation_input_tokens: 6,
        },
      },
      {
        role: 'user',
        content: [{ type: 'text', text: 'and quickly' }, result('b', [picture], true), result('a', 'one')],
      },
      { role: 'user', content: [result('a', 'again'), result('ghost', 'nobody')] },
      { role: 'user', content: [{ type: 'text', text: '<system-reminder>x</system-reminder>' }] },
      { id: 'msg_1', role: 'assistant', content: 'done', usage: { output_tokens: 4 } },
      {
        role: 'assistant',
        content: [
          { type: 'compaction', content: 'so far' },
          { type: 'text', text: 'on' },
        ],
      },
      { role: 'user', content: [] },
    ],
    tools: [{ name: 'read', description: 'd', input_schema: { type: 'object' } }],
  }

  test('results stand in their calls, the rest of their message stays, orphans are context', () => {
    const [thread] = read(talk)
    expect(kinds(thread)).toEqual([
      'prompt',
      'reply',
      'prompt',
      'context',
      'context',
      'context',
      'reply',
      'checkpoint',
      'reply',
      'prompt',
    ])
    const [, first, quickly, again, ghost, , repeated, checkpoint, on] = thread?.messages ?? []
    expect(first).toMatchObject({
      thinking: 'hm',
      content: [{ text: 'looking' }],
      toolCalls: [
        { id: 'a', output: { content: [{ text: 'one' }], isError: false } },
        { id: 'b', output: { content: [{ kind: 'image' }], isError: true } },
      ],
      usage: { input: 3, output: 4, cacheRead: 5, cacheWrite: 6 },
      runtime: { origin: { protocol: 'anthropic', model: 'claude-x' } },
    })
    const blocks = talk.messages[1]?.content as unknown[]
    expect(first?.runtime?.privateItems.slice(0, 2)).toEqual(blocks.slice(0, 2))
    expect(quickly?.content).toMatchObject([{ text: 'and quickly' }])
    expect([again, ghost].map((message) => message?.content)).toMatchObject([
      [{ text: 'again' }],
      [{ text: 'nobody' }],
    ])
    expect(repeated?.usage).toBeNull()
    expect(json(checkpoint?.content)).toContain('so far')
    expect(on?.content).toMatchObject([{ text: 'on' }])
    expect(thread?.transcript.head).toMatchObject({ systemPrompt: 'be kind', tools: [{ name: 'read' }] })
    expect(thread?.transcript.entries.at(-1)?.isEmpty).toBe(true)
  })

  test('an answer is read beside its request', () => {
    const response = {
      type: 'message',
      role: 'assistant',
      id: 'msg_9',
      content: [{ type: 'text', text: 'yes' }],
      stop_reason: 'max_tokens',
    }
    const [thread] = read({ request: talk, response })
    expect(thread?.messages.at(-1)).toMatchObject({
      id: 'msg_9',
      content: [{ text: 'yes' }],
      runtime: { ending: 'length' },
    })
  })

  test('a cut document gives what stands before the cut and says so', () => {
    const text = json(talk)
    for (let cut = 1; cut < text.length; cut += 1) {
      const [thread] = readTranscript(anthropicMessages, [{ name: 'a', text: text.slice(0, cut) }])
      expect(kinds(thread)?.at(-1)).toBe('broken')
    }
  })

  test('no changed value and no cut makes it throw', () => {
    expectTotal(anthropicMessages, fc.constantFrom<unknown>(talk, talk.messages, talk.messages[1]))
    expectTotal(anthropicMessagesLines, fc.constant(talk.messages), (value) =>
      Array.isArray(value) ? value.map((line) => json(line)).join('\n') : json(value),
    )
  })
})
