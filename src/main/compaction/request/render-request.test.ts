import { describe, expect, test } from 'vitest'
import type { JsonValue, Message, ModelOrigin, ToolCall } from '../../../shared/thread/message.ts'
import { sampleCall, sampleMessage } from '../../testing/message-samples.ts'
import { repairMessages } from '../boundary/repair.ts'
import { sanitizeFor } from '../sanitize/private-state.ts'
import { checkRequest } from './check-request.ts'
import { familyOf } from './families.ts'
import { CALL_MARK, type JsonObject, TEXT_MARK } from './private-layout.ts'
import { renderRequest } from './render-request.ts'
import { createCallIds, wireToolName } from './wire-names.ts'
import { SILENT_OUTPUT } from './wire-turns.ts'

const HOSTS = {
  'openai-chat': 'api.openai.com',
  'openai-responses': 'api.openai.com',
  anthropic: 'api.anthropic.com',
}
const PROTOCOLS = Object.keys(HOSTS) as readonly ModelOrigin['protocol'][]

function target(protocol: ModelOrigin['protocol'], more: Partial<ModelOrigin> = {}): ModelOrigin {
  return { protocol, host: HOSTS[protocol], model: 'gpt-5.5', keyMark: 'k', ...more }
}

function render(
  to: ModelOrigin,
  messages: readonly Message[],
  more: Partial<Parameters<typeof renderRequest>[0]> = {},
) {
  const body = renderRequest({
    target: to,
    family: familyOf(to),
    system: '',
    tools: [],
    messages: sanitizeFor(messages, to),
    maxOutputTokens: null,
    imageData: () => ({ mimeType: 'image/png', base64: 'AAAA' }),
    ...more,
  })
  expect(checkRequest(to.protocol, body)).toEqual([])
  return body
}

function list(body: JsonObject): readonly JsonObject[] {
  return (body.messages ?? body.input) as readonly JsonObject[]
}

const ask = sampleMessage('user', 'hi')

function reasoned(
  origin: ModelOrigin,
  items: readonly JsonValue[],
  text: string,
  calls: readonly ToolCall[],
): Message {
  return sampleMessage('assistant', text, {
    toolCalls: calls,
    thinking: 'because',
    hasPrivateReasoning: true,
    runtime: { atMs: 0, origin, ending: 'complete', privateItems: items, approvals: [] },
  })
}

describe.each(PROTOCOLS)('%s', (protocol) => {
  const to = target(protocol)

  test('B-14 I2 empty, blank and reasoning-only replies are not sent', () => {
    const silent = ['', '\n\n', '  '].map((text) => sampleMessage('assistant', text, { thinking: 'why' }))
    const body = render(to, [sampleMessage('user', 'before'), ...silent, ask])
    expect(JSON.stringify(list(body))).not.toContain('assistant')
    expect(JSON.stringify(list(body))).toMatch(/before.*hi/)
  })

  test.each([[''], ['   '], [null]])(
    'B-15 the silent output %j has a placeholder on the wire only',
    (text) => {
      const call = sampleCall('run', { cmd: 'true' }, text ?? '')
      const silent = text === null ? { ...call, output: { content: [], isError: false } } : call
      const message = sampleMessage('assistant', '', { toolCalls: [silent] })
      expect(JSON.stringify(render(to, [ask, message]))).toContain(SILENT_OUTPUT)
      expect(message.toolCalls[0]?.output).toEqual(silent.output)
    },
  )

  test('B-16 I3 a request ends with what is being answered, and no sentence is invented', () => {
    const done = sampleMessage('assistant', 'done so far')
    const called = sampleMessage('assistant', '', { toolCalls: [sampleCall('run', {}, 'ok')] })
    for (const before of [[ask], [ask, called]]) {
      const body = render(to, [...before, done])
      expect(JSON.stringify(list(body))).not.toContain('done so far')
      expect(JSON.stringify(body)).toBe(JSON.stringify(render(to, before)))
    }
    // The next prompt brings the reply back to its place.
    expect(JSON.stringify(render(to, [ask, done, sampleMessage('user', 'next')]))).toContain('done so far')
  })

  test('B-20 I10 arguments are a JSON object, whatever stands in the file', () => {
    const odd: readonly JsonValue[] = ['not json', '', null, [1], 5, { path: 'a.md', n: 3 }]
    const calls = odd.map((value) => sampleCall('write', value, 'ok'))
    const cut = { ...sampleCall('write', {}, 'ok'), partialArguments: '{"path":"a' }
    const text = JSON.stringify(
      render(to, [ask, sampleMessage('assistant', '', { toolCalls: [...calls, cut] })]),
    )
    expect(text).toContain('not json')
    expect(text).toContain('incomplete')
    expect(text).toContain('a.md')
  })

  test('I1 S-053 ids that repeat or are empty become unique, the same ones each time', () => {
    const turn = () =>
      sampleMessage('assistant', '', {
        toolCalls: ['', 'c', 'c'].map((id) => ({ ...sampleCall('run', {}, 'ok'), id })),
      })
    const once = render(to, [ask, turn(), turn()])
    expect(render(to, [ask, turn(), turn()])).toEqual(once)
    const ids = [
      ...JSON.stringify(once).matchAll(
        /"(?:tool_use_id|tool_call_id)":"([^"]+)"|"function_call_output","call_id":"([^"]+)"/g,
      ),
    ]
    expect(new Set(ids.map((match) => match[1] ?? match[2])).size).toBe(6)
  })

  test('B-07 S-053 an unanswered call is answered as cancelled, in its place', () => {
    const calls = [sampleCall('a', {}, 'one'), sampleCall('b', {}, null), sampleCall('c', {}, 'three')]
    const open = [ask, sampleMessage('assistant', '', { toolCalls: calls })]
    const text = JSON.stringify(render(to, open))
    expect(text).toMatch(/one.*Cancelled.*three/)
    expect(text).toBe(JSON.stringify(render(to, repairMessages(open).messages)))
  })

  test('a picture in a tool result reaches the model where the protocol has a place for it', () => {
    const image = {
      kind: 'image' as const,
      mimeType: 'image/png',
      bytes: 3,
      source: { kind: 'inline' as const },
    }
    const call = { ...sampleCall('shot', {}, ''), output: { content: [image], isError: false } }
    const body = render(to, [ask, sampleMessage('assistant', '', { toolCalls: [call] })])
    expect(JSON.stringify(body)).toContain('AAAA')
    const missing = render(to, [ask, sampleMessage('assistant', '', { toolCalls: [call] })], {
      imageData: () => null,
    })
    expect(JSON.stringify(missing)).toContain('[Picture not available]')
  })

  test('B-40 a limit below 1 is never sent', () => {
    const body = render(to, [ask], { maxOutputTokens: -186 })
    expect(body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens).toBe(1)
  })

  test('a blank system prompt is left out', () => {
    const text = JSON.stringify(render(to, [ask], { system: ' \n' }))
    expect(text).not.toMatch(/system|instructions/)
  })
})

describe('private state', () => {
  const anthropic = target('anthropic')
  const one = { type: 'thinking', thinking: 'long '.repeat(500), signature: 's1' }
  const two = { type: 'thinking', thinking: 'second', signature: 's2' }
  const items = [one, { type: TEXT_MARK, chars: 4 }, two, { type: CALL_MARK }]
  const call = sampleCall('read', {}, 'ok')

  test('B-10 thinking goes back byte-identical in its place, both blocks or none', () => {
    const reply = reasoned(anthropic, items, 'text', [call])
    const content = list(render(anthropic, [ask, reply]))[1]?.content as readonly JsonObject[]
    expect(content.map((block) => block.type)).toEqual(['thinking', 'text', 'thinking', 'tool_use'])
    expect(content[0]).toEqual(one)
    expect(content[2]).toEqual(two)
    // The text was shortened meanwhile: the blocks have lost their place and both go, text and call stay.
    const cut = reasoned(anthropic, items, 'tex', [call])
    const bare = list(render(anthropic, [ask, cut]))[1]?.content as readonly JsonObject[]
    expect(bare.map((block) => block.type)).toEqual(['text', 'tool_use'])
  })

  test('B-09 a reasoning item is sent with the item it led to, or not at all', () => {
    const responses = target('openai-responses')
    const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'enc' }
    const alone = reasoned(responses, [item], '', [])
    expect(list(render(responses, [ask, alone, ask])).map((entry) => entry.type)).toEqual([
      undefined,
      undefined,
    ])
    const pair = render(responses, [ask, reasoned(responses, [item, { type: CALL_MARK }], '', [call])])
    expect(
      list(pair)
        .slice(1)
        .map((entry) => entry.type),
    ).toEqual(['reasoning', 'function_call', 'function_call_output'])
    // Without the reasoning the call's server id is gone too; its call id stays.
    const away = render(target('openai-responses', { keyMark: 'other' }), [
      ask,
      reasoned(responses, [item, { type: CALL_MARK }], '', [call]),
    ])
    expect(list(away)[1]).toEqual({ type: 'function_call', call_id: 'c', name: 'read', arguments: '{}' })
  })

  test('B-12 S-070 nothing private is in a request to another model', () => {
    const reply = reasoned(anthropic, items, 'text', [call])
    for (const protocol of PROTOCOLS) {
      const text = JSON.stringify(render(target(protocol, { model: 'other' }), [ask, reply]))
      expect(text).not.toMatch(/thinking|s1|s2|because/)
    }
  })
})

describe('strict order', () => {
  const strict = target('openai-chat', { host: 'api.mistral.ai' })
  const called = sampleMessage('assistant', '', { toolCalls: [sampleCall('run', {}, 'ok')] })

  test('B-18 a bridge stands between a result and a person, in strict families only', () => {
    const messages = [ask, called, sampleMessage('user', 'stop, do Y')]
    const roles = (to: ModelOrigin) => list(render(to, messages)).map((message) => message.role)
    expect(roles(strict)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
    expect(roles(target('openai-chat'))).toEqual(['user', 'assistant', 'tool', 'user'])
    expect(messages).toHaveLength(3)
  })

  test('B-18 a checkpoint and the first kept message are one message, the checkpoint first', () => {
    const checkpoint = sampleMessage('user', '<system-reminder>\nCP\n</system-reminder>')
    const messages = list(render(strict, [checkpoint, sampleMessage('user', 'next')]))
    expect(messages).toEqual([{ role: 'user', content: '<system-reminder>\nCP\n</system-reminder>\n\nnext' }])
    expect(list(render(target('openai-chat'), [checkpoint, ask]))).toHaveLength(2)
  })
})

describe('names', () => {
  test('ids stay as they are where they can, and no two meet', () => {
    const next = createCallIds('open')
    const given = ['toolu_1', 'toolu_1', '', 'a.b', 'ab', 'a/b', 'x'.repeat(70), 'call_3']
    const wire = given.map(next)
    expect(wire[0]).toBe('toolu_1')
    expect(new Set(wire).size).toBe(given.length)
    expect(wire.every((id) => /^[a-zA-Z0-9_-]{1,40}$/.test(id))).toBe(true)
    const nine = createCallIds('nine')
    expect(given.map(nine).every((id) => /^[a-zA-Z0-9]{9}$/.test(id))).toBe(true)
  })

  test('a tool name that providers refuse is changed the same way each time', () => {
    expect(wireToolName('read_file')).toBe('read_file')
    expect(wireToolName('server.tool')).toBe(wireToolName('server.tool'))
    expect(wireToolName('server.tool')).not.toBe(wireToolName('server/tool'))
    for (const name of ['', 'a b', 'n'.repeat(200), '工具'])
      expect(wireToolName(name)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  })
})

test.each<[string, JsonObject, JsonObject]>([
  ['no properties', { type: 'object' }, { type: 'object', properties: {} }],
  [
    'a choice at the top',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { a: { anyOf: [{ type: 'string' }] }, b: {} },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    { type: 'object', properties: { a: { anyOf: [{ type: 'string' }] }, b: {} } },
  ],
  ['nothing at all', {}, { type: 'object', properties: {} }],
])('a tool whose input has %s does not have the whole request refused', (_, parameters, schema) => {
  for (const protocol of PROTOCOLS) {
    const { tools } = render(target(protocol), [ask], { tools: [{ name: 'a', description: '', parameters }] })
    const [tool] = tools as readonly JsonObject[]
    const sent = protocol === 'openai-chat' ? (tool?.function as JsonObject) : tool
    expect(sent?.parameters ?? sent?.input_schema, protocol).toEqual(schema)
  }
})

test('Anthropic gets cache marks on the fixed part and on the end of the list, at most four', () => {
  const tools = [{ name: 'a', description: '', parameters: { type: 'object' } }]
  const body = render(target('anthropic'), [ask, sampleMessage('assistant', 'x'), ask], {
    system: 's',
    tools,
  })
  expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(3)
  expect(JSON.stringify(body.system)).toContain('cache_control')
  const bare = render(target('anthropic'), [ask], { tools })
  expect(JSON.stringify(bare.tools)).toContain('cache_control')
})
