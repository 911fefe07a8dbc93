import { describe, expect, test } from 'vitest'
import { readAddress } from './provider-address.ts'

describe('what people paste', () => {
  test.each([
    ['openai-chat', '', 'https://api.openai.com/v1'],
    ['openai-chat', 'http://localhost:11434', 'http://localhost:11434/v1'],
    ['openai-chat', 'http://localhost:11434/v1/', 'http://localhost:11434/v1'],
    ['openai-chat', ' https://openrouter.ai/api/v1/chat/completions ', 'https://openrouter.ai/api/v1'],
    ['openai-responses', 'https://h/v1/responses', 'https://h/v1'],
    ['openai-chat', 'https://h/proxy/openai', 'https://h/proxy/openai'],
    ['anthropic', '', 'https://api.anthropic.com'],
    ['anthropic', 'https://api.anthropic.com/v1', 'https://api.anthropic.com'],
    ['anthropic', 'https://h/anthropic/v1/messages', 'https://h/anthropic'],
  ] as const)('%s %j', (kind, text, expected) => {
    expect(readAddress(kind, text).baseUrl).toBe(expected)
  })
  test.each([
    'x',
    'ftp://h',
    'file:///etc',
    'http://u:p@h/v1',
    'http://u@h/v1',
    'https://h/v1?key=1',
    'https://h/#k',
  ])('B-90 refuses %s, without repeating it', (text) => {
    try {
      readAddress('openai-chat', text)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'bad-input', params: { layer: 'address' } })
      expect(String(error)).not.toContain(text)
    }
  })
})

test.each([
  ['http://localhost:1', true],
  ['http://127.0.0.1:1', true],
  ['http://[::1]:1', true],
  ['http://192.168.1.5:1', true],
  ['http://172.20.0.1', true],
  ['http://gpu-box:8000', true],
  ['http://gpu.local', true],
  ['https://api.openai.com', false],
  ['http://172.40.0.1', false],
  ['https://10.example.com', false],
])('%s is local: %s', (url, expected) => {
  expect(readAddress('openai-chat', url).isLocal).toBe(expected)
})

test('only the own address is the vendor', () => {
  expect(readAddress('openai-chat', '').isVendor).toBe(true)
  expect(readAddress('openai-chat', 'https://api.openai.com/v1').isVendor).toBe(true)
  expect(readAddress('openai-chat', 'https://api.openai.com.evil.test/v1').isVendor).toBe(false)
  expect(readAddress('openai-chat', 'http://api.openai.com/v1').isVendor).toBe(false)
})
