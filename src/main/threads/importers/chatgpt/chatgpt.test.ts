import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleFolder } from '../../../testing/read-sample-thread.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'
import { countsOf, sampleCounts, sampleFiles, samplesIn } from '../testing/sample-source.ts'
import { chatgpt } from './chatgpt.ts'

interface NodeSpec {
  readonly id: string
  readonly parent?: string
  readonly role?: string
  readonly name?: string
  readonly recipient?: string
  readonly content?: object
  readonly text?: string
  readonly metadata?: object
}

/** A conversation with one node for each line; the current node is the last one unless told. */
function conversation(nodes: readonly NodeSpec[], extra: object = {}) {
  const children = (id: string) => nodes.filter(({ parent }) => parent === id).map((node) => node.id)
  return {
    title: 'T',
    conversation_id: 'c1',
    create_time: 1_700_000_000.5,
    current_node: nodes.at(-1)?.id,
    mapping: Object.fromEntries(
      nodes.map(({ id, parent, role, name, recipient, content, text, metadata }) => [
        id,
        {
          id,
          parent: parent ?? null,
          children: children(id),
          message:
            role === undefined
              ? null
              : {
                  id,
                  author: { role, name: name ?? null },
                  recipient: recipient ?? 'all',
                  content: content ?? { content_type: 'text', parts: [text ?? id] },
                  metadata: metadata ?? {},
                },
        },
      ]),
    ),
    ...extra,
  }
}

const read = (value: unknown, more: readonly { name: string; text: Uint8Array }[] = []) =>
  readTranscript(chatgpt, [{ name: 'conversations.json', text: JSON.stringify(value) }, ...more])

describe('a ChatGPT export', () => {
  test('shows the active way, and edited prompts and regenerated answers as branches', () => {
    const nodes = [
      { id: 'root' },
      { id: 'u1', parent: 'root', role: 'user' },
      { id: 'old', parent: 'u1', role: 'assistant' },
      { id: 'a1', parent: 'u1', role: 'assistant' },
      { id: 'u2-old', parent: 'a1', role: 'user' },
      { id: 'a2-old', parent: 'u2-old', role: 'assistant' },
      { id: 'u2', parent: 'a1', role: 'user' },
    ]
    const [thread] = read([conversation(nodes)])
    expect(thread?.transcript.entries.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'prompt u1',
      'reply a1',
      'prompt u2',
    ])
    expect(thread?.transcript.branches).toMatchObject([
      { key: 'old', sharedEntries: 1, entries: [{ id: 'old' }] },
      { key: 'a2-old', sharedEntries: 2, entries: [{ id: 'u2-old' }, { id: 'a2-old' }] },
    ])
  })

  test('joins thoughts, call, answer of one step, and starts a new reply behind an answer', () => {
    const thoughts = { content_type: 'thoughts', thoughts: [{ summary: 'S', content: 'deep' }] }
    const code = { content_type: 'code', language: 'python', text: 'print(1)' }
    const out = { content_type: 'execution_output', text: '1' }
    const [thread] = read([
      conversation([
        { id: 'u', role: 'user' },
        { id: 't', parent: 'u', role: 'assistant', content: thoughts },
        { id: 'c', parent: 't', role: 'assistant', recipient: 'python', content: code },
        { id: 'o', parent: 'c', role: 'tool', name: 'python', content: out },
        { id: 'end', parent: 'o', role: 'assistant', text: 'It is 1.' },
        { id: 'stray', parent: 'end', role: 'tool', name: 'bio', text: 'saved' },
      ]),
    ])
    expect(thread?.transcript.entries.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'prompt u',
      'reply t',
      'reply end',
      'context stray',
    ])
    expect(thread?.messages[1]).toMatchObject({
      thinking: 'S\ndeep',
      content: [],
      toolCalls: [
        {
          name: 'python',
          arguments: { code: 'print(1)', language: 'python' },
          output: { content: [{ kind: 'text', text: '1' }] },
        },
      ],
    })
  })

  test('takes pictures from the media files of the archive, and keeps the pointer where there is none', () => {
    const pointer = (id: string) => ({
      content_type: 'image_asset_pointer',
      asset_pointer: `sediment://${id}`,
    })
    const content = {
      content_type: 'multimodal_text',
      parts: [pointer('file_ab1'), pointer('file_gone'), 'See?'],
    }
    const png = { name: 'user-1/file_ab1-sanitized.png', text: Buffer.from('\x89PNG and more', 'latin1') }
    const [thread] = read([conversation([{ id: 'u', role: 'user', content }])], [png])
    expect(thread?.messages[0]?.content).toMatchObject([
      { kind: 'image', mimeType: 'image/png' },
      { kind: 'other', type: 'image_asset_pointer' },
      { kind: 'text', text: 'See?' },
    ])
  })

  test('puts opening system messages into the system prompt and hidden user messages into the context', () => {
    const [thread] = read([
      conversation([
        {
          id: 's',
          role: 'system',
          text: '',
          metadata: { user_context_message_data: { about_model_message: 'Be brief.' } },
        },
        {
          id: 'h',
          parent: 's',
          role: 'user',
          content: { content_type: 'user_editable_context', user_instructions: 'In French.' },
        },
        { id: 'u', parent: 'h', role: 'user' },
        { id: 's2', parent: 'u', role: 'system', text: 'Later.' },
      ]),
    ])
    expect(thread?.transcript.head).toMatchObject({ systemPrompt: 'Be brief.', startedMs: 1_700_000_000_500 })
    expect(thread?.transcript.entries.map(({ kind }) => kind)).toEqual(['context', 'prompt', 'context'])
    expect(thread?.messages.map(({ content }) => content[0])).toMatchObject([
      { text: 'In French.' },
      { text: 'u' },
      { text: 'Later.' },
    ])
  })

  test('is read from numbered files, one thread for each conversation, ids told apart', () => {
    const one = JSON.stringify([conversation([{ id: 'u', role: 'user' }])])
    const threads = readTranscript(chatgpt, [
      { name: 'conversations-000.json', text: one },
      { name: 'user.json', text: '{}' },
      { name: 'conversations-001.json', text: one },
    ])
    expect(threads.map(({ transcript }) => transcript.key)).toEqual(['c1', 'c1~2'])
  })

  test('survives circles, dangling ids and missing current nodes', () => {
    const circle = [
      { id: 'a', parent: 'b', role: 'user' },
      { id: 'b', parent: 'a', role: 'assistant' },
      { id: 'c', parent: 'nowhere', role: 'user' },
    ]
    const [thread] = read([conversation(circle, { current_node: 'gone' })])
    expect(thread?.transcript.entries.map(({ id }) => id)).toEqual(['c'])
    expect(thread?.transcript.asides).toHaveLength(2)
    expect(thread?.transcript.tally.danglingRefs).toBe(2)
  })

  test('reads a wide and a deep tree in linear time', () => {
    const deep = Array.from({ length: 10_000 }, (_, index) => [
      {
        id: `n${index}`,
        ...(index === 0 ? {} : { parent: `n${index - 1}` }),
        role: index % 2 ? 'assistant' : 'user',
      },
      { id: `x${index}`, ...(index === 0 ? {} : { parent: `n${index - 1}` }), role: 'user' },
    ]).flat()
    const value = {
      mapping: Object.fromEntries(
        deep.map((node) => [node.id, { ...node, children: [], message: { author: { role: node.role } } }]),
      ),
      current_node: 'n1',
    }
    const [thread] = readTranscript(
      { ...chatgpt, build: () => ({ ...chatgpt.build([], { id: '', kind: 'reply', places: [] }) }) },
      [{ name: 'one.json', text: JSON.stringify(value) }],
    )
    expect(thread?.transcript.tally.messages).toBe(20_000)
  }, 30_000)

  test('a file cut at any byte gives the rest and says so', () => {
    const text = JSON.stringify([
      conversation([
        { id: 'u', role: 'user' },
        { id: 'a', parent: 'u', role: 'assistant' },
      ]),
    ])
    const whole = read(JSON.parse(text))[0]
    expect(whole?.transcript.entries.map(({ kind }) => kind)).toEqual(['prompt', 'reply'])
    for (let cut = 2; cut < text.length; cut += 1) {
      const [thread] = readTranscript(chatgpt, [{ name: 'c.json', text: text.slice(0, cut) }])
      expect(thread?.transcript.entries.at(-1)?.kind).toBe('broken')
    }
  })

  test('no input makes it throw', () => {
    const sample = [
      conversation([
        { id: 'u', role: 'user' },
        { id: 'a', parent: 'u', role: 'assistant', recipient: 'web' },
      ]),
    ]
    expectTotal(chatgpt, fc.constant(sample))
  })
})

describe.skipIf(sampleFolder() === null)('ChatGPT samples', () => {
  test.each(samplesIn('chatgpt-export'))('%s has its counts', (name) => {
    const files = sampleFiles(name)
    expect(chatgpt.recognizes(probe('conversations.json', files[0]?.text ?? ''))).toBe(true)
    const threads = readTranscript(chatgpt, files)
    expect(countsOf(threads, sampleCounts(name))).toEqual(sampleCounts(name))
    expect(threads.every(({ messages }) => messages.length > 0)).toBe(true)
  })

  test('the talk is there', () => {
    const [thread] = readTranscript(chatgpt, sampleFiles('chatgpt-export/real-one.json'))
    expect(thread?.messages[0]?.content[0]).toMatchObject({
      text: expect.stringContaining('synchronize the history of my chats'),
    })
    expect(thread?.messages.at(-1)?.content[0]).toMatchObject({ text: expect.stringContaining('Step 1') })
    expect(thread?.transcript.head.systemPrompt).toContain('jack-of-all-trades')
  })
})
