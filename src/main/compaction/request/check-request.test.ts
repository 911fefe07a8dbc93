import { describe, expect, test } from 'vitest'
import { checkRequest } from './check-request.ts'

const user = { role: 'user', content: 'hi' }
const chatCall = (id: string, args = '{}') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'run', arguments: args } }],
})
const result = (id: string, content: unknown = 'ok') => ({ role: 'tool', tool_call_id: id, content })
const item = (call_id: string) => ({ type: 'function_call', call_id, name: 'run', arguments: '{}' })
const output = (call_id: string, text = 'ok') => ({ type: 'function_call_output', call_id, output: text })
const use = (id: string, input: unknown = {}) => ({ type: 'tool_use', id, name: 'run', input })
const answer = (tool_use_id: string) => ({ type: 'tool_result', tool_use_id, content: 'ok' })
const says = (role: string, ...content: unknown[]) => ({ role, content })
const text = (value: string) => ({ type: 'text', text: value })
const thought = { type: 'thinking', thinking: 'x', signature: 's' }

function rules(protocol: Parameters<typeof checkRequest>[0], list: readonly unknown[]): readonly string[] {
  const key = protocol === 'openai-responses' ? 'input' : 'messages'
  const limit = protocol === 'anthropic' ? { max_tokens: 5 } : {}
  return [...new Set(checkRequest(protocol, { model: 'm', [key]: list, ...limit }).map(({ rule }) => rule))]
}

describe('I1 I2 I3 I10 the checker refuses', () => {
  test.each<[string, readonly unknown[], readonly string[]]>([
    ['nothing in a good list', [user, chatCall('a'), result('a')], []],
    ['an empty list', [], ['I2']],
    ['a call without a result', [user, chatCall('a'), user], ['I1']],
    ['a result without a call', [user, result('a'), user], ['I1']],
    ['two results for one call', [user, chatCall('a'), result('a'), result('a')], ['I1']],
    ['arguments that are no object', [user, chatCall('a', '[1]'), result('a')], ['I10']],
    ['an empty result', [user, chatCall('a'), result('a', ' ')], ['I2']],
    ['a blank reply', [user, { role: 'assistant', content: ' ' }, user], ['I2']],
    ['an end with the assistant', [user, { role: 'assistant', content: 'x' }], ['I3']],
    ['a lone surrogate', [{ role: 'user', content: '\ud83d' }], ['I10']],
    ['foreign state', [says('user', { ...text('x'), encrypted_content: 'e' })], ['private']],
    [
      'a picture in a result',
      [user, chatCall('a'), result('a', [{ type: 'image_url', image_url: { url: 'x' } }])],
      ['shape'],
    ],
  ])('chat: %s', (_name, list, expected) => {
    expect(rules('openai-chat', list)).toEqual(expected)
  })

  test.each<[string, readonly unknown[], readonly string[]]>([
    ['nothing in a good list', [user, item('a'), item('b'), output('b'), output('a')], []],
    ['a call without an output', [user, item('a'), user], ['I1']],
    ['a call id used twice', [user, item('a'), output('a'), item('a'), output('a')], ['I1']],
    ['an output without a call', [user, output('a')], ['I1']],
    ['a blank output', [user, item('a'), output('a', '')], ['I2']],
    [
      'reasoning with nothing behind it',
      [user, { type: 'reasoning', encrypted_content: 'e' }, user],
      ['private'],
    ],
    [
      'reasoning that only the server had',
      [user, { type: 'reasoning', id: 'rs' }, item('a'), output('a')],
      ['private'],
    ],
    ['an unknown item', [{ type: 'item_reference', id: 'x' }, user], ['shape']],
  ])('responses: %s', (_name, list, expected) => {
    expect(rules('openai-responses', list)).toEqual(expected)
  })

  test.each<[string, readonly unknown[], readonly string[]]>([
    [
      'nothing in a good list',
      [user, says('assistant', thought, use('a')), says('user', answer('a'), text('x'))],
      [],
    ],
    ['a start with the assistant', [says('assistant', text('x')), user], ['I3']],
    ['a call without a result', [user, says('assistant', use('a')), user], ['I1']],
    [
      'text before the results',
      [user, says('assistant', use('a')), says('user', text('x'), answer('a'))],
      ['I1'],
    ],
    ['an id used twice', [user, says('assistant', use('a'), use('a')), says('user', answer('a'))], ['I1']],
    [
      'an id with other characters',
      [user, says('assistant', use('a.b')), says('user', answer('a.b'))],
      ['I1'],
    ],
    [
      'an input that is no object',
      [user, says('assistant', use('a', 'x')), says('user', answer('a'))],
      ['I10'],
    ],
    ['a blank block', [says('user', text(' '))], ['I2']],
    [
      'thinking without a signature',
      [user, says('assistant', { type: 'thinking', thinking: 'x' }, text('x')), user],
      ['private'],
    ],
    [
      'reasoning of another protocol',
      [user, says('assistant', { type: 'reasoning' }, text('x')), user],
      ['shape'],
    ],
  ])('anthropic: %s', (_name, list, expected) => {
    expect(rules('anthropic', list)).toEqual(expected)
  })

  test('what every protocol demands', () => {
    expect(checkRequest('openai-chat', { messages: [user] }).map(({ path }) => path)).toEqual(['model'])
    expect(checkRequest('anthropic', { model: 'm', messages: [user], max_tokens: 0 })).toHaveLength(1)
    expect(checkRequest('anthropic', { model: 'm', messages: [user] })).toHaveLength(1)
    expect(checkRequest('openai-chat', null)).not.toEqual([])
  })
})
