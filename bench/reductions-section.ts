import { findCut } from '../src/main/compaction/boundary/find-cut.ts'
import { appendToProjection } from '../src/main/compaction/projection/append-to-projection.ts'
import { buildProjection, type ProjectionInput } from '../src/main/compaction/projection/build-projection.ts'
import type { Fact } from '../src/main/compaction/projection/projected-message.ts'
import { type CascadeContext, NOTHING_SETTLED, reduceInOrder } from '../src/main/compaction/reduce/cascade.ts'
import { collapse } from '../src/main/compaction/reduce/collapse.ts'
import { microcompact } from '../src/main/compaction/reduce/microcompact.ts'
import { snip } from '../src/main/compaction/reduce/snip.ts'
import { truncateArguments } from '../src/main/compaction/reduce/truncate-arguments.ts'
import { estimateMessageTokens } from '../src/main/compaction/tokens/estimate-message.ts'
import { InPlaceCompactor } from '../src/main/compactor/in-place/in-place-compactor.ts'
import type { ReductionSettings } from '../src/shared/compact/policy.ts'
import type { Message, ToolCall } from '../src/shared/thread/message.ts'
import { growingThread } from './growing-facts.ts'
import { measure } from './measure.ts'
import type { Section } from './section.ts'

/** Calls of the fast ones in one run: a single one is below the clock's step. */
const REPEATS = 100

const HOUR_MS = 3_600_000

const REDUCTIONS: ReductionSettings = {
  collapse: { isOn: true, keepLastMessages: 12 },
  truncateArguments: { isOn: true, maxChars: 2_000, keepLastMessages: 12 },
  microcompact: { isOn: true, pauseMs: 6 * HOUR_MS, keepResults: 5 },
  snip: { isOn: true, maxChars: 2_000, budgetTokens: 50_000, preserveLastMessages: 12, isStrict: false },
}

/**
 * Projection, each reduction and the decision after one new message over a thread that was never compacted: the
 * worst case, since a compacted one is never longer than its window. Turns of five messages with about 8 KB of output.
 */
export async function reductionsSection(messageCount: number): Promise<Section> {
  const facts = factsOf(agentTurns(messageCount))
  const input = inputOf(facts)
  const projection = buildProjection(input)
  const place = { settledIndex: 0, threadStem: 'thread', lastActivityMs: 0 }
  const context: CascadeContext = {
    nowMs: 7 * HOUR_MS,
    lastActivityMs: null,
    threadStem: 'thread',
    pressureTokens: 1,
    triggerTokens: 1,
    isForced: false,
    settled: NOTHING_SETTLED,
  }
  const first = reduceInOrder(projection, REDUCTIONS, context)
  const added = inputOf(factsOf([userMessage('One more question about the parser.')], facts.length))
  const next = appendToProjection(first.projection, added) ?? first.projection
  const settled = { ...context, settled: first.settled }
  const keep = { kind: 'tokens', value: 20_000, capOfTrigger: 0.5 } as const
  const window = { triggerTokens: 150_000, windowTokens: 200_000, keptFromIndex: 0 }
  const now = 7 * HOUR_MS
  const growing = growingThread(agentTurns(messageCount))
  const compactor = new InPlaceCompactor({ nowMs: () => 0, timeZone: 'UTC' })
  const check = () =>
    compactor.check(growing.context, { signal: new AbortController().signal, onNotice: () => undefined })
  // The first check decides about everything old; later ones are what a turn costs.
  await check()
  const figures = [
    await measure('full estimate', () => facts.map(({ message }) => estimateMessageTokens(message))),
    await measure('projection', () => buildProjection(input)),
    await measure('projection with stored decisions', () =>
      buildProjection({ ...input, overrides: first.overrides }),
    ),
    await measure('collapse, first run', () =>
      collapse(projection, { ...REDUCTIONS.collapse, ...place }, now),
    ),
    await measure('truncate, first run', () =>
      truncateArguments(projection, { ...REDUCTIONS.truncateArguments, ...place }, now),
    ),
    await measure('microcompact, first run', () =>
      microcompact(projection, { ...REDUCTIONS.microcompact, ...place }, now),
    ),
    await measure('snip, first run', () => snip(projection, { ...REDUCTIONS.snip, ...place }, now)),
    await measure('boundary', () => findCut(next, keep, window)),
    await measure(`one new message: append, ${REPEATS} times`, () =>
      repeat(() => appendToProjection(first.projection, added)),
    ),
    await measure(`one new message: reductions, ${REPEATS} times`, () =>
      repeat(() => reduceInOrder(next, REDUCTIONS, { ...settled, triggerTokens: null })),
    ),
    await measure(`one new message: the whole check before a call, ${REPEATS} times`, async () => {
      for (let run = 0; run < REPEATS; run += 1) {
        growing.add(userMessage('One more question about the parser.'))
        await check()
      }
    }),
    await measure(`reductions of one new message under pressure, ${REPEATS} times`, () =>
      repeat(() => reduceInOrder(next, REDUCTIONS, settled)),
    ),
  ]
  return { title: `Reductions, ${messageCount} messages`, figures, lines: [] }
}

function repeat(work: () => unknown): void {
  for (let run = 0; run < REPEATS; run += 1) work()
}

function agentTurns(messageCount: number): readonly Message[] {
  const line = 'A line of a file with some words in it, number '
  const output = (seed: number): string =>
    Array.from({ length: 50 }, (_, at) => `${line}${seed + at}\n`).join('')
  return Array.from({ length: Math.ceil(messageCount / 5) }, (_, turn): readonly Message[] => [
    userMessage(`Question ${turn}: what does the parser do here?`),
    assistantMessage('', [call('read_file', { path: `src/part-${turn}.ts` }, output(turn))]),
    assistantMessage('', [call('grep', { pattern: 'parse', path: 'src' }, output(turn))]),
    assistantMessage('', [call('run_command', { command: 'npm test' }, output(turn) + output(turn + 7))]),
    assistantMessage(`It reads tokens and builds a tree. Answer ${turn}.`, []),
  ])
    .flat()
    .slice(0, messageCount)
}

function call(name: string, args: ToolCall['arguments'], text: string): ToolCall {
  const output = { content: [{ kind: 'text' as const, text }], isError: false }
  return { id: 'c', name, arguments: args, partialArguments: null, output }
}

function userMessage(text: string): Message {
  return { ...assistantMessage(text, []), role: 'user' }
}

function assistantMessage(text: string, toolCalls: readonly ToolCall[]): Message {
  return {
    id: '',
    role: 'assistant',
    content: text === '' ? [] : [{ kind: 'text', text }],
    thinking: null,
    toolCalls,
    usage: null,
    durationMs: null,
    hasPrivateReasoning: false,
    metaFlag: null,
  }
}

function factsOf(messages: readonly Message[], from = 0): readonly Fact[] {
  return messages.map((message, at) => ({
    index: from + at,
    message,
    tokens: estimateMessageTokens(message),
  }))
}

function inputOf(facts: readonly Fact[]): ProjectionInput {
  return {
    facts,
    event: null,
    overrides: [],
    marks: { pins: new Set(), excluded: new Set(), cleared: new Map() },
    summaryForm: 'reminder',
    layout: { metaPromptIndex: null, checkpointIndex: null },
  }
}
