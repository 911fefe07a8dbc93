import { describe, expect, test } from 'vitest'
import { sampleCall, sampleMessage } from '../../testing/message-samples.ts'
import { stripPrivate } from './strip-private.ts'

describe('private state', () => {
  test('S-068 reasoning and encrypted blocks go, also out of results', () => {
    const secret = { kind: 'other', type: 'x', json: '{"signature": "s"}' } as const
    const shown = { kind: 'text', text: 'ok' } as const
    const call = { ...sampleCall('a', {}, ''), output: { content: [shown, secret], isError: false } }
    const stripped = stripPrivate(
      sampleMessage('assistant', [{ kind: 'other', type: 'reasoning', json: '{}' }, shown], {
        thinking: 'hm',
        toolCalls: [call],
        hasPrivateReasoning: true,
      }),
    )
    expect(stripped).toMatchObject({ content: [shown], thinking: null, hasPrivateReasoning: false })
    expect(stripped.toolCalls[0]?.output?.content).toEqual([shown])
  })

  test('S-071 a message without private state is given back as it is', () => {
    const message = sampleMessage('assistant', [{ kind: 'other', type: 'document', json: '{"a":1}' }], {
      toolCalls: [sampleCall('a', {}, 'b')],
    })
    expect(stripPrivate(message)).toBe(message)
  })
})
