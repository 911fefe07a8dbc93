import { afterEach, describe, expect, test } from 'vitest'
import { CHECKPOINT_TEMPLATE } from '../../src/main/compaction/checkpoint/template.ts'
import { type ScriptedProvider, startScriptedProvider } from './server.ts'
import type { JsonObject, Protocol, ScriptedProviderOptions } from './types.ts'
import { writeSummary } from './write-summary.ts'

let provider: ScriptedProvider | null = null

afterEach(async () => {
  await provider?.close()
  provider = null
})

const PATHS: { readonly [K in Protocol]: string } = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  anthropic: '/v1/messages',
}

async function ask(
  protocol: Protocol,
  body: JsonObject | string,
  options: ScriptedProviderOptions = {},
): Promise<{ readonly status: number; readonly text: string }> {
  provider ??= await startScriptedProvider(options)
  const whole = typeof body === 'string' ? body : JSON.stringify({ model: 'm', ...limit(protocol), ...body })
  const response = await fetch(provider.url + PATHS[protocol], {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: whole,
  })
  return { status: response.status, text: await response.text() }
}

function limit(protocol: Protocol): JsonObject {
  return protocol === 'anthropic' ? { max_tokens: 4000 } : {}
}

const user = { role: 'user', content: 'hello' }
const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } }
const calling = { role: 'assistant', content: null, tool_calls: [call] }
const result = { role: 'tool', tool_call_id: 'c1', content: 'text' }

describe('what Chat Completions refuses', () => {
  const cases: readonly (readonly [string, readonly unknown[], string])[] = [
    ['no messages', [], 'empty array'],
    ['a call without its result', [user, calling, user], 'must be followed by tool messages'],
    ['a call at the end', [user, calling], 'must be followed by tool messages'],
    ['a result without its call', [user, result, user], 'must be a response to a preceding message'],
    ['an empty result', [user, calling, { ...result, content: '' }], 'empty tool result'],
    ['two calls with one id', [user, { ...calling, tool_calls: [call, call] }, result], 'Duplicate value'],
    [
      'arguments that are no object',
      [user, { ...calling, tool_calls: [{ ...call, function: { name: 'x', arguments: '"a"' } }] }, result],
      'not a JSON object',
    ],
    ['a strange role', [{ role: 'robot', content: 'x' }, user], "Invalid value: 'robot'"],
    ['a blank user message', [{ role: 'user', content: ' \n' }], 'must be non-empty'],
    ['an empty assistant message', [user, { role: 'assistant', content: '' }, user], 'must be non-empty'],
    ['an assistant at the end', [user, { role: 'assistant', content: 'x' }], 'must end with a user message'],
    [
      "another provider's state",
      [user, { role: 'assistant', content: 'x', encrypted_content: 'AAA' }, user],
      'Unknown parameter',
    ],
  ]
  test.each(cases)('%s', async (_name, messages, words) => {
    const { status, text } = await ask('openai-chat', { messages })
    expect(status).toBe(400)
    expect(JSON.parse(text).error.message).toContain(words)
  })
  test('takes a whole tool turn', async () => {
    expect((await ask('openai-chat', { messages: [user, calling, result] })).status).toBe(200)
  })
})

describe('what Responses refuses', () => {
  const item = { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' }
  const output = { type: 'function_call_output', call_id: 'c1', output: 'x' }
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['no input', [], "Missing required parameter: 'input'"],
    ['blank text', '  ', 'empty text'],
    ['a call without output', [user, item], 'No tool output found'],
    ['an output without call', [user, output], 'No tool call found'],
    ['a repeated open call id', [user, item, item, output], 'Duplicate call_id'],
    ['arguments that are no object', [user, { ...item, arguments: '[1]' }, output], 'not a JSON object'],
    [
      'reasoning at the end',
      [user, { type: 'reasoning', id: 'rs_1', summary: [] }],
      'without its required following item',
    ],
    [
      'reasoning before a user message',
      [{ type: 'reasoning', id: 'rs_1', summary: [] }, user],
      'without its required following item',
    ],
    [
      'encrypted content from elsewhere',
      [
        { type: 'reasoning', id: 'r', encrypted_content: 'AAA=' },
        { role: 'assistant', content: 'x' },
      ],
      'could not be verified',
    ],
    ['an empty message', [{ role: 'user', content: '' }], 'must be non-empty'],
  ]
  test.each(cases)('%s', async (_name, input, words) => {
    const { status, text } = await ask('openai-responses', { input })
    expect(status).toBe(400)
    expect(JSON.parse(text).error.message).toContain(words)
  })
  test('takes its own encrypted content back', async () => {
    const first = await ask(
      'openai-responses',
      { input: 'hi' },
      { script: [{ kind: 'answer', text: 'a', thinking: 'secret' }] },
    )
    const [reasoning, message] = JSON.parse(first.text).output
    expect(reasoning.encrypted_content).not.toContain('secret')
    expect((await ask('openai-responses', { input: [user, reasoning, message, user] })).status).toBe(200)
  })
})

describe('what Messages refuses', () => {
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read', input: {} }] }
  const done = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] }
  const cases: readonly (readonly [string, JsonObject, string])[] = [
    ['no messages', { messages: [] }, 'at least one message'],
    ['a blank system text', { system: ' ', messages: [user] }, 'must be non-empty'],
    [
      'an assistant first',
      { messages: [{ role: 'assistant', content: 'x' }, user] },
      'first message must use',
    ],
    ['a system role', { messages: [user, { role: 'system', content: 'x' }, user] }, "'user' or 'assistant'"],
    [
      'an empty block',
      { messages: [{ role: 'user', content: [{ type: 'text', text: '\n' }] }] },
      'must be non-empty',
    ],
    ['no blocks', { messages: [{ role: 'user', content: [] }] }, 'must be non-empty'],
    ['a call without its result', { messages: [user, use, user] }, 'were found without `tool_result`'],
    ['a call at the end', { messages: [user, use] }, 'were found without `tool_result`'],
    [
      'a result after text',
      { messages: [user, use, { role: 'user', content: [{ type: 'text', text: 'x' }, ...done.content] }] },
      'were found without `tool_result`',
    ],
    [
      'a result without its call',
      { messages: [user, { role: 'assistant', content: 'x' }, done] },
      'unexpected `tool_use_id`',
    ],
    ['a repeated call id', { messages: [user, use, done, use, done] }, 'ids must be unique'],
    ['a prefill', { messages: [user, { role: 'assistant', content: 'x' }] }, 'must end with a user message'],
    [
      'thinking without signature',
      { messages: [user, { role: 'assistant', content: [{ type: 'thinking', thinking: 'x' }] }, user] },
      'signature: Field required',
    ],
    [
      'a signature from elsewhere',
      {
        messages: [
          user,
          { role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 's' }] },
          user,
        ],
      },
      'Invalid `signature`',
    ],
    ['no limit', { messages: [user], max_tokens: undefined }, 'max_tokens: Field required'],
  ]
  test.each(cases)('%s', async (_name, body, words) => {
    const { status, text } = await ask('anthropic', body)
    expect(status).toBe(400)
    expect(JSON.parse(text).error.message).toContain(words)
  })
  test('B-10 takes its own thinking back, but not when a letter of it changed', async () => {
    const first = await ask(
      'anthropic',
      { messages: [user] },
      { script: [{ kind: 'answer', text: 'a', thinking: 'long thought' }] },
    )
    const { content } = JSON.parse(first.text)
    expect((await ask('anthropic', { messages: [user, { role: 'assistant', content }, user] })).status).toBe(
      200,
    )
    const changed = [{ ...content[0], thinking: 'long' }, content[1]]
    expect(
      (await ask('anthropic', { messages: [user, { role: 'assistant', content: changed }, user] })).status,
    ).toBe(400)
  })
})

describe('what all of them refuse', () => {
  test.each([
    [
      'openai-chat',
      { messages: [{ role: 'user', content: 'x'.repeat(4000) }] },
      'maximum context length is 500 tokens',
    ],
    ['openai-responses', { input: 'x'.repeat(4000) }, 'exceeds the context window'],
    [
      'anthropic',
      { messages: [{ role: 'user', content: 'x'.repeat(4000) }] },
      'prompt is too long: 1000 tokens > 500 maximum',
    ],
    ['anthropic', { messages: [user], max_tokens: 499 }, 'exceed context limit: 2 + 499 > 500'],
  ] as const)('%s: more than the window', async (protocol, body, words) => {
    const { status, text } = await ask(protocol, body, { windowTokens: 500 })
    expect(status).toBe(400)
    expect(text).toContain(words)
  })
  test('half a character', async () => {
    const { status, text } = await ask(
      'openai-chat',
      '{"model":"m","messages":[{"role":"user","content":"a\\ud83d"}]}',
    )
    expect(status).toBe(400)
    expect(text).toContain('no low surrogate')
  })
  test('a body that is no JSON, an unknown model, a wrong key, a limit below one', async () => {
    expect((await ask('openai-chat', '{', { models: ['m'], key: 'k' })).status).toBe(401)
    await provider?.close()
    provider = null
    expect((await ask('openai-chat', '{', { models: ['m'] })).status).toBe(400)
    expect((await ask('openai-chat', { messages: [user], model: 'other' })).status).toBe(404)
    expect((await ask('openai-chat', { messages: [user], max_tokens: 0 })).text).toContain('at least 1')
  })
  test('an answer longer than its limit is cut and says so', async () => {
    const script = [{ kind: 'answer', text: 'y'.repeat(400) }] as const
    const { text } = await ask('anthropic', { messages: [user], max_tokens: 10 }, { script })
    expect(JSON.parse(text)).toMatchObject({ stop_reason: 'max_tokens', content: [{ text: 'y'.repeat(40) }] })
  })
})

describe('the default script', () => {
  const request =
    '<conversation>\n[user]: Add a dark theme to src/ui/theme.css, never touch the logo.\n[assistant]: Done, tests passed.\n</conversation>'

  test('writes every narrative heading in order, from the request, the same each time', () => {
    const text = writeSummary(request)
    expect(text).toBe(writeSummary(request))
    const wanted = CHECKPOINT_TEMPLATE.filter((entry) => entry.lane !== 'facts')
    const headings = text.split('\n').filter((line) => line.startsWith('##'))
    expect(headings).toEqual(wanted.map((entry) => `${'#'.repeat(entry.level)} ${entry.heading}`))
    expect(text).toContain('`src/ui/theme.css`')
    expect(text).toContain('Add a dark theme')
  })
  test('streams it in small pieces that join to the whole, without half characters', async () => {
    const emoji = `${request}\n[user]: ${'🎨'.repeat(60)}`
    const { text } = await ask(
      'openai-chat',
      { stream: true, messages: [{ role: 'user', content: emoji }] },
      { deltaChars: 5 },
    )
    const events = text
      .split('\n\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice(6)))
    const deltas: readonly string[] = events.map((event) => event.choices[0]?.delta.content ?? '')
    expect(deltas.join('')).toBe(writeSummary(emoji))
    expect(deltas.length).toBeGreaterThan(20)
    expect(deltas.every((delta) => delta.isWellFormed())).toBe(true)
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  })
  test('B-45 calls a tool when one is offered and it likes tools', async () => {
    const tools = [{ name: 'read', input_schema: {} }]
    const { text } = await ask('anthropic', { messages: [user], tools }, { prefersTools: true })
    expect(JSON.parse(text)).toMatchObject({
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', name: 'read' }],
    })
    expect((await ask('anthropic', { messages: [user] })).text).toContain('# Context checkpoint')
  })
  test('records bodies and headers', async () => {
    await ask('anthropic', { messages: [user], system: 'sys' })
    expect(provider?.requests[0]).toMatchObject({
      protocol: 'anthropic',
      call: 0,
      text: 'sys\nhello',
      headers: { 'anthropic-version': '2023-06-01' },
      body: { system: 'sys' },
    })
  })
})
