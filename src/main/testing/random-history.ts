import fc from 'fast-check'
import type { JsonValue, Message, ToolCall } from '../../shared/thread/message.ts'
import { repairMessages } from '../compaction/boundary/repair.ts'
import type { Fact } from '../compaction/projection/projected-message.ts'
import { ask, factsOf, HOUR_MS, reply, runtimeAt, SAMPLE_ORIGIN, START_MS } from './sample-projection.ts'

/** Random histories per property; `PALIMPSEST_RUNS` lowers it for a quick look. */
export const RUNS = Number(process.env.PALIMPSEST_RUNS ?? 10_000)

/** Secret that stands in every private item, so that a test can look for it. */
export const PRIVATE_MARK = 'PRIVATE-STATE'

const TOOLS = [
  'read_file',
  'Grep',
  'glob',
  'web_search',
  'run_command',
  'write_file',
  'update_plan',
  'mcp__x__ask',
]

const words = fc.constantFrom(
  'plain words about the parser ',
  '漢字かな ',
  '👩‍👩‍👧‍👦é',
  'half \ud83d ',
  '{"json": [1, 2]} ',
  '[Cleared: x] ',
)
const text = fc
  .tuple(words, fc.constantFrom(0, 1, 3, 24), fc.nat(40))
  .map(([word, times, cut]) => word.repeat(times).slice(cut % 3))

const args: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: text.map((content): JsonValue => ({ path: 'src/a.ts', content, n: 3 })) },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>(null, 7, [1, 'x']) },
)

const call: fc.Arbitrary<ToolCall> = fc
  .record({
    id: fc.constantFrom('c1', 'c2', ''),
    name: fc.constantFrom(...TOOLS),
    args,
    result: fc.option(text, { freq: 12 }),
    isError: fc.boolean(),
    images: fc.constantFrom(0, 0, 0, 2),
  })
  .map(({ id, name, args: given, result, isError, images }) => ({
    id,
    name,
    arguments: given,
    partialArguments: null,
    output:
      result === null
        ? null
        : {
            isError,
            content: [
              { kind: 'text' as const, text: result },
              ...Array.from({ length: images }, () => ({
                kind: 'image' as const,
                mimeType: 'image/png',
                bytes: 900,
                source: { kind: 'inline' as const },
              })),
            ],
          },
  }))

const message: fc.Arbitrary<Message> = fc.oneof(
  { weight: 2, arbitrary: text.map((said) => ask(`ask ${said}`)) },
  {
    weight: 5,
    arbitrary: fc
      .record({ said: text, calls: fc.array(call, { maxLength: 3 }), isPrivate: fc.boolean() })
      .map(({ said, calls, isPrivate }) =>
        reply(
          said,
          calls,
          isPrivate
            ? {
                thinking: 'readable',
                hasPrivateReasoning: true,
                ...runtimeAt(0, { privateItems: [{ encrypted_content: PRIVATE_MARK }] }),
              }
            : runtimeAt(0),
        ),
      ),
  },
)

/** A repaired history with ids that may repeat or be empty, with times and now and then a long pause. */
export const history: fc.Arbitrary<readonly Fact[]> = fc
  .record({
    messages: fc.array(message, { minLength: 1, maxLength: 10 }),
    ids: fc.constantFrom('unique', 'same', 'none'),
    pauseAt: fc.nat(14),
  })
  .map(({ messages, ids, pauseAt }) => {
    const timed = messages.map((one, at): Message => {
      const atMs = START_MS + at * 1_000 + (at >= pauseAt ? 7 * HOUR_MS : 0)
      const runtime = one.runtime ?? runtimeAt(0, { origin: null }).runtime
      const origin = one.role === 'user' ? null : SAMPLE_ORIGIN
      const id = ids === 'unique' ? 'm' : ids === 'same' ? (at % 2 === 0 ? 'a' : 'b') : ''
      return { ...one, id, runtime: { ...runtime, atMs, origin } }
    })
    return factsOf(repairMessages(timed).messages)
  })
