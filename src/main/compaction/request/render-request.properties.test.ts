import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPrivateState } from '../../../../e2e/provider/private-state.ts'
import { checkAnthropic } from '../../../../e2e/provider/rules-anthropic.ts'
import { checkChat } from '../../../../e2e/provider/rules-chat.ts'
import { checkResponses } from '../../../../e2e/provider/rules-responses.ts'
import type { Message, ModelOrigin } from '../../../shared/thread/message.ts'
import { sampleMessage } from '../../testing/message-samples.ts'
import { checkRequest } from './check-request.ts'
import { familyOf } from './families.ts'
import type { JsonObject } from './private-layout.ts'
import { renderRequest } from './render-request.ts'
import { anyHistory } from './testing/random-messages.ts'

const RUNS = Number(process.env.PALIMPSEST_RUNS ?? 10_000)

const TARGETS: readonly ModelOrigin[] = [
  { protocol: 'openai-chat', host: 'api.openai.com', model: 'gpt-5.5', keyMark: '' },
  { protocol: 'openai-chat', host: 'api.deepseek.com', model: 'deepseek-flash', keyMark: '' },
  { protocol: 'openai-chat', host: 'api.mistral.ai', model: 'large', keyMark: '' },
  { protocol: 'openai-chat', host: '127.0.0.1:8080', model: 'gemma-3', keyMark: '' },
  { protocol: 'openai-responses', host: 'api.openai.com', model: 'gpt-5.5', keyMark: '' },
  { protocol: 'anthropic', host: 'api.anthropic.com', model: 'claude-opus-5-5', keyMark: '' },
]

function render(target: ModelOrigin, messages: readonly Message[]): JsonObject {
  return renderRequest({
    target,
    family: familyOf(target),
    system: 'Be brief.',
    tools: [
      { name: 'read_file', description: '', parameters: { type: 'object', properties: {} } },
      { name: 'mcp.server/tool', description: 'x', parameters: null },
      { name: 'read_file', description: 'again', parameters: {} },
    ],
    messages,
    maxOutputTokens: -186,
    imageData: (_message, part) =>
      part.mimeType === 'image/png' ? { mimeType: 'image/png', base64: 'AAAA' } : null,
  })
}

/** The strict provider's own rules; signatures and keys of private state are not what is asked here. */
function strictRefusal(target: ModelOrigin, body: JsonObject) {
  const own = { ...createPrivateState('any'), isSigned: () => true, isOwn: () => true }
  if (target.protocol === 'openai-chat') return checkChat(body)
  return target.protocol === 'anthropic' ? checkAnthropic(body, own) : checkResponses(body, own)
}

describe.each(TARGETS)('$protocol at $host, $model', (target) => {
  test('S-053 I1 I2 I3 I10 every random history gives a request that the checker and the strict provider take', () => {
    fc.assert(
      fc.property(anyHistory(target.protocol), (messages) => {
        const body = render(target, messages)
        expect(checkRequest(target.protocol, body)).toEqual([])
        expect(strictRefusal(target, body)).toBeNull()
        expect(body).toEqual(JSON.parse(JSON.stringify(body)))
      }),
      { numRuns: RUNS },
    )
  })

  test('an appended message leaves the bytes before it as they are', () => {
    fc.assert(
      fc.property(anyHistory(target.protocol), anyHistory(target.protocol), (history, more) => {
        // A request that is really sent has something to answer.
        const before = [...history, sampleMessage('user', 'go on')]
        const shorter = listOf(render(target, before))
        const longer = listOf(render(target, [...before, ...more]))
        // The joint: the last message may be merged, or be a bridge that is no longer needed.
        const settled = shorter.slice(0, -1)
        expect(longer.slice(0, settled.length)).toEqual(settled)
      }),
      { numRuns: Math.ceil(RUNS / 5) },
    )
  })
})

/** Messages as text, without the cache marks, which move with the end. */
function listOf(body: JsonObject): readonly string[] {
  const list = body.messages ?? body.input
  if (!Array.isArray(list)) return []
  return list.map((item) =>
    JSON.stringify(item, (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
  )
}
