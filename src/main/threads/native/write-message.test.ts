import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue, Message } from '../../../shared/thread/message.ts'
import { parseMessage } from './parse-message.ts'
import { type NewCall, type NewMessage, type NewPart, writeRecord } from './write-message.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 30 })
const count = fc.nat({ max: 2_000_000 })
const part: fc.Arbitrary<NewPart> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text }),
  fc
    .record({ mimeType: fc.constant('image/png'), bytes: fc.uint8Array({ maxLength: 20 }) })
    .map(({ mimeType, bytes }) => ({
      kind: 'image' as const,
      mimeType,
      base64: Buffer.from(bytes).toString('base64'),
    })),
  fc.record({
    kind: fc.constant('other' as const),
    type: fc.constant('audio'),
    json: fc.constant('{"type":"audio","n":1}'),
  }),
)
// A key `__proto__` cannot be told from a prototype when objects are compared here.
const json = fc
  .jsonValue({ maxDepth: 3, noUnicodeString: false })
  .filter((value) => !JSON.stringify(value).includes('__proto__'))
  // -0 is 0 in JSON, and numbers come back as they were printed.
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue)
const output = fc.record({ content: fc.array(part, { maxLength: 3 }), isError: fc.boolean() })
const call: fc.Arbitrary<NewCall> = fc
  .record({
    id: fc.oneof(fc.constant(''), text),
    name: text,
    arguments: json,
    partialArguments: fc.option(text),
    output: fc.option(output),
  })
  .map(({ output: given, ...rest }) => (given === null ? rest : { ...rest, output: given }))
const usage = fc.record({
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
  reasoning: fc.option(count),
  cost: fc.option(fc.double({ min: 0, max: 50, noNaN: true }).map(Math.abs)),
})
const approval = fc.record({
  call: count,
  askedMs: count,
  decision: fc.constantFrom('once' as const, 'thread' as const, 'never' as const, null),
  decidedMs: fc.option(count),
})
const runtime = fc.record({
  atMs: count,
  origin: fc.option(
    fc.record({
      protocol: fc.constantFrom('openai-chat' as const, 'openai-responses' as const, 'anthropic' as const),
      host: text,
      model: text,
      keyMark: text,
    }),
  ),
  ending: fc.constantFrom('complete' as const, 'length' as const, 'interrupted' as const, 'failed' as const),
  privateItems: fc.array(json, { maxLength: 3 }),
  approvals: fc.array(approval, { maxLength: 3 }),
})
const message = fc.record({
  role: fc.constantFrom('user' as const, 'assistant' as const),
  content: fc.array(part, { maxLength: 4 }),
  thinking: fc.option(text),
  toolCalls: fc.array(call, { maxLength: 4 }),
  usage: fc.option(usage),
  durationMs: fc.option(count),
  runtime,
})

function read(record: string): Message {
  return parseMessage(Buffer.from(record, 'utf8'), new Map()).message
}

/** What a message reads as once it is stored: pictures are described, not carried along. */
function stored(id: string, given: NewMessage): Message {
  const parts = (list: readonly NewPart[]) =>
    list.map((one) => {
      if (one.kind !== 'image') return one
      const bytes = Buffer.from(one.base64, 'base64').length
      return { kind: 'image', mimeType: one.mimeType, bytes, source: { kind: 'inline' } } as const
    })
  return {
    id,
    role: given.role,
    content: parts(given.content),
    thinking: given.thinking || null,
    toolCalls: (given.toolCalls ?? []).map(({ output: one, ...rest }) => ({
      ...rest,
      output: one === undefined ? null : { content: parts(one.content), isError: one.isError },
    })),
    usage: given.usage ?? null,
    durationMs: given.durationMs ?? null,
    hasPrivateReasoning: given.runtime.privateItems.length > 0,
    metaFlag: null,
    runtime: given.runtime,
  }
}

describe('writeRecord', () => {
  test('S-002 whatever is stored is read back as the same message: texts, calls, results, approvals, private items', () => {
    fc.assert(
      fc.property(message, (given) => {
        expect(read(writeRecord('m-1', given))).toEqual(stored('m-1', given))
      }),
      { numRuns: 1500 },
    )
  })

  test('B-70 halves of pairs are never stored, in whatever field they come', () => {
    const half = 'a\ud83d b\udc00'
    const record = writeRecord(half, {
      role: 'assistant',
      content: [{ kind: 'text', text: half }],
      thinking: half,
      toolCalls: [
        {
          id: half,
          name: half,
          arguments: { [half]: [half] },
          partialArguments: half,
          output: { content: [{ kind: 'text', text: half }], isError: false },
        },
      ],
      runtime: { atMs: 1, origin: null, ending: 'complete', privateItems: [{ t: half }], approvals: [] },
    })
    expect(record).not.toMatch(/\\ud[89a-f]/i)
    expect(record.isWellFormed()).toBe(true)
    expect(JSON.stringify(read(record))).toContain('a\ufffd b\ufffd')
  })

  test('a record of another program has no runtime, and one with a broken one is still read', () => {
    expect(read('{"id":"x","role":"user","content":[]}').runtime).toBeUndefined()
    const odd = read('{"id":"x","role":"user","content":[],"palimpsest":{"atMs":5,"origin":3,"ending":"?"}}')
    expect(odd.runtime).toEqual({
      atMs: 5,
      origin: null,
      ending: 'complete',
      privateItems: [],
      approvals: [],
    })
  })
})
