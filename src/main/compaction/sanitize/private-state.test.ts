import { describe, expect, test } from 'vitest'
import type { JsonValue, Message, ModelOrigin } from '../../../shared/thread/message.ts'
import { checkInvariants } from '../../testing/invariants.ts'
import { sampleCall } from '../../testing/message-samples.ts'
import {
  ask,
  eventAt,
  factsOf,
  HOUR_MS,
  inputOf,
  read,
  reply,
  runtimeAt,
  SAMPLE_ORIGIN,
  SAMPLE_REDUCTIONS,
  START_MS,
} from '../../testing/sample-projection.ts'
import { serializeMessages } from '../checkpoint/serializer.ts'
import { buildProjection } from '../projection/build-projection.ts'
import { NOTHING_SETTLED, reduceInOrder } from '../reduce/cascade.ts'
import { sanitizeFor } from './private-state.ts'
import { stripPrivate } from './strip-private.ts'

const ENCRYPTED: readonly JsonValue[] = [{ type: 'reasoning', id: 'rs_1', encrypted_content: 'AAA=' }]
const SIGNED: readonly JsonValue[] = [
  { type: 'thinking', thinking: 'long '.repeat(500), signature: 's1' },
  { type: 'thinking', thinking: 'again '.repeat(500), signature: 's2' },
]
const ANTHROPIC: ModelOrigin = { ...SAMPLE_ORIGIN, protocol: 'anthropic', model: 'x' }

function thought(
  items: readonly JsonValue[],
  origin: ModelOrigin | null,
  more: Partial<Message> = {},
): Message {
  return reply('said', [], {
    thinking: 'readable',
    hasPrivateReasoning: true,
    ...runtimeAt(START_MS, { origin, privateItems: items }),
    ...more,
  })
}

/** The private items that `target` would be sent. */
function sent(message: Message, target: ModelOrigin): readonly JsonValue[] | undefined {
  return sanitizeFor([message], target)[0]?.runtime?.privateItems
}

describe('private state and who may see it', () => {
  test('B-08 S-072 it goes back only to the same protocol, host, model and account', () => {
    const message = thought(ENCRYPTED, SAMPLE_ORIGIN)
    expect(sent(message, SAMPLE_ORIGIN)).toBe(ENCRYPTED)
    const others: readonly ModelOrigin[] = [
      { ...SAMPLE_ORIGIN, host: 'two.test' },
      { ...SAMPLE_ORIGIN, model: 'm2' },
      { ...SAMPLE_ORIGIN, keyMark: 'ffee' },
      { ...SAMPLE_ORIGIN, protocol: 'openai-chat' },
    ]
    for (const target of others) {
      const [clean] = sanitizeFor([message], target)
      expect(clean).toMatchObject({
        thinking: null,
        hasPrivateReasoning: false,
        runtime: { privateItems: [] },
      })
      expect(clean?.content).toBe(message.content)
    }
    expect(sent(thought(ENCRYPTED, null), SAMPLE_ORIGIN)).toEqual([])
  })

  test('B-09 reasoning without what followed it goes, and a removed call takes its reasoning along', () => {
    expect(sent(thought(ENCRYPTED, SAMPLE_ORIGIN, { content: [] }), SAMPLE_ORIGIN)).toEqual([])
    const stopped = { ...runtimeAt(START_MS, { privateItems: ENCRYPTED, ending: 'interrupted' }) }
    expect(sent(thought(ENCRYPTED, SAMPLE_ORIGIN, stopped), SAMPLE_ORIGIN)).toEqual([])
    const withCall = thought(ENCRYPTED, SAMPLE_ORIGIN, { toolCalls: [read('a', 'x'), read('b', 'y')] })
    const overrides = [
      {
        messageId: 'm1',
        index: 1,
        call: 0,
        step: 'collapse',
        change: { kind: 'output', text: 'r' },
        filePath: null,
      },
      {
        messageId: 'm1',
        index: 1,
        call: 1,
        step: 'collapse',
        change: { kind: 'remove-call' },
        filePath: null,
      },
    ] as const
    const [, after] = buildProjection(inputOf(factsOf([ask('a'), withCall]), { overrides }))
    expect(after?.message.toolCalls).toHaveLength(1)
    expect(after?.message.runtime?.privateItems).toEqual([])
  })

  test('B-10 signed thinking is byte-identical or absent, both blocks or none, after every reduction', () => {
    const calls = [
      sampleCall('write_file', { path: 'a', content: 'z'.repeat(5_000) }, 'line\n'.repeat(2_000)),
    ]
    const message = thought(SIGNED, ANTHROPIC, { toolCalls: calls })
    const later = Array.from({ length: 14 }, (_, at) => ask(`later ${at}`, runtimeAt(START_MS + 9 * HOUR_MS)))
    const projection = buildProjection(inputOf(factsOf([ask('go'), message, ...later])))
    const reduced = reduceInOrder(projection, SAMPLE_REDUCTIONS, {
      nowMs: START_MS + 9 * HOUR_MS,
      lastActivityMs: null,
      threadStem: 't',
      pressureTokens: 1,
      triggerTokens: 1,
      isForced: true,
      settled: NOTHING_SETTLED,
    })
    expect(reduced.overrides.length).toBeGreaterThan(0)
    const kept = reduced.projection[1]?.message
    expect(kept?.runtime?.privateItems).toBe(SIGNED)
    const [own] = sanitizeFor(kept ? [kept] : [], ANTHROPIC)
    expect(own?.runtime?.privateItems).toBe(SIGNED)
    const [other] = sanitizeFor(kept ? [kept] : [], SAMPLE_ORIGIN)
    expect(other?.runtime?.privateItems).toEqual([])
    expect(other?.toolCalls).toBe(kept?.toolCalls)
    expect(checkInvariants(reduced.projection)).toEqual([])
  })

  test('S-069 S-070 S-073 after a compaction what was there before it carries no encrypted state, automatic or manual', () => {
    const after = thought(ENCRYPTED, SAMPLE_ORIGIN, runtimeAt(START_MS + 10, { privateItems: ENCRYPTED }))
    const facts = factsOf([
      ask('a'),
      reply('b'),
      ask('c'),
      thought(ENCRYPTED, SAMPLE_ORIGIN),
      ask('d'),
      after,
    ])
    for (const kind of ['automatic', 'manual'] as const) {
      const projection = buildProjection(
        inputOf(facts, { event: eventAt(2, { kind, createdMs: START_MS + 5 }) }),
      )
      const messages = sanitizeFor(
        projection.map(({ message }) => message),
        SAMPLE_ORIGIN,
      )
      expect(messages.map(({ runtime }) => runtime?.privateItems.length ?? 0)).toEqual([0, 0, 0, 0, 1])
      expect(messages[2]?.content).toEqual([{ kind: 'text', text: 'said' }])
    }
  })

  test('S-073 a tool loop that was compacted while it ran keeps the signed thinking its provider asks back', () => {
    const step = thought(SIGNED, ANTHROPIC, { toolCalls: [read('a', 'x')] })
    const facts = factsOf([ask('old'), thought(SIGNED, ANTHROPIC), ask('go'), step, step])
    const event = eventAt(1, { createdMs: START_MS + 5 })
    const items = buildProjection(inputOf(facts, { event })).map(
      ({ message }) => message.runtime?.privateItems,
    )
    expect(items.slice(2)).toEqual([[], undefined, SIGNED, SIGNED])
  })

  test('S-068 S-070 B-12 a summarizer reads plain text without any private state or tool structure', () => {
    const message = thought(ENCRYPTED, SAMPLE_ORIGIN, { toolCalls: [read('a', 'x')] })
    const [read0] = serializeMessages([message], { resultCapChars: 100 })
    expect(read0?.text).not.toMatch(/AAA=|rs_1|readable|"tool_use"|"tool_calls"|encrypted/)
    expect(JSON.stringify(stripPrivate(message))).not.toContain('AAA=')
  })

  test('S-071 messages without private state come back as the same list', () => {
    const messages = [ask('a'), reply('b', [read('x', 'y')])]
    expect(sanitizeFor(messages, SAMPLE_ORIGIN)).toBe(messages)
  })
})
