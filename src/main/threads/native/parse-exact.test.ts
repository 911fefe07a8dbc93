import { describe, expect, test } from 'vitest'
import { openAiChat } from '../importers/openai-chat/openai-chat.ts'
import { readTranscript } from '../importers/testing/read-transcript.ts'
import { parseExact } from './parse-exact.ts'

describe('numbers', () => {
  test('keep all digits of whole numbers beyond 2^53, as text', () => {
    expect(parseExact('{"id":1790000000000000001,"list":[-9007199254740993, 9007199254740991]}')).toEqual({
      id: '1790000000000000001',
      list: ['-9007199254740993', 9_007_199_254_740_991],
    })
  })

  test('stay numbers when all their digits can be written again', () => {
    for (const value of [2 ** 53, 3.2e20, -(2 ** 70)])
      expect(parseExact(JSON.stringify([value]))).toEqual([value])
  })

  test('stay numbers when they have a fraction or an exponent, and texts stay texts', () => {
    expect(parseExact('[1234567890123456.5,1234567890123456e3,": 12345678901234567890"]')).toEqual([
      1234567890123456.5,
      1.234567890123456e18,
      ': 12345678901234567890',
    ])
  })

  test('an id in the arguments or the result of a call is not rounded', () => {
    const call = (id: string, args: unknown) => ({
      id,
      type: 'function',
      function: { name: 'f', arguments: args },
    })
    const text = JSON.stringify([
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('a', '{"id":1790000000000000001}'), call('b', 'RAW')],
      },
    ]).replace('"RAW"', '{"id":1790000000000000003}')
    const [thread] = readTranscript(openAiChat, [{ name: 'x.json', text }])
    expect(thread?.messages[1]?.toolCalls).toMatchObject([
      { arguments: { id: '1790000000000000001' } },
      { arguments: { id: '1790000000000000003' } },
    ])
  })
})
