import { describe, expect, onTestFinished, test } from 'vitest'
import { type ScriptedProvider, startScriptedProvider } from '../../../../e2e/provider/server.ts'
import type { AnswerBlock, ScriptedProviderOptions, Step } from '../../../../e2e/provider/types.ts'
import type { AppError } from '../../../shared/ipc/errors.ts'
import type { Message, ModelOrigin } from '../../../shared/thread/message.ts'
import { checkRequest } from '../../compaction/request/check-request.ts'
import { familyOf } from '../../compaction/request/families.ts'
import { suffixSummary } from '../../compaction/request/suffix-summary.ts'
import { chatBody, chatSettings, storedReply } from '../../testing/chat-thread.ts'
import { sampleMessage } from '../../testing/message-samples.ts'
import { openSummarizer } from '../open-summarizer.ts'
import type { ChatDelta, ChatModel } from './chat-model.ts'
import { openChatModel } from './open-chat-model.ts'
import { summaryText } from './summary-text.ts'

const PROTOCOLS: readonly ModelOrigin['protocol'][] = ['openai-chat', 'openai-responses', 'anthropic']
const KEY = 'sk-test-AAAABBBBCCCCDDDD'

async function start(options: ScriptedProviderOptions = {}): Promise<ScriptedProvider> {
  const provider = await startScriptedProvider(options)
  onTestFinished(() => provider.close())
  return provider
}

function open(provider: ScriptedProvider, protocol: ModelOrigin['protocol'], name?: string): ChatModel {
  return openChatModel(chatSettings(provider, protocol, name), KEY, { wait: async () => undefined })
}

const ask = sampleMessage('user', 'read a and b')
const never = new AbortController().signal

async function failureOf(run: Promise<unknown>): Promise<AppError> {
  return await run.then(
    () => expect.fail('it did not fail'),
    (error: AppError) => error,
  )
}

const THINKS: readonly AnswerBlock[] = [
  { kind: 'thinking', text: 'first I look' },
  { kind: 'text', text: 'I read both files now, with care.' },
  { kind: 'thinking', text: 'two at once' },
  { kind: 'call', name: 'read_file', arguments: { path: 'src/a-rather-long-name.ts' } },
  { kind: 'call', name: 'read_file', arguments: { path: 'src/b.ts', lines: [1, 2, 3] } },
]

describe.each(PROTOCOLS)('%s', (protocol) => {
  test('text, reasoning and parallel calls stream in pieces and add up to the answer', async () => {
    const provider = await start({ script: [{ kind: 'answer', blocks: THINKS, deltaChars: 5 }] })
    const model = open(provider, protocol)
    const deltas: ChatDelta[] = []
    const answer = await model.stream(chatBody(model, [ask]), (delta) => deltas.push(delta), never)
    expect(answer.text).toBe('I read both files now, with care.')
    expect(answer.thinking).toContain('first I look')
    expect(answer.thinking).toContain('two at once')
    expect(answer.ending).toBe('tool-calls')
    expect(answer.calls.map((call) => JSON.parse(call.argumentsText))).toEqual([
      { path: 'src/a-rather-long-name.ts' },
      { path: 'src/b.ts', lines: [1, 2, 3] },
    ])
    const streamed = (position: number) =>
      deltas
        .flatMap((delta) =>
          delta.kind === 'call' && delta.position === position ? [delta.argumentsText] : [],
        )
        .join('')
    expect(answer.calls.map((call, position) => streamed(position) === call.argumentsText)).toEqual([
      true,
      true,
    ])
    expect(deltas.filter((delta) => delta.kind === 'call').length).toBeGreaterThan(6)
    expect(deltas.flatMap((delta) => (delta.kind === 'text' ? [delta.text] : [])).join('')).toBe(answer.text)
  })

  test('S-053 B-10 a tool loop goes on with the same private state, and ids that repeat are no trouble', async () => {
    const steps: Step[] = [1, 2, 3].map(() => ({ kind: 'answer', blocks: THINKS }))
    const provider = await start({
      script: [...steps, { kind: 'answer', text: 'done' }],
      needsReasoningContent: protocol === 'openai-chat',
    })
    const model = open(provider, protocol, protocol === 'openai-chat' ? 'deepseek-flash' : undefined)
    const thread: Message[] = [ask]
    for (let turn = 0; turn < 4; turn += 1) {
      const body = chatBody(model, thread)
      expect(checkRequest(protocol, body)).toEqual([])
      thread.push(storedReply(await model.stream(body, () => undefined, never), model.origin))
    }
    expect(provider.requests).toHaveLength(4)
    const last = provider.requests[3]?.rawBody ?? ''
    if (protocol === 'anthropic') expect(last.match(/"signature":"sig-/g)).toHaveLength(6)
    if (protocol === 'openai-responses') expect(last.match(/"encrypted_content":"enc-/g)).toHaveLength(6)
    if (protocol === 'openai-chat') expect(last.match(/"reasoning_content":"first I look/g)).toHaveLength(3)
  })

  test('B-08 S-070 S-073 state of another account, model or host never leaves, and no provider complains', async () => {
    const home = await start({ script: [{ kind: 'answer', blocks: THINKS }] })
    const away = await start({ script: [{ kind: 'answer', text: 'hello' }] })
    const writer = open(home, protocol)
    const reply = storedReply(
      await writer.stream(chatBody(writer, [ask]), () => undefined, never),
      writer.origin,
    )
    const readers = [
      open(away, protocol),
      open(home, protocol, 'another-model'),
      openChatModel(chatSettings(home, protocol), 'sk-test-another-account', { wait: async () => undefined }),
    ]
    for (const reader of readers) {
      const body = chatBody(reader, [ask, reply, sampleMessage('user', 'go on')])
      await reader.stream(body, () => undefined, never)
      const sent = JSON.stringify(body)
      expect(sent).not.toMatch(/enc-|sig-|first I look/)
      expect(sent).toContain('I read both files now')
    }
    expect([...home.requests, ...away.requests].filter((request) => request.call >= 0)).toHaveLength(4)
  })

  test('B-08 when the provider still refuses the state, it is dropped and sent once more', async () => {
    const refusal: Step = {
      kind: 'reply',
      status: 400,
      body: {
        error: {
          message: 'The encrypted content could not be verified.',
          type: 'invalid_request_error',
          code: 'invalid_encrypted_content',
        },
      },
    }
    const provider = await start({
      script: [{ kind: 'answer', blocks: THINKS }, refusal, { kind: 'answer', text: 'ok' }, refusal, refusal],
    })
    const model = open(provider, protocol, protocol === 'openai-chat' ? 'deepseek-flash' : undefined)
    const reply = storedReply(
      await model.stream(chatBody(model, [ask]), () => undefined, never),
      model.origin,
    )
    const body = chatBody(model, [ask, reply])
    expect((await model.stream(body, () => undefined, never)).text).toBe('ok')
    expect(provider.requests[1]?.rawBody).toMatch(/enc-|sig-|first I look/)
    expect(provider.requests[2]?.rawBody).not.toMatch(/enc-|sig-|first I look/)
    expect((await failureOf(model.stream(body, () => undefined, never))).code).toBe('replay-invalid')
    expect(provider.requests).toHaveLength(5)
  })

  test('B-39 a reply that breaks off keeps what came and is no answer', async () => {
    const provider = await start({
      script: () => ({
        kind: 'answer',
        text: 'twenty characters of a long text that goes on',
        deltaChars: 5,
        cut: { after: 'events', count: 8, how: 'end' },
      }),
    })
    const model = open(provider, protocol)
    let partial = ''
    const failure = await failureOf(
      model.stream(
        chatBody(model, [ask]),
        (delta) => {
          if (delta.kind === 'text') partial += delta.text
        },
        never,
      ),
    )
    expect(failure.code).toBe('stream-cut')
    expect('twenty characters of a long text that goes on'.startsWith(partial)).toBe(true)
    expect(partial).not.toBe('')
    expect(provider.requests).toHaveLength(1)
  })

  test.each([
    ['an error event', { error: { message: 'the number of tokens is greater than the context length' } }],
    ['a flat message', { message: 'the input is greater than the context length', type: undefined }],
  ])('B-39 %s inside a 200 stream is an overflow', async (_name, data) => {
    const provider = await start({
      script: () => ({
        kind: 'answer',
        text: 'x',
        inject: { afterEvents: 0, event: 'error', data, isLast: true },
      }),
    })
    const model = open(provider, protocol)
    expect((await failureOf(model.stream(chatBody(model, [ask]), () => undefined, never))).code).toBe(
      'overflow',
    )
  })

  test.each<[string, Step, string]>([
    ['429 with nothing', { kind: 'reply', status: 429 }, 'rate-limit'],
    [
      'a cap per day',
      { kind: 'reply', status: 429, body: { error: { message: 'too many tokens per day' } } },
      'rate-limit',
    ],
    [
      '413 about tokens per minute',
      {
        kind: 'reply',
        status: 413,
        body: {
          error: {
            message: 'tokens per minute (TPM): Limit 6000, Requested 6294',
            type: 'tokens',
            code: 'rate_limit_exceeded',
          },
        },
      },
      'rate-limit',
    ],
    [
      '400 with the same words',
      { kind: 'reply', status: 400, body: { error: { message: 'too many tokens processed' } } },
      'rate-limit',
    ],
    [
      'a spent quota',
      {
        kind: 'reply',
        status: 429,
        body: { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
      },
      'quota',
    ],
  ])('S-114 B-37 %s is never an overflow', async (_name, step, code) => {
    const provider = await start({ script: () => step })
    const model = open(provider, protocol)
    expect((await failureOf(model.stream(chatBody(model, [ask]), () => undefined, never))).code).toBe(code)
  })

  test('B-40 a negative limit is sent as 1, and an input that fills the window is an overflow at once', async () => {
    const tooLong = sampleMessage('user', 'x'.repeat(18_000))
    const tight = await start({ windowTokens: 4_096 })
    const model = open(tight, protocol)
    const failure = await failureOf(model.stream(chatBody(model, [tooLong], -186), () => undefined, never))
    expect(failure.code).toBe('overflow')
    const limits = tight.requests.map(
      ({ body }) => body?.max_tokens ?? body?.max_completion_tokens ?? body?.max_output_tokens,
    )
    expect(limits).toEqual([1])
  })

  test('C-16 S-039 a summary behind the chat keeps its bytes in front and forbids tools', async () => {
    const provider = await start({
      script: (request) =>
        request.call === 0 ? { kind: 'answer', text: 'A summary.' } : { kind: 'answer', blocks: THINKS },
    })
    const model = open(provider, protocol)
    const said = [ask, sampleMessage('assistant', 'read'), sampleMessage('user', 'and now?')]
    const chat = chatBody(model, said)
    const asked = [
      ...said,
      sampleMessage('assistant', 'yes'),
      sampleMessage('user', 'Summarize everything above.'),
    ]
    const body = suffixSummary(protocol, chatBody(model, asked), 2_000)
    expect(checkRequest(protocol, body)).toEqual([])
    expect(body.tools).toEqual(chat.tools)
    expect(JSON.stringify(body.tool_choice)).toContain('none')
    expect(summaryText(await model.stream(body, () => undefined, never))).toBe('A summary.')
    const called = await model.stream(body, () => undefined, never)
    expect(() => summaryText(called)).toThrow(expect.objectContaining({ code: 'summary-tool-call' }))
    expect(() => summaryText({ ...called, calls: [], text: ' \n' })).toThrow(
      expect.objectContaining({ code: 'summary-empty' }),
    )
    const front = JSON.stringify(chat.messages ?? chat.input).slice(0, 60)
    expect(JSON.stringify(body.messages ?? body.input).startsWith(front)).toBe(true)
  })

  test('an abort ends within 500 ms and no delta comes after it', async () => {
    const provider = await start({
      script: () => ({ kind: 'answer', text: 'slow '.repeat(400), delayMs: 20 }),
    })
    const model = open(provider, protocol)
    const stop = new AbortController()
    let after = 0
    const run = model.stream(
      chatBody(model, [ask]),
      () => {
        if (stop.signal.aborted) after += 1
        else setTimeout(() => stop.abort(), 10)
      },
      stop.signal,
    )
    const failure = await failureOf(run)
    expect(failure.code).toBe('cancelled')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(after).toBe(0)
  })

  test('the key is not in the origin, only which of several it is', async () => {
    const provider = await start()
    const { origin } = open(provider, protocol)
    expect(origin.keyMark).toMatch(/^[0-9a-f]{16}$/)
    expect(JSON.stringify(origin)).not.toContain('sk-test')
    expect(openChatModel(chatSettings(provider, protocol), null).origin.keyMark).toBe('')
  })
})

test.each([
  ['openai-chat', 'stream_options'],
  ['openai-responses', 'store'],
] as const)('%s: an unknown %s is left out now and later', async (protocol, option) => {
  const provider = await start({ refuses: [option], script: () => ({ kind: 'answer', text: 'ok' }) })
  const model = open(provider, protocol)
  for (const _ of [1, 2]) await model.stream(chatBody(model, [ask]), () => undefined, never)
  expect(provider.requests.map((request) => request.body?.[option] === undefined)).toEqual([
    false,
    true,
    true,
  ])
})

test('B-40 a limit that does not fit beside the input is lowered once to what does', async () => {
  const provider = await start({ windowTokens: 8_000 })
  const model = open(provider, 'anthropic')
  const body = chatBody(model, [sampleMessage('user', 'x'.repeat(16_000))], 6_000)
  const answer = await model.stream(body, () => undefined, never)
  expect(answer.text).not.toBe('')
  expect(provider.requests).toHaveLength(2)
  expect(provider.requests[1]?.body?.max_tokens).toBeLessThan(4_000)
  expect(provider.requests[1]?.body?.max_tokens).toBeGreaterThanOrEqual(1_000)
})

test('a limit above what the model ever gives is refused once, not with every request', async () => {
  const message =
    'max_tokens: 16000 > 4096, which is the maximum allowed number of output tokens for this model'
  const provider = await start({
    script: ({ body }) =>
      Number(body?.max_tokens) > 4_096
        ? {
            kind: 'reply',
            status: 400,
            body: { type: 'error', error: { type: 'invalid_request_error', message } },
          }
        : { kind: 'answer', text: 'ok' },
  })
  const model = open(provider, 'anthropic')
  for (const limit of [16_000, 12_000, 2_000])
    await model.stream(chatBody(model, [ask], limit), () => undefined, never)
  expect(provider.requests.map(({ body }) => body?.max_tokens)).toEqual([16_000, 4_096, 4_096, 2_000])
})

test('B-18 strict order is kept by a bridge and by joining', async () => {
  const provider = await start({ strictOrder: true, script: () => ({ kind: 'answer', text: 'ok' }) })
  const model = open(provider, 'openai-chat', 'devstral-local')
  const called = storedReply(
    {
      text: '',
      thinking: '',
      calls: [{ id: '', name: 'read_file', argumentsText: '{}' }],
      usage: null,
      ending: 'tool-calls',
      privateItems: [],
    },
    model.origin,
  )
  const body = chatBody(model, [
    sampleMessage('user', 'CP'),
    ask,
    called,
    sampleMessage('user', 'stop, do Y'),
  ])
  await model.stream(body, () => undefined, never)
  const messages = body.messages
  expect(Array.isArray(messages) && messages.map((item) => (item as { role: string }).role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ])
  expect(JSON.stringify(body)).toContain('CP\\n\\nread a and b')
})

test('B-39 an error after some text fails the reply and leaves the text with whoever streamed it', async () => {
  const provider = await start({
    script: () => ({
      kind: 'answer',
      text: 'twenty characters of!',
      deltaChars: 10,
      inject: {
        afterEvents: 4,
        event: null,
        data: {
          id: 'g',
          error: { code: 502, message: 'Provider disconnected' },
          choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
        },
        isLast: true,
      },
    }),
  })
  const model = open(provider, 'openai-chat')
  let partial = ''
  const failure = await failureOf(
    model.stream(
      chatBody(model, [ask]),
      (delta) => {
        if (delta.kind === 'text') partial += delta.text
      },
      never,
    ),
  )
  expect(failure.code).toBe('overload')
  expect(partial.length).toBeGreaterThanOrEqual(20)
  // Not asked again: what was read would be written twice.
  expect(provider.requests).toHaveLength(1)
})

describe.each(PROTOCOLS)('%s, a summary on its own', (protocol) => {
  test('B-45 B-12 C-16 it is plain text without tools and reasoning, and succeeds where an offered tool is called', async () => {
    const provider = await start({
      prefersTools: true,
      script: () => ({ kind: 'answer', text: 'A summary.' }),
    })
    const model = open(provider, protocol)
    const chat = chatBody(model, [ask, sampleMessage('user', 'Summarize.')])
    const behind = await model.stream(suffixSummary(protocol, chat, 500), () => undefined, never)
    expect(() => summaryText(behind)).toThrow(expect.objectContaining({ code: 'summary-tool-call' }))
    const summarizer = openSummarizer(chatSettings(provider, protocol, 'model-y'), KEY)
    const request = { system: 'You summarize.', user: '[user]: read a and b', maxOutputTokens: 500 }
    expect((await summarizer.summarize(request, () => undefined, never)).text).toBe('A summary.')
    expect(provider.requests).toHaveLength(2)
    expect(provider.requests[1]?.rawBody).not.toMatch(
      /"tools|tool_use|tool_calls|thinking|reasoning|careful engineer/,
    )
  })
})

test('a window that a person gave holds over the known one', async () => {
  const provider = await start()
  const settings = chatSettings(provider, 'anthropic')
  expect(openChatModel(settings, KEY)).toMatchObject({ windowTokens: null, windowSource: null })
  expect(openChatModel({ ...settings, windowTokens: 9_000 }, KEY)).toMatchObject({
    windowTokens: 9_000,
    windowSource: 'manual',
  })
  const known = { ...settings, baseUrl: '', model: 'claude-opus-5' }
  expect(openChatModel(known, KEY)).toMatchObject({ windowTokens: 1_000_000, windowSource: 'catalog' })
})

test('usage of every protocol keeps cache reads out of the input', async () => {
  for (const protocol of PROTOCOLS) {
    const usage = { input: 127_000, output: 206, cached: 126_000 }
    const provider = await start({ script: () => ({ kind: 'answer', text: 'x', usage }) })
    const model = open(provider, protocol)
    const answer = await model.stream(chatBody(model, [ask]), () => undefined, never)
    expect(answer.usage).toMatchObject({ input: 1_000, cacheRead: 126_000, output: 206 })
  }
})

test('B-08 B-10 a signed call keeps its signature for its own model; others get the documented stand-in', async () => {
  const extra = { google: { thought_signature: 'signed-here' } }
  const blocks: AnswerBlock[] = [
    { kind: 'call', name: 'read_file', arguments: { path: 'a' }, extra },
    { kind: 'call', name: 'read_file', arguments: { path: 'b' } },
  ]
  const provider = await start({ script: [{ kind: 'answer', blocks }] })
  const model = open(provider, 'openai-chat')
  const answer = await model.stream(chatBody(model, [ask]), () => undefined, never)
  const host = 'generativelanguage.googleapis.com'
  const google: ModelOrigin = { ...model.origin, host, model: 'gemini-3' }
  const extras = (reader: ModelOrigin, writer: ModelOrigin) => {
    const as = { ...model, origin: reader, family: familyOf(reader) }
    const text = JSON.stringify(chatBody(as, [ask, storedReply(answer, writer)]))
    return [...text.matchAll(/"thought_signature":"([^"]+)"/g)].map((match) => match[1])
  }
  expect(extras(google, google)).toEqual(['signed-here'])
  expect(extras({ ...google, keyMark: 'other' }, google)).toEqual(['skip_thought_signature_validator'])
  expect(extras(model.origin, google)).toEqual([])
})

describe('streams of compatible servers', () => {
  /** A 200 with these events, as they are on the wire. */
  function events(list: readonly object[]): Step {
    const lines = list.map(
      (event) => `${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
    )
    return {
      kind: 'reply',
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: lines.join(''),
    }
  }

  async function answerTo(protocol: ModelOrigin['protocol'], list: readonly object[]) {
    const provider = await start({ script: [events(list)] })
    const model = open(provider, protocol)
    let shown = ''
    const answer = await model.stream(
      chatBody(model, [ask]),
      (delta) => {
        if (delta.kind === 'text') shown += delta.text
      },
      never,
    )
    return { answer, shown }
  }

  test('Messages: fields left out at the beginning of a block are empty, arguments given whole are taken', async () => {
    const block = (index: number, content_block: object, ...deltas: readonly object[]) => [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]
    const { answer, shown } = await answerTo('anthropic', [
      { type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } },
      ...block(
        0,
        { type: 'thinking' },
        { type: 'thinking_delta', thinking: 'hm' },
        { type: 'signature_delta', signature: 'sig-1' },
      ),
      ...block(1, { type: 'text' }, { type: 'text_delta', text: 'Look.' }),
      ...block(2, { type: 'tool_use', id: 't1', name: 'read_file', input: { path: 'a' } }),
      ...block(
        3,
        { type: 'tool_use', id: 't2', name: 'read_file', input: { path: 'old' } },
        { type: 'input_json_delta', partial_json: '{"path":"b"}' },
      ),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ])
    expect([answer.text, shown, answer.thinking]).toEqual(['Look.', 'Look.', 'hm'])
    expect(answer.privateItems).toContainEqual({ type: 'thinking', thinking: 'hm', signature: 'sig-1' })
    expect(answer.calls.map(({ argumentsText }) => argumentsText)).toEqual(['{"path":"a"}', '{"path":"b"}'])
  })

  test('Responses: a finished call that does not repeat its arguments keeps those that streamed', async () => {
    const item = { type: 'function_call', call_id: 'c1', name: 'read_file' }
    const { answer } = await answerTo('openai-responses', [
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"path":"a"}' },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { status: 'completed' } },
    ])
    expect(answer.calls).toEqual([{ id: 'c1', name: 'read_file', argumentsText: '{"path":"a"}' }])
  })

  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: 'g',
    choices: [{ index: 0, delta, finish_reason }],
  })

  test('Chat Completions: content that is a list gives its text and its reasoning', async () => {
    const { answer, shown } = await answerTo('openai-chat', [
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
      chunk({ content: [{ type: 'text', text: 'The ' }] }),
      chunk({ content: 'answer.' }),
      chunk({}, 'stop'),
    ])
    expect([answer.text, shown, answer.thinking]).toEqual(['The answer.', 'The answer.', 'hm'])
  })

  test('Chat Completions: a refusal in its own field is shown, and is no complete answer', async () => {
    const { answer, shown } = await answerTo('openai-chat', [
      chunk({ refusal: 'I cannot help with this.' }),
      chunk({}, 'stop'),
    ])
    expect([answer.text, shown, answer.ending]).toEqual([
      'I cannot help with this.',
      'I cannot help with this.',
      'content-filter',
    ])
  })
})
