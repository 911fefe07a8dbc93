import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../../shared/thread/message.ts'
import { runSteps } from '../../../compaction/steps.ts'
import { codex } from '../codex.ts'
import { expectTotal } from '../testing/expect-total.ts'
import { probe, readTranscript } from '../testing/read-transcript.ts'

type Fields = { readonly [key: string]: JsonValue }

const envelope = (type: string, payload: Fields) => ({ timestamp: '2026-01-02T03:04:05.000Z', type, payload })
const item = (type: string, more: Fields) => envelope('response_item', { type, ...more })
const event = (type: string, more: Fields = {}) => envelope('event_msg', { type, ...more })
const says = (role: string, ...texts: readonly string[]) =>
  item('message', {
    role,
    content: texts.map((text) => ({ type: role === 'assistant' ? 'output_text' : 'input_text', text })),
  })
const typed = (text: string) => [says('user', text), event('user_message', { message: text })]
const call = (id: string, args = '{"cmd":"ls"}') =>
  item('function_call', { name: 'shell', arguments: args, call_id: id })
const output = (id: string, value: JsonValue) => item('function_call_output', { call_id: id, output: value })
const counted = (total: number) =>
  event('token_count', {
    info: {
      total_token_usage: { total_tokens: total },
      last_token_usage: {
        input_tokens: 100,
        cached_input_tokens: 60,
        output_tokens: 9,
        reasoning_output_tokens: 4,
      },
    },
  })
const meta = envelope('session_meta', {
  id: 't1',
  cwd: '/w',
  model_provider: 'openai',
  base_instructions: { text: 'Be kind.' },
})

const lines = (records: readonly JsonValue[]) => records.map((one) => `${JSON.stringify(one)}\n`).join('')
const read = (records: readonly JsonValue[]) => {
  const [only] = readTranscript(codex, [{ name: 'r.jsonl', text: lines(records) }])
  if (only === undefined) throw new Error('no thread')
  return { ...only, kinds: only.transcript.entries.map(({ kind }) => kind) }
}

const turn = [
  meta,
  envelope('turn_context', { model: 'gpt-x' }),
  says('user', '<environment_context>x</environment_context>'),
  ...typed('Look'),
  item('reasoning', { summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'SEALED' }),
  call('c1'),
  call('c2', '{"cmd":'),
  counted(1),
  output('c2', 'Exit code: 1\nno'),
  output('c1', '{"output":"fine","metadata":{"exit_code":0}}'),
  counted(1),
  item('message', {
    role: 'assistant',
    phase: 'final_answer',
    content: [{ type: 'output_text', text: 'Done' }],
  }),
  counted(2),
]

describe('a message of another agent', () => {
  const told = envelope('inter_agent_communication', {
    author: '/root',
    recipient: '/root/worker',
    content: 'Do the thing.',
    trigger_turn: true,
  })

  test('is context that the model saw, and a turn that can be undone', () => {
    const { kinds, messages, transcript } = read([meta, ...typed('Look'), says('assistant', 'ok'), told])
    expect(kinds).toEqual(['prompt', 'reply', 'context'])
    expect(messages[2]?.content).toMatchObject([{ text: 'Do the thing.' }])
    expect(transcript.asides).toHaveLength(2)
    const undone = read([
      meta,
      ...typed('Look'),
      told,
      says('assistant', 'done'),
      event('thread_rolled_back', { num_turns: 1 }),
    ])
    expect(undone.kinds).toEqual(['prompt'])
    expect(undone.transcript.branches).toMatchObject([{ sharedEntries: 1 }])
  })

  test('keeps what only the provider can read among the private items', () => {
    const { messages } = read([
      meta,
      envelope('inter_agent_communication', { author: 'a', content: '', encrypted_content: 'SEALED' }),
      item('of_a_new_kind', { encrypted_content: 'SEALED', note: 1 }),
    ])
    for (const message of messages) {
      expect(JSON.stringify([message.content, message.thinking])).not.toContain('SEALED')
      expect(message.runtime?.privateItems).toMatchObject([{ encrypted_content: 'SEALED' }])
    }
  })
})

describe('a rollout of Codex', () => {
  test('is items put together to answers, with results and counts', () => {
    const { transcript, messages, kinds } = read(turn)
    expect(kinds).toEqual(['context', 'prompt', 'reply', 'reply'])
    expect(transcript.head).toMatchObject({ systemPrompt: 'Be kind.', model: { id: 'gpt-x' }, folder: '/w' })
    const [, , first, second] = messages
    expect(first?.toolCalls).toMatchObject([
      { id: 'c1', arguments: { cmd: 'ls' }, output: { content: [{ text: 'fine' }], isError: false } },
      { id: 'c2', partialArguments: '{"cmd":', output: { isError: true } },
    ])
    expect(first?.usage).toMatchObject({ input: 40, cacheRead: 60, output: 9, reasoning: 4 })
    expect(first?.runtime?.privateItems.map((one) => (one as Fields).type)).toEqual([
      'reasoning',
      'palimpsest-call',
      'palimpsest-call',
    ])
    expect(first?.runtime?.origin).toMatchObject({
      protocol: 'openai-responses',
      host: 'api.openai.com',
      model: 'gpt-x',
    })
    expect(second).toMatchObject({ content: [{ text: 'Done' }], usage: { output: 9 } })
  })

  test('in old versions a count stands before its answer, and results between parallel calls', () => {
    const { messages } = read([
      meta,
      ...typed('Go'),
      counted(1),
      call('c1'),
      output('c1', 'a'),
      call('c2'),
      output('c2', 'b'),
      counted(2),
      call('c3'),
      output('c3', 'c'),
    ])
    expect(messages.map(({ toolCalls }) => toolCalls.map(({ id }) => id))).toEqual([[], ['c1', 'c2'], ['c3']])
    expect(messages.map(({ usage }) => usage !== null)).toEqual([false, true, true])
  })

  test('bare lines are told apart by their wording', () => {
    const bare = turn.map((record) => (record as Fields).payload as Fields)
    const records = [
      { id: 'b1', timestamp: '2025-01-01T00:00:00Z', instructions: 'Old.' },
      { record_type: 'state' },
    ].concat(
      bare.filter(
        (one) => /message|function|reasoning/.test(String(one.type)) && 'role' in one !== 'message' in one,
      ) as never,
    )
    expect(codex.recognizes(probe('r', lines(records)))).toBe(true)
    const { transcript, kinds } = read(records)
    expect(kinds.slice(0, 3)).toEqual(['context', 'prompt', 'reply'])
    expect(transcript).toMatchObject({ key: 'b1', head: { systemPrompt: 'Old.' } })
  })

  test('only what events or the item call typed is a prompt', () => {
    const picture = item('message', {
      role: 'user',
      content: [{ type: 'input_image', image_url: 'data:image/png;base64,AAAA' }],
    })
    const { kinds, messages } = read([
      meta,
      ...typed('One'),
      call('c1'),
      output('c1', 'attached'),
      picture,
      event('user_message', { message: '' }),
      says('user', 'A note of the program'),
      item('message', {
        role: 'user',
        content: [{ type: 'input_text', text: 'Typed' }],
        internal_chat_message_metadata_passthrough: { content_item_kinds: ['user.text'] },
      }),
      ...typed('Two'),
      says('user', 'Not answered yet'),
    ])
    expect(kinds).toEqual(['prompt', 'reply', 'context', 'context', 'prompt', 'prompt', 'prompt'])
    expect(messages[2]?.content).toMatchObject([{ kind: 'image', mimeType: 'image/png' }])
  })

  test('undone turns are a branch, an aborted answer is marked', () => {
    const { transcript, kinds, messages } = read([
      meta,
      ...typed('One'),
      says('assistant', '1'),
      ...typed('Two'),
      says('assistant', '2'),
      event('thread_rolled_back', { num_turns: 1 }),
      ...typed('Three'),
      call('c1'),
      event('turn_aborted', { reason: 'interrupted' }),
    ])
    expect(kinds).toEqual(['prompt', 'reply', 'prompt', 'reply'])
    expect(transcript.branches).toMatchObject([
      { sharedEntries: 2, entries: [{ kind: 'prompt' }, { kind: 'reply' }] },
    ])
    expect(messages.at(-1)).toMatchObject({
      runtime: { ending: 'interrupted' },
      toolCalls: [{ output: null }],
    })
  })

  test('a checkpoint says what stayed visible', () => {
    const compacted = (more: Fields) => envelope('compacted', { message: '', ...more })
    const summaryOf = (more: Fields) => {
      const { messages, transcript } = read([
        meta,
        ...typed('One'),
        ...typed('Two'),
        counted(7),
        compacted(more),
        ...typed('Three'),
        says('assistant', '3'),
      ])
      expect(transcript.entries.map(({ kind }) => kind)).toEqual([
        'prompt',
        'prompt',
        'checkpoint',
        'prompt',
        'reply',
      ])
      expect(messages.at(-1)?.usage).toBeNull()
      const part = messages[2]?.content[0]
      return { text: part?.kind === 'text' ? part.text : '', message: messages[2] }
    }
    expect(summaryOf({ message: 'The summary.' }).text).toMatch(
      /The summary\.[\s\S]*\[user\] One\n\n\[user\] Two/,
    )
    const history = [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Two' }] },
      { type: 'compaction', encrypted_content: 'SEALED' },
    ]
    const sealed = summaryOf({ replacement_history: history })
    expect(sealed.text).toMatch(/encrypted[\s\S]*\[user\] Two/)
    expect(sealed.text).not.toContain('One')
    expect(sealed.message?.runtime?.privateItems).toEqual([history[1]])
  })

  test('orphans are shown, of two results the first counts', () => {
    const { kinds, messages } = read([
      meta,
      output('zz', 'whose?'),
      call('c1'),
      output('c1', 'a'),
      output('c1', 'b'),
    ])
    expect(kinds).toEqual(['context', 'reply', 'context'])
    expect(messages[1]?.toolCalls[0]?.output?.content).toMatchObject([{ text: 'a' }])
    expect(messages[2]?.content).toMatchObject([{ text: 'b' }])
  })

  test('output of codex exec: an item that was updated counts once', () => {
    const command = {
      id: 'i1',
      type: 'command_execution',
      command: 'ls',
      aggregated_output: '',
      status: 'in_progress',
    }
    const stream = [
      { type: 'thread.started', thread_id: 'x1' },
      { type: 'turn.started' },
      { type: 'item.completed', item: { id: 'i0', type: 'reasoning', text: 'Hm.' } },
      { type: 'item.started', item: command },
      {
        type: 'item.completed',
        item: { ...command, aggregated_output: 'a.txt', exit_code: 0, status: 'completed' },
      },
      { type: 'item.completed', item: { id: 'i2', type: 'agent_message', text: 'One file.' } },
      { type: 'turn.completed', usage: { input_tokens: 10, cached_input_tokens: 4, output_tokens: 2 } },
    ]
    expect(codex.recognizes(probe('o', lines(stream)))).toBe(true)
    const { transcript, messages } = read(stream)
    expect(transcript.key).toBe('x1')
    expect(messages).toMatchObject([
      {
        thinking: 'Hm.',
        toolCalls: [{ name: 'command_execution', output: { content: [{ text: 'a.txt' }] } }],
      },
      { content: [{ text: 'One file.' }], usage: { input: 6, cacheRead: 4 } },
    ])
  })

  test('a scan that goes on leaves what it said before', () => {
    const scan = codex.start([])
    const place = (at: number) => ({ file: 0, from: at, to: at + 1 })
    for (const [at, one] of [meta, call('c1')].entries()) scan.take(one, place(at))
    const before = runSteps(scan.threads())[0]?.entries[0]?.places.length
    scan.take(output('c1', 'a'), place(2))
    expect([before, runSteps(scan.threads())[0]?.entries[0]?.places.length]).toEqual([1, 2])
  })

  test('cut at any byte or with a broken line, the rest is read', () => {
    const bytes = Buffer.from(lines(turn))
    for (let cut = 0; cut < bytes.length; cut += 11)
      readTranscript(codex, [{ name: 'r', text: bytes.subarray(0, cut) }])
    const text = lines(turn).split('\n')
    const broken = text.map((line, index) => (index === 6 ? line.slice(0, 30) : line)).join('\n')
    const kinds = readTranscript(codex, [{ name: 'r', text: broken }])[0]?.transcript.entries.map(
      ({ kind }) => kind,
    )
    expect(kinds).toEqual(['context', 'prompt', 'reply', 'broken', 'reply', 'context', 'reply'])
  })

  test('whatever stands in a record, reading ends and throws nothing', () => {
    const records = [
      ...turn,
      envelope('compacted', { message: 'x', replacement_history: [says('user', 'y').payload] }),
    ]
    expectTotal(codex, fc.constant(records), (value) =>
      lines(Array.isArray(value) ? value : [value as JsonValue]),
    )
  })

  test.each([
    ['answers', () => [says('assistant', 'x'), counted(1)]],
    ['calls of one id', () => [call('c')]],
    ['prompts and undone turns', () => [...typed('x'), event('thread_rolled_back', { num_turns: 1 })]],
    ['prompts and compactions', () => [...typed('x'), envelope('compacted', { message: 'y' })]],
  ])(
    'fifty thousand records scan in seconds: %s',
    (_, make) => {
      const scan = codex.start([])
      const some = make()
      const started = performance.now()
      for (let at = 0; at < 50_000; at += 1)
        scan.take(some[at % some.length] ?? null, { file: 0, from: at * 1000, to: at * 1000 + 999 })
      expect(runSteps(scan.threads())[0]?.tally.records).toBe(50_000)
      expect(performance.now() - started).toBeLessThan(20_000)
    },
    60_000,
  )
})

test('an error of the program stands where it happened, in its own words', () => {
  const { kinds, messages } = read([
    meta,
    ...typed('Look'),
    event('error', { message: 'Rate limit exceeded' }),
    ...typed('Again'),
    event('error', { error: { kind: 'rate_limit', message: 'Still too many' } }),
    event('error', {}),
  ])
  expect(kinds).toEqual(['prompt', 'context', 'prompt', 'context', 'context'])
  expect(messages[1]?.content).toEqual([{ kind: 'text', text: 'Rate limit exceeded' }])
  expect(messages[3]?.content).toEqual([{ kind: 'text', text: 'Still too many' }])
  expect(messages[4]?.content).toMatchObject([{ kind: 'other', type: 'error' }])
})
