import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleFolder } from '../../../testing/read-sample-thread.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'
import { countsOf, sampleCounts, sampleFiles, samplesIn } from '../testing/sample-source.ts'
import { claudeAi } from './claude-ai.ts'

const text = (said: string) => ({ type: 'text', text: said })
const use = (name: string, id: string | null = null) => ({ type: 'tool_use', id, name, input: { name } })
const result = (said: string, id: string | null = null) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: [text(said)],
  is_error: false,
})

function read(messages: readonly object[], extra: object = {}) {
  const value = { uuid: 'c', name: 'N', model: 'claude-x', ...extra, chat_messages: messages }
  return readTranscript(claudeAi, [{ name: 'c.json', text: JSON.stringify([value], null, 1) }])[0]
}

describe('a Claude.ai export', () => {
  test('parts a reply into its model steps, each with its calls and results', () => {
    const content = [
      { type: 'thinking', thinking: 'hm', signature: 'SIG' },
      text('one'),
      use('a'),
      result('ra'),
      text('two'),
      use('b'),
      use('c'),
      result('rb'),
      result('rc'),
      { type: 'token_budget', remaining: 5 },
      text('three'),
    ]
    const thread = read([
      { uuid: 'm', sender: 'assistant', content, extra: 1, created_at: '2025-09-01T08:00:26Z' },
    ])
    expect(thread?.transcript.entries.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'reply m',
      'reply m.1',
      'reply m.2',
    ])
    expect(thread?.messages).toMatchObject([
      {
        thinking: 'hm',
        content: [{ text: 'one' }],
        toolCalls: [{ name: 'a', output: { content: [{ text: 'ra' }] } }],
        hasPrivateReasoning: true,
        runtime: { origin: { protocol: 'anthropic', model: 'claude-x' } },
      },
      {
        content: [{ text: 'two' }],
        toolCalls: [
          { name: 'b', output: { content: [{ text: 'rb' }] } },
          { name: 'c', output: { content: [{ text: 'rc' }] } },
        ],
      },
      { content: [{ text: 'three' }], toolCalls: [] },
    ])
  })

  test('pairs by id where there is one, and leaves a call open that has no result', () => {
    const thread = read([
      {
        uuid: 'm',
        sender: 'assistant',
        content: [use('x', '1'), use('y', '2'), result('for y', '2'), result('again', '2')],
      },
    ])
    expect(thread?.messages[0]).toMatchObject({
      content: [{ kind: 'other', type: 'tool_result' }],
      toolCalls: [
        { name: 'x', output: null },
        { name: 'y', output: { content: [{ text: 'for y' }] } },
      ],
    })
  })

  test('shows attached texts, and falls back to the flat text of old exports', () => {
    const thread = read([
      {
        uuid: 'h',
        sender: 'human',
        text: 'Look',
        attachments: [{ file_name: 'a.txt', extracted_content: 'inside' }],
        files: [{ file_name: 'b.png' }],
      },
      { uuid: 'e', sender: 'human', content: [text(' ')], files: [] },
    ])
    expect(thread?.messages[0]?.content).toMatchObject([
      { text: 'Look' },
      { text: 'a.txt\n\ninside' },
      { kind: 'other', type: 'file' },
    ])
    expect(thread?.transcript.entries.map(({ isEmpty }) => isEmpty ?? false)).toEqual([false, true])
  })

  test('keeps regenerated answers as branches', () => {
    const thread = read(
      [
        {
          uuid: 'h',
          sender: 'human',
          text: 'q',
          parent_message_uuid: '00000000-0000-4000-8000-000000000000',
        },
        {
          uuid: 'a',
          sender: 'assistant',
          parent_message_uuid: 'h',
          content: [use('x'), result('r'), text('first')],
        },
        { uuid: 'b', sender: 'assistant', text: 'second', parent_message_uuid: 'h' },
      ],
      { current_leaf_message_uuid: 'a' },
    )
    expect(thread?.transcript.entries.map(({ id }) => id)).toEqual(['h', 'a', 'a.1'])
    expect(thread?.transcript.branches).toMatchObject([
      { key: 'b', sharedEntries: 1, entries: [{ id: 'b' }] },
    ])
  })

  test('a file cut at any byte gives the rest and says so', () => {
    const whole = JSON.stringify([
      {
        uuid: 'c',
        chat_messages: [
          { uuid: 'h', sender: 'human', text: 'q' },
          { sender: 'assistant', text: 'a' },
        ],
      },
    ])
    for (let cut = 2; cut < whole.length; cut += 1) {
      const [thread] = readTranscript(claudeAi, [{ name: 'c.json', text: whole.slice(0, cut) }])
      expect(thread?.transcript.entries.at(-1)?.kind).toBe('broken')
    }
  })

  test('no input makes it throw', () => {
    const content = [
      text('a'),
      { type: 'thinking', thinking: 'b', signature: 'c' },
      use('x'),
      result('r'),
      text('d'),
      use('y', '1'),
      result('s', '1'),
      text('e'),
    ]
    const messages = [
      {
        uuid: 'h',
        sender: 'human',
        text: 'q',
        attachments: [{ extracted_content: 'x' }],
        parent_message_uuid: 'z',
      },
      { uuid: 'a', sender: 'assistant', parent_message_uuid: 'h', content },
    ]
    expectTotal(
      claudeAi,
      fc.constant([{ uuid: 'c', current_leaf_message_uuid: 'a', chat_messages: messages }]),
    )
  })

  test('thousands of steps in one message are read in linear time', () => {
    const content = Array.from({ length: 6_000 }, (_, index) => [
      text(`t${index}`),
      use('x'),
      result('r'),
    ]).flat()
    expect(read([{ uuid: 'm', sender: 'assistant', content }])?.messages).toHaveLength(6_000)
  }, 30_000)
})

describe.skipIf(sampleFolder() === null)('Claude.ai samples', () => {
  test.each(samplesIn('claude-ai-export'))('%s has its counts', (name) => {
    const files = sampleFiles(name)
    expect(claudeAi.recognizes(probe('conversations.json', files[0]?.text ?? ''))).toBe(true)
    const threads = readTranscript(claudeAi, files)
    const counts = sampleCounts(name)
    expect(countsOf(threads, counts)).toEqual(counts)
    if (counts.branchPoints !== 0) return
    const calls = threads.flatMap(({ messages }) => messages.flatMap(({ toolCalls }) => toolCalls))
    expect(calls).toHaveLength(counts.toolCalls ?? 0)
    expect(calls.filter(({ output }) => output !== null)).toHaveLength(counts.toolResults ?? 0)
  })

  test('the talk is there', () => {
    const [thread] = readTranscript(claudeAi, sampleFiles('claude-ai-export/real-artifact-chat.json'))
    expect(thread?.transcript.head.title).toBe('Interactive Bakery Comparison Visualization')
    expect(thread?.messages[0]?.content[0]).toMatchObject({
      text: expect.stringContaining('Make an interactive visualization of this diagram'),
    })
    expect(thread?.messages).toHaveLength(4)
    expect(thread?.messages.at(-1)?.content[0]).toMatchObject({ kind: 'text' })
  })
})
