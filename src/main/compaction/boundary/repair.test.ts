import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../shared/thread/message.ts'
import { sampleCall, sampleMessage } from '../../testing/message-samples.ts'
import { CANCELLED_RESULT, repairMessages } from './repair.ts'

const anyCall = fc
  .record({
    name: fc.constantFrom('read', 'run'),
    result: fc.constantFrom(null, '', 'fine'),
    isError: fc.boolean(),
  })
  .map(({ name, result, isError }) => sampleCall(name, {}, result, isError))
const anyMessage = fc
  .record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    calls: fc.array(anyCall, { maxLength: 4 }),
  })
  .map(
    ({ role, calls }): Message => sampleMessage(role, 'x', { toolCalls: role === 'assistant' ? calls : [] }),
  )

describe('repair of unanswered calls', () => {
  test('B-07 S-050 S-052 the missing result is put in its place and reads as cancelled', () => {
    const calls = [sampleCall('a', {}, 'one'), sampleCall('b', {}, null), sampleCall('c', {}, 'three')]
    const { messages, report } = repairMessages([sampleMessage('assistant', '', { toolCalls: calls })])
    expect(messages[0]?.toolCalls.map((call) => call.output?.isError)).toEqual([false, true, false])
    expect(messages[0]?.toolCalls[1]?.output?.content).toEqual([{ kind: 'text', text: CANCELLED_RESULT }])
    expect(report.cancelled).toEqual([{ messageIndex: 0, callId: 'c', name: 'b' }])
  })

  test('S-053 B-04 afterwards every call has a result, and a second run changes nothing', () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 12 }), (messages) => {
        const once = repairMessages(messages)
        expect(once.messages.every((message) => message.toolCalls.every((call) => call.output))).toBe(true)
        expect(once.messages.map((message) => message.toolCalls.length)).toEqual(
          messages.map((message) => message.toolCalls.length),
        )
        const twice = repairMessages(once.messages)
        expect(twice.messages).toBe(once.messages)
        expect(twice.report.cancelled).toEqual([])
      }),
    )
  })

  test('answered messages stay the same objects', () => {
    const answered = sampleMessage('assistant', '', { toolCalls: [sampleCall('a', {}, '')] })
    const open = sampleMessage('assistant', '', { toolCalls: [sampleCall('a', {}, null)] })
    expect(repairMessages([answered, open]).messages[0]).toBe(answered)
  })
})
