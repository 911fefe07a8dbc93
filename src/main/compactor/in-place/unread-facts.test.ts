import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../shared/thread/message.ts'
import { buildProjection } from '../../compaction/projection/build-projection.ts'
import { UnreadMessage } from '../../compaction/projection/unread-message.ts'
import { runSteps } from '../../compaction/steps.ts'
import { describeContext } from '../../compaction/tokens/context-report.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { answer, call, prompt, threadText } from '../../testing/thread-builder.ts'
import { openThreadFile, type ThreadFile } from '../../threads/thread-file.ts'
import { FileFacts } from './file-facts.ts'
import { readFact } from './read-fact.ts'
import { eventOf, startContext } from './testing/start-context.ts'
import { openContext, type ThreadContext } from './thread-context.ts'

/** More than are held in memory; one of them has a provider's count. */
const TURNS = 700
const COUNTED = 101
const MESSAGES = Array.from({ length: TURNS }, (_, at) => {
  const read = call(`c${at}`, 'read_file', { path: `src/part-${at}.ts` }, `line of ${at}\n`.repeat(at % 40))
  const reply = answer(`a${at}`, `Part ${at} is mended.`, [read])
  const usage = { input: 9_000, output: 20, cacheRead: 0, cacheWrite: 0, totalTokens: 9_020 }
  return [prompt(`u${at}`, `Mend part ${at}.`), at * 2 + 1 === COUNTED ? { ...reply, usage } : reply]
}).flat()

/** Facts that count how often one of them is read. */
class CountingFacts extends FileFacts {
  reads = 0
  readonly path: string
  readonly #file: ThreadFile

  constructor(file: ThreadFile) {
    super(file)
    this.path = file.path
    this.#file = file
  }

  /** Every message has been read into the file's index. */
  get isRead(): boolean {
    return this.#file.isIndexed
  }

  override readMessage(index: number): Message {
    this.reads += 1
    return super.readMessage(index)
  }

  costSteps() {
    return this.#file.indexSteps()
  }
}

async function openLong() {
  const path = join(temporaryFolder(), 'long.json')
  writeFileSync(path, threadText(MESSAGES))
  const facts = new CountingFacts(await openThreadFile(path))
  const started = await startContext(MESSAGES, { facts })
  const context = runSteps(openContext(facts, started.context.ports))
  return { ...started, facts, context }
}

function reportOf({ facts, family, projection, pressure, ports }: ThreadContext) {
  const { window } = ports.model()
  const spent = { tokens: 0, costUsd: 0, summaryTokens: 0, summaryCostUsd: 0 }
  return describeContext({
    head: facts.headTokens[family],
    projection,
    pressure,
    triggerTokens: 12_000,
    window,
    spent,
  })
}

describe('a long thread that nothing summarizes yet', () => {
  test('its size and its categories are told without its messages in memory', async () => {
    const { context, facts } = await openLong()
    expect(context.projection.filter((item) => item instanceof UnreadMessage)).toHaveLength(400)
    facts.reads = 0
    const report = reportOf(context)
    expect(report.categories.find(({ category }) => category === 'tool-results')?.tokens).toBeGreaterThan(
      1_000,
    )
    // The five biggest are named by their words.
    expect(facts.reads).toBeLessThanOrEqual(5)
  })

  test('list, size and report are those of the messages held in memory', async () => {
    const { context, facts } = await openLong()
    const all = Array.from({ length: facts.count }, (_, index) => readFact(facts, index, 'o200k'))
    const { event, overrides, marks, policy } = context
    const held = buildProjection({
      facts: all,
      event,
      overrides,
      marks,
      summaryForm: policy.summaryForm,
      layout: facts.layout,
    })
    const pressure = context.pressure
    const report = reportOf(context)
    runSteps(context.readSteps())
    expect(context.projection).toEqual(held)
    expect(context.pressure).toEqual(pressure)
    expect(reportOf(context)).toEqual(report)
  })

  test('S-062 a count of the provider is found where it is not in memory, without reading what came after it', async () => {
    const { facts, context: first } = await openLong()
    const ports = { ...first.ports, policy: () => ({ ...first.policy, hasFloor: false }) }
    facts.reads = 0
    const { pressure } = runSteps(openContext(facts, ports))
    expect(pressure).toMatchObject({ basis: 'usage', anchorIndex: COUNTED })
    expect(pressure.tokens).toBeGreaterThan(9_000)
    expect(facts.reads).toBeLessThan(1_010)
  })

  test('compaction reads it in slices and holds what stays', async () => {
    const { context, compactor, options } = await openLong()
    const outcome = await compactor.compact(context, { focus: '', segmentFrom: null }, options)
    expect(eventOf(outcome).cutoffIndex).toBeGreaterThan(1_000)
    expect(context.projection.some((item) => item instanceof UnreadMessage)).toBe(false)
  })

  test('a stop while it is read ends the compaction as cancelled', async () => {
    const { context, compactor, options, stop } = await openLong()
    stop.abort()
    expect(await compactor.compact(context, { focus: '', segmentFrom: null }, options)).toEqual({
      kind: 'cancelled',
    })
    expect(await compactor.check(context, options)).toMatchObject({ outcome: { kind: 'cancelled' } })
  })

  test('S-012 of a compacted thread nothing is read but what its list needs', async () => {
    const { context, compactor, options, facts } = await openLong()
    await compactor.compact(context, { focus: '', segmentFrom: null }, options)
    const cutoff = context.event?.cutoffIndex ?? 0
    const again = new CountingFacts(await openThreadFile(facts.path))
    runSteps(openContext(again, context.ports))
    expect(again.isRead).toBe(false)
    expect(again.reads).toBeLessThan(2 * (again.count - cutoff) + 10)
  })
})
