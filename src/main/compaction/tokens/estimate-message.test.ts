import { describe, expect, test } from 'vitest'
import type { Part } from '../../../shared/thread/message.ts'
import { sampleCall, sampleMessage } from '../../testing/message-samples.ts'
import { estimateHeadTokens, estimateMessageTokens, IMAGE_TOKENS } from './estimate-message.ts'

function image(bytes: number): Part {
  return { kind: 'image', mimeType: 'image/png', bytes, source: { kind: 'inline' } }
}

describe('tokens of a message', () => {
  test('B-23 a picture has a flat cost: its bytes do not count, a second one does', () => {
    const text: Part = { kind: 'text', text: 'look' }
    const one = estimateMessageTokens(sampleMessage('user', [text, image(3_000_000)]))
    expect(estimateMessageTokens(sampleMessage('user', [text, image(6_000_000)]))).toBe(one)
    expect(estimateMessageTokens(sampleMessage('user', [text, image(10), image(10)]))).toBe(
      one + IMAGE_TOKENS,
    )
    expect(estimateMessageTokens(sampleMessage('user', [text]))).toBe(one - IMAGE_TOKENS)
  })

  test('B-23 pictures in results and encoded bytes in unknown blocks are flat too', () => {
    const call = { ...sampleCall('shot', {}, ''), output: { content: [image(9_000_000)], isError: false } }
    expect(estimateMessageTokens(sampleMessage('assistant', '', { toolCalls: [call] }))).toBeLessThan(
      IMAGE_TOKENS + 60,
    )
    function attached(count: number): number {
      return estimateMessageTokens(
        sampleMessage('user', [
          { kind: 'other', type: 'file', json: `{"data":"${'iVBORw0KGgoAAAANSUhEUg7x'.repeat(count)}"}` },
        ]),
      )
    }
    expect(Math.abs(attached(4000) - attached(2000))).toBeLessThanOrEqual(2)
  })

  test('S-063 arguments, results and partial arguments count', () => {
    const words = 'several words that cost something '.repeat(20)
    const bare = estimateMessageTokens(
      sampleMessage('assistant', '', { toolCalls: [sampleCall('run', {}, null)] }),
    )
    const full = [
      sampleCall('run', { script: words }, null),
      sampleCall('run', {}, words),
      { ...sampleCall('run', {}, null), partialArguments: words },
    ]
    for (const call of full) {
      expect(estimateMessageTokens(sampleMessage('assistant', '', { toolCalls: [call] }))).toBeGreaterThan(
        bare + 80,
      )
    }
  })

  test('S-064 readable thinking is not sent again and does not count', () => {
    const plain = sampleMessage('assistant', 'yes')
    expect(estimateMessageTokens({ ...plain, thinking: 'long '.repeat(900) })).toBe(
      estimateMessageTokens(plain),
    )
  })

  test('I11 every message costs a whole number of at least one', () => {
    for (const message of [sampleMessage('user', []), sampleMessage('assistant', '\ud83d')]) {
      const tokens = estimateMessageTokens(message)
      expect(Number.isSafeInteger(tokens) && tokens >= 1).toBe(true)
    }
  })

  test('the head is the system prompt and the tools, nothing where there is none', () => {
    expect(estimateHeadTokens({ systemPrompt: '', tools: [] })).toEqual({ system: 0, tools: 0 })
    const tool = { name: 'read', description: 'Reads a file.', parameters: { type: 'object' } }
    const head = estimateHeadTokens({ systemPrompt: 'Be brief.', tools: [tool, tool] })
    expect(head.system).toBeGreaterThan(3)
    expect(head.tools).toBe(2 * estimateHeadTokens({ systemPrompt: '', tools: [tool] }).tools)
  })
})
