import { describe, expect, test } from 'vitest'
import type { Message, ToolCall } from '../../../shared/thread/message.ts'
import { checkInvariants, checkOverrides, hashMessages } from '../../testing/invariants.ts'
import { sampleCall } from '../../testing/message-samples.ts'
import {
  ask,
  factsOf,
  HOUR_MS,
  inputOf,
  read,
  reply,
  runtimeAt,
  SAMPLE_REDUCTIONS,
  START_MS,
} from '../../testing/sample-projection.ts'
import { buildProjection } from '../projection/build-projection.ts'
import type { Projection } from '../projection/projected-message.ts'
import { type CascadeContext, NOTHING_SETTLED, reduceInOrder, withoutUnwritten } from './cascade.ts'
import { collapse } from './collapse.ts'
import { budgetMedia } from './media-budget.ts'
import { microcompact } from './microcompact.ts'
import { outputPath } from './output-path.ts'
import { snip } from './snip.ts'
import { truncateArguments } from './truncate-arguments.ts'

const NOW_MS = START_MS + 100 * HOUR_MS
const LONG = 'A line of a file with some words in it.\n'.repeat(100)
const collapseNow = { isOn: true, keepLastMessages: 0, settledIndex: 0 }

function projectionOf(messages: readonly Message[]): Projection {
  return buildProjection(inputOf(factsOf(messages)))
}

function resultOf(projection: Projection, index: number, call = 0): string {
  const item = projection.find((one) => one.index === index)
  const part = item?.message.toolCalls[call]?.output?.content[0]
  return part?.kind === 'text' ? part.text : ''
}

/** Requests and replies to stand behind old content: `count` messages on the wire. */
function recent(count: number): readonly Message[] {
  return Array.from({ length: count }, (_, at) => (at % 2 === 0 ? ask(`recent ${at}`) : reply(`said ${at}`)))
}

describe('collapse', () => {
  const run = [
    reply('', [sampleCall('read_file', { path: 'src/a.ts', offset: 10, limit: 31 }, LONG)]),
    reply('Looking on.', [sampleCall('grep', { pattern: 'parse', path: 'src' }, LONG)]),
    reply('', [sampleCall('glob', { pattern: '**/*.md' }, 'no such folder', true)]),
    reply('', [sampleCall('web_search', { query: 'json grammar' }, LONG)]),
  ]

  test('S-017 S-018 S-019 one record stands for a finished run and the last pair stays whole', () => {
    const projection = projectionOf([ask('look'), ...run, reply('done'), ask('next')])
    const reduced = collapse(projection, collapseNow, NOW_MS)
    expect(reduced.projection.map(({ index }) => index)).toEqual([0, 1, 2, 4, 5, 6])
    const record = resultOf(reduced.projection, 1)
    expect(record).toContain('read_file src/a.ts lines 10-40: ok\n')
    expect(record).toContain('grep "parse" in src: ok')
    expect(record).toContain('glob "**/*.md": failed')
    expect(reduced.projection[2]?.message.toolCalls).toEqual([])
    expect(reduced.projection[3]).toBe(projection[4])
    expect(reduced.report.tokensAfter).toBeLessThan(reduced.report.tokensBefore)
    expect(checkInvariants(reduced.projection)).toEqual([])
  })

  test('S-020 a run that waits, is young or belongs to the present turn is left alone', () => {
    const waiting = run.with(3, reply('', [read('b.ts', null)]))
    const settings = { ...collapseNow, keepLastMessages: 4 }
    const threads = [
      [ask('look'), ...waiting, ask('next')],
      [ask('look'), ...run, reply('done'), ask('next')],
      [ask('look'), ...run],
    ]
    for (const messages of threads) {
      const projection = projectionOf(messages)
      expect(collapse(projection, settings, NOW_MS).projection).toBe(projection)
    }
  })

  test('S-017 names of other programs are known, other tools end a run', () => {
    const named = ['Read', 'mcp__files__read_file', 'Grep', 'WebSearch'].map((name) =>
      reply('', [sampleCall(name, { path: 'a' }, LONG)]),
    )
    const known = collapse(projectionOf([ask('look'), ...named, ask('next')]), collapseNow, NOW_MS)
    expect(known.overrides).toHaveLength(3)
    const mixed = named.with(1, reply('', [sampleCall('run_command', { command: 'ls' }, LONG)]))
    const broken = collapse(projectionOf([ask('look'), ...mixed, ask('next')]), collapseNow, NOW_MS)
    expect(broken.overrides).toEqual([])
  })

  test('a removed call comes back when the message with the record is left out', () => {
    const facts = factsOf([ask('look'), ...run, ask('next')])
    const { overrides } = collapse(buildProjection(inputOf(facts)), collapseNow, NOW_MS)
    const marks = { pins: new Set<number>(), excluded: new Set([1]), cleared: new Map() }
    const projection = buildProjection(inputOf(facts, { overrides, marks }))
    expect(resultOf(projection, 2)).toBe(LONG)
    expect(checkInvariants(projection)).toEqual([])
  })
})

describe('truncate', () => {
  const settings = { isOn: true, maxChars: 600, keepLastMessages: 2, settledIndex: 0 }
  const given = { path: 'docs/a.md', content: 'x'.repeat(4_000), n: 3, nested: { k: ['y'.repeat(900)] } }

  test('B-20 S-021 S-022 only texts are shortened; keys, path, numbers, id, name and result stay; twice is the same', () => {
    const call = sampleCall('write_file', given, 'written')
    const projection = projectionOf([ask('write'), reply('', [call]), ...recent(3)])
    const reduced = truncateArguments(projection, settings, NOW_MS)
    const short = reduced.projection[1]?.message.toolCalls[0]
    const value = JSON.parse(JSON.stringify(short?.arguments))
    expect(Object.keys(value)).toEqual(['path', 'content', 'n', 'nested'])
    expect(value).toMatchObject({ path: 'docs/a.md', n: 3 })
    expect(value.content).toMatch(/^x+\[\.\.\. \d+ chars of this argument left out\]$/)
    expect(value.nested.k[0]).toMatch(/^y+\[\.\.\. \d+ chars of this argument left out\]$/)
    expect({ ...short, arguments: given }).toEqual(call)
    const again = truncateArguments(reduced.projection, settings, NOW_MS)
    expect(again.projection).toBe(reduced.projection)
    expect(checkOverrides(reduced.overrides)).toEqual([])
    expect(checkInvariants(reduced.projection)).toEqual([])
  })

  test('B-20 one long text is put into an object, and what is no JSON is never cut', () => {
    const text = sampleCall('apply_patch', 'z'.repeat(4_000), 'ok')
    const broken: ToolCall = { ...text, arguments: null, partialArguments: `not json ${'w'.repeat(4_000)}` }
    const projection = projectionOf([ask('patch'), reply('', [text, broken]), ...recent(3)])
    const reduced = truncateArguments(projection, settings, NOW_MS)
    const [first, second] = reduced.projection[1]?.message.toolCalls ?? []
    expect(first?.arguments).toEqual({ input: expect.stringMatching(/^z+\[\.\.\. \d+ chars/) })
    expect(second).toBe(broken)
  })

  test('S-053 a call whose shortened arguments would cost more tokens keeps them, also beside one that saves many', () => {
    const tight = { ...settings, maxChars: 60 }
    const words = 'plain words about the parser '.repeat(3)
    const little = sampleCall('write_file', { path: 'src/a.ts', content: words, n: 3 }, 'ok')
    const much = sampleCall('write_file', { path: 'src/b.ts', content: words.repeat(9) }, 'ok')
    const projection = projectionOf([ask('write'), reply('', [much, little]), ...recent(3)])
    const reduced = truncateArguments(projection, tight, NOW_MS)
    expect(reduced.overrides.map(({ call }) => call)).toEqual([0])
    expect(reduced.projection[1]?.message.toolCalls[1]).toBe(little)
  })

  test('plans and to-do lists keep their arguments: they are the state', () => {
    const plan = sampleCall('update_plan', { steps: 'step '.repeat(500) }, 'ok')
    const projection = projectionOf([ask('plan'), reply('', [plan]), ...recent(3)])
    expect(truncateArguments(projection, settings, NOW_MS).projection).toBe(projection)
  })

  test('S-021 S-022 young messages and calls that have not run keep their arguments', () => {
    const young = projectionOf([
      ask('write'),
      reply('', [sampleCall('write_file', given, 'ok')]),
      ask('next'),
    ])
    expect(truncateArguments(young, settings, NOW_MS).overrides).toEqual([])
    const waiting = projectionOf([ask('w'), reply('', [sampleCall('write_file', given, null)]), ...recent(3)])
    expect(truncateArguments(waiting, settings, NOW_MS).overrides).toEqual([])
  })
})

describe('microcompact', () => {
  const settings = {
    isOn: true,
    pauseMs: 6 * HOUR_MS,
    keepResults: 5,
    settledIndex: 0,
    threadStem: 'plan',
    lastActivityMs: null,
  }

  /** Nine reads of one turn within three minutes, then a request after a pause. */
  function resumed(pauseMs: number): readonly Message[] {
    const reads = Array.from({ length: 9 }, (_, at) =>
      reply('', [read(`f${at}.ts`, LONG)], runtimeAt(START_MS + at * 20_000)),
    )
    const lastMs = START_MS + 8 * 20_000
    return [
      ask('read', runtimeAt(START_MS - 1, { origin: null })),
      ...reads,
      ask('go on', runtimeAt(lastMs + pauseMs, { origin: null })),
    ]
  }

  test('S-023 S-026 below six hours nothing is cleared, at six hours it is', () => {
    const short = projectionOf(resumed(6 * HOUR_MS - 1))
    expect(microcompact(short, settings, START_MS + 6 * HOUR_MS).projection).toBe(short)
    expect(microcompact(projectionOf(resumed(6 * HOUR_MS)), settings, NOW_MS).overrides).toHaveLength(4)
  })

  test('S-024 S-025 S-027 B-53 old results become markers that name the call and the way back, the five newest stay', () => {
    const messages = resumed(7 * HOUR_MS)
    const before = hashMessages(messages)
    const projection = projectionOf(messages)
    const reduced = microcompact(projection, settings, START_MS + 7 * HOUR_MS)
    expect(resultOf(reduced.projection, 1)).toBe(
      `[Cleared: read_file f0.ts (ok, ${LONG.length} chars). Call read_file again to see it.]`,
    )
    expect(reduced.projection.slice(5)).toEqual(projection.slice(5))
    expect(hashMessages(messages)).toBe(before)
    expect(checkInvariants(reduced.projection)).toEqual([])
  })

  test('B-53 results of the present turn are never cleared, however long it has stood', () => {
    const messages = resumed(7 * HOUR_MS).slice(0, -1)
    const projection = projectionOf(messages)
    expect(microcompact(projection, settings, NOW_MS).projection).toBe(projection)
  })

  test('B-53 B-15 what a command printed goes to a file, and a short result is not replaced by a longer marker', () => {
    const calls = [
      sampleCall('run_command', { command: 'npm test' }, LONG, true),
      sampleCall('run_command', { command: 'true' }, '(no output)'),
      sampleCall('mcp__desk__ask_person', {}, LONG),
    ]
    const times = [START_MS, START_MS + 7 * HOUR_MS]
    const projection = projectionOf([
      ask('run'),
      reply('', calls, runtimeAt(times[0] ?? 0)),
      ask('next', runtimeAt(times[1] ?? 0, { origin: null })),
    ])
    const reduced = microcompact(projection, { ...settings, keepResults: 0 }, NOW_MS)
    const path = outputPath('plan', 'm1', 1, 0)
    expect(resultOf(reduced.projection, 1)).toBe(
      `[Cleared: run_command npm test (failed, ${LONG.length} chars). Full output: ${path}]`,
    )
    expect(reduced.files).toEqual([{ filePath: path, index: 1, messageId: 'm1', call: 0, text: LONG }])
    expect(reduced.overrides).toHaveLength(1)
  })
})

describe('snip', () => {
  const settings = {
    isOn: true,
    maxChars: 2_000,
    budgetTokens: 3_000,
    preserveLastMessages: 12,
    isStrict: false,
    settledIndex: 0,
    threadStem: 'plan',
  }
  const head = 'H'.repeat(500)
  const tail = 'T'.repeat(1_500)
  const output = `${head}${'word '.repeat(2_469)}${tail}`

  function thread(old: number, behind: number): Projection {
    const runs = Array.from({ length: old }, () =>
      reply('', [sampleCall('run_command', { command: 'x' }, output)]),
    )
    return projectionOf([ask('run'), ...runs, ...recent(behind)])
  }

  test('S-119 S-120 first quarter, mark with the real count and path, last three quarters', () => {
    const reduced = snip(thread(2, 12), { ...settings, budgetTokens: 0 }, NOW_MS)
    const path = outputPath('plan', 'm1', 1, 0)
    expect(resultOf(reduced.projection, 1)).toBe(
      `${head}[... 12345 chars snipped ... Full output: ${path}]${tail}`,
    )
    expect(reduced.files[0]).toEqual({ filePath: path, index: 1, messageId: 'm1', call: 0, text: output })
    expect(checkInvariants(reduced.projection)).toEqual([])
  })

  test('S-115 S-117 C-18 newest first: outputs that fit the budget stay, the older ones go', () => {
    const projection = thread(4, 12)
    const each = projection[1]?.tokens ?? 0
    const reduced = snip(projection, { ...settings, budgetTokens: each * 2 }, NOW_MS)
    expect(reduced.overrides.map(({ index }) => index)).toEqual([1, 2])
  })

  test('S-116 C-07 the last twelve messages on the wire are word for word, whatever the budget', () => {
    const atTwelve = snip(thread(1, 12), { ...settings, budgetTokens: 0 }, NOW_MS)
    expect(atTwelve.overrides).toHaveLength(1)
    const atEleven = snip(thread(1, 11), { ...settings, budgetTokens: 0 }, NOW_MS)
    expect(atEleven.overrides).toEqual([])
    const parallel = projectionOf([
      ask('run'),
      reply(
        '',
        Array.from({ length: 3 }, () => sampleCall('run_command', {}, output)),
      ),
      ...recent(11),
    ])
    const partly = snip(parallel, { ...settings, budgetTokens: 0 }, NOW_MS)
    expect(partly.overrides.map(({ call }) => call)).toEqual([0, 1])
  })

  test('S-118 C-18 short outputs stay when the budget is used up; strict trims every old one over the limit', () => {
    const short = projectionOf([ask('run'), reply('', [read('a', 's'.repeat(2_000))]), ...recent(12)])
    expect(snip(short, { ...settings, budgetTokens: 0 }, NOW_MS).overrides).toEqual([])
    const roomy = { ...settings, budgetTokens: 1_000_000 }
    expect(snip(thread(2, 12), roomy, NOW_MS).overrides).toEqual([])
    expect(snip(thread(2, 12), { ...roomy, isStrict: true }, NOW_MS).overrides).toHaveLength(2)
  })

  test('B-70 no border falls into a pair, a family emoji or behind a combining mark', () => {
    for (const sign of ['😀', '👩‍👩‍👧‍👦', 'e\u0301', '漢']) {
      for (let shift = 0; shift < sign.length; shift++) {
        const text = `${'.'.repeat(shift)}${sign.repeat(4_000)}`
        const projection = projectionOf([ask('run'), reply('', [read('a', text)]), ...recent(12)])
        const reduced = snip(projection, { ...settings, budgetTokens: 0 }, NOW_MS)
        const [before = '', after = ''] = resultOf(reduced.projection, 1).split(/\[\.\.\. \d+ chars[^\]]*\]/)
        expect(before.isWellFormed() && after.isWellFormed()).toBe(true)
        expect((before.length - shift) % sign.length).toBe(0)
        expect(after.length % sign.length).toBe(0)
        expect(checkOverrides(reduced.overrides)).toEqual([])
      }
    }
  })

  test('B-70 half a character that came from outside is not passed on by a decision', () => {
    const projection = projectionOf([
      ask('run'),
      reply('', [read('a', `\ud83d${output}\udc00`)]),
      ...recent(12),
    ])
    const reduced = snip(projection, { ...settings, budgetTokens: 0 }, NOW_MS)
    expect(reduced.overrides).toHaveLength(1)
    expect(checkOverrides(reduced.overrides)).toEqual([])
    expect(reduced.files[0]?.text).toContain('\ud83d')
  })
})

describe('media', () => {
  const picture = { kind: 'image', mimeType: 'image/png', bytes: 8_000, source: { kind: 'inline' } } as const

  test('B-29 the oldest pictures over the budget of bytes become counted placeholders', () => {
    const shots = Array.from({ length: 45 }, (_, at) => {
      const shot = {
        ...sampleCall('screenshot', {}, `shot ${at}`),
        output: { content: [picture], isError: false },
      }
      return reply('', [shot])
    })
    const projection = projectionOf([ask('watch'), ...shots])
    const reduced = budgetMedia(projection, { budgetBytes: 320_000, includesLatest: false }, NOW_MS)
    const kept = reduced.projection.filter(({ message }) => JSON.stringify(message).includes('"image"'))
    expect(kept.length).toBeGreaterThan(20)
    expect(kept.length * 10_668).toBeLessThanOrEqual(320_000)
    expect(reduced.projection.slice(-kept.length)).toEqual(kept)
    expect(resultOf(reduced.projection, 1)).toBe('[1 image left out, 8 kB]')
    expect(checkInvariants(reduced.projection)).toEqual([])
    const stripped = budgetMedia(projection, { budgetBytes: 0, includesLatest: true }, NOW_MS)
    expect(JSON.stringify(stripped.projection)).not.toContain('"image"')
  })
})

describe('the cascade', () => {
  const context: CascadeContext = {
    nowMs: START_MS + 7 * HOUR_MS + 1,
    lastActivityMs: START_MS,
    threadStem: 'plan',
    pressureTokens: 90_000,
    triggerTokens: 75_000,
    isForced: false,
    settled: NOTHING_SETTLED,
  }
  const big = 'some words of an old output '.repeat(3_000)
  const runs = Array.from({ length: 8 }, () => reply('', [sampleCall('mcp__x__report', {}, big)]))
  const messages = [ask('run'), ...runs, ...recent(12)]

  test('S-013 S-014 S-124 the steps run in order, without a model and without asking a breaker', () => {
    const { reports } = reduceInOrder(projectionOf(messages), SAMPLE_REDUCTIONS, context)
    expect(reports.map(({ step }) => step)).toEqual([
      'collapse',
      'truncate-arguments',
      'microcompact',
      'snip',
    ])
  })

  test('C-07 S-109 snip runs only while the pressure is still there after the steps before it', () => {
    const projection = projectionOf(messages)
    const under = reduceInOrder(projection, SAMPLE_REDUCTIONS, { ...context, pressureTokens: 74_999 })
    expect(under.reports.map(({ step }) => step)).not.toContain('snip')
    const over = reduceInOrder(projection, SAMPLE_REDUCTIONS, { ...context, pressureTokens: 75_000 })
    expect(over.overrides.map(({ step }) => step)).toContain('snip')
    const manual = reduceInOrder(projection, SAMPLE_REDUCTIONS, { ...context, triggerTokens: null })
    expect(manual.reports).toHaveLength(3)
    const looked = [1, 2, 3, 4].map((at) => reply('', [read(`f${at}.ts`, big)]))
    const collapsible = projectionOf([ask('look'), ...looked, ...recent(12)])
    const freed = reduceInOrder(collapsible, SAMPLE_REDUCTIONS, { ...context, pressureTokens: 75_000 })
    expect(freed.reports.map(({ step }) => step)).not.toContain('snip')
  })

  test('S-016 S-005 the facts are the same before and after every step', () => {
    const before = hashMessages(messages)
    reduceInOrder(projectionOf(messages), SAMPLE_REDUCTIONS, context)
    expect(hashMessages(messages)).toBe(before)
  })

  test('C-06 B-74 an output whose file could not be written is sent whole, the other decisions stand', () => {
    const projection = projectionOf(messages)
    const cascade = reduceInOrder(projection, SAMPLE_REDUCTIONS, { ...context, isForced: true })
    const [failed] = cascade.files
    const rest = withoutUnwritten(projection, cascade, new Set([failed?.filePath ?? '']), NOTHING_SETTLED)
    expect(rest.overrides).toHaveLength(cascade.overrides.length - 1)
    expect(resultOf(rest.projection, failed?.index ?? -1)).toBe(big)
    expect(rest.settled.snip).toBe(0)
    const facts = factsOf(messages)
    expect(buildProjection(inputOf(facts, { overrides: rest.overrides }))).toEqual(rest.projection)
  })

  test('S-122 S-159 a file is named by message, place and call, inside its folder, never shared', () => {
    const names = [
      outputPath('plan', 'm1', 1, 0),
      outputPath('plan', 'm1', 2, 0),
      outputPath('plan', '', 1, 0),
      outputPath('../..', '../../etc/passwd', 3, 0),
      outputPath('漢字', 'a:b', 3, 0),
      outputPath('文字', 'a:b', 3, 0),
      outputPath('con', 'x'.repeat(500), 3, 0),
    ]
    expect(names[0]).toBe('.palimpsest/tool-output/plan/m1-1-0.txt')
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) {
      expect(name).toMatch(/^\.palimpsest\/tool-output\/[\w.-]+\/[\w.-]+\.txt$/)
      expect(name.split('/')).not.toContain('..')
      expect(name.length).toBeLessThan(255)
    }
  })

  test('B-03 calls that wait are left alone by every step', () => {
    const waiting = [ask('go'), reply('', [read('a', LONG), read('b', null)]), ask('more')]
    const projection = projectionOf(waiting)
    const reduced = reduceInOrder(projection, SAMPLE_REDUCTIONS, { ...context, isForced: true })
    expect(reduced.projection).toBe(projection)
  })
})
