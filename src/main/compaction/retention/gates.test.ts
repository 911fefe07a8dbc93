import { describe, expect, it } from 'vitest'
import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import { composeCheckpointBody } from '../checkpoint/compose.ts'
import { wrapCheckpoint } from '../checkpoint/wrapper.ts'
import { buildExtractiveCheckpoint } from '../extractive/build-checkpoint.ts'
import { extractFacts } from '../facts/extract-facts.ts'
import { mergeFacts } from '../facts/merge-facts.ts'
import { parseFacts } from '../facts/parse-facts.ts'
import { renderFacts } from '../facts/render-facts.ts'
import { measureDecay } from './decay.ts'
import { measureRetention } from './measure.ts'
import { type GeneratedRound, generateTranscript } from './testing/transcript-generator.ts'

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)
function plainCheckpoint(sections: readonly CheckpointSection[]): string {
  return wrapCheckpoint(composeCheckpointBody(sections))
}

const BUDGET_CHARS = 6_000

function compact(
  round: GeneratedRound,
  previous: readonly CheckpointSection[],
): readonly CheckpointSection[] {
  return buildExtractiveCheckpoint({
    messages: round.messages,
    previous,
    budgetChars: BUDGET_CHARS,
    instructions: '',
    upcoming: [],
    firstIndex: 0,
    firstTurn: 1,
  }).sections
}

function textOf(sections: readonly CheckpointSection[], key: CheckpointSection['key']): string {
  return sections.find((section) => section.key === key)?.text ?? ''
}

describe('gate 1: twenty generated transcripts, three rounds', () => {
  it.each(SEEDS)('holds rules, files and open tasks, and claims nothing of its own (seed %i)', (seed) => {
    let previous: readonly CheckpointSection[] = []
    for (const round of generateTranscript(seed).rounds) {
      const sections = compact(round, previous)
      const report = measureRetention({
        source: round.messages,
        previous,
        checkpoint: plainCheckpoint(sections),
        kept: [],
        firstTurn: 1,
      })
      expect(report.unsupported).toEqual([])
      expect(report.floors).toMatchObject({ rules: 1, modifiedPaths: 1, openTasks: 1 })
      // The generator knows what it planted; the report's own extraction is not asked.
      const rules = textOf(sections, 'rules').split('\n')
      for (const rule of round.rules) expect(rules).toContain(`- ${rule}`)
      for (const rule of round.retiredRules) expect(rules).not.toContain(`- ${rule}`)
      const files = textOf(sections, 'files-modified').split('\n')
      for (const path of round.changedPaths) expect(files).toContain(`- ${path}`)
      const plan = textOf(sections, 'plan')
      for (const task of round.openTasks)
        expect(plan).toMatch(new RegExp(`\\[${task.status}\\].*${task.text}`))
      for (const task of round.doneTasks)
        expect(plan).not.toMatch(new RegExp(`\\[(?:pending|in-progress)\\].*${task}`))
      expect(textOf(sections, 'errors')).toContain(round.unresolvedErrors.at(-1))
      expect(plainCheckpoint(sections).length).toBeLessThanOrEqual(BUDGET_CHARS)
      expect(plainCheckpoint(sections).match(/# Context checkpoint/g)).toHaveLength(1)
      previous = sections
    }
  })
})

describe('gate 2: the report names what a summarizer did wrong', () => {
  const round = generateTranscript(7).rounds[1] ?? generateTranscript(7).rounds[0]
  if (round === undefined) throw new Error('the generator made no rounds')
  const perfect = compact(round, [])
  function report(sections: readonly CheckpointSection[], text = plainCheckpoint(sections)) {
    return measureRetention({
      source: round?.messages ?? [],
      previous: [],
      checkpoint: text,
      kept: [],
      firstTurn: 1,
    })
  }
  function change(
    key: CheckpointSection['key'],
    edit: (text: string) => string,
  ): readonly CheckpointSection[] {
    return perfect.map((section) =>
      section.key === key ? { ...section, text: edit(section.text) } : section,
    )
  }

  it('finds nothing to say about a perfect one', () => {
    expect(report(perfect).floors).toEqual({ rules: 1, modifiedPaths: 1, openTasks: 1, unsupported: 0 })
  })

  it('names a dropped rule', () => {
    const rule = textOf(perfect, 'rules').split('\n')[0]?.slice(2) ?? ''
    const found = report(
      change('rules', (text) => text.split('\n').slice(1).join('\n')).map((section) =>
        section.lane === 'narrative' ? { ...section, text: section.text.replaceAll(rule, '') } : section,
      ),
    )
    expect(found.floors.rules).toBeLessThan(1)
    expect(found.notable).toContainEqual(
      expect.objectContaining({ class: 'rule', text: rule, state: 'missing' }),
    )
  })

  it('names a path that was changed by a letter', () => {
    const path = textOf(perfect, 'files-modified').split('\n')[0]?.slice(2) ?? ''
    const wrong = path.replace(/[\p{L}\w](\.\w+)$/u, 'q$1')
    const sections = perfect.map((section) => ({ ...section, text: section.text.replaceAll(path, wrong) }))
    const found = report(sections)
    expect(found.floors.modifiedPaths).toBeLessThan(1)
    expect(found.notable).toContainEqual(
      expect.objectContaining({ class: 'modified-path', text: path, state: 'mutated' }),
    )
    expect(found.unsupported.length).toBeGreaterThan(0)
  })

  it('names a finished task that came back as open', () => {
    const task = round.doneTasks[0] ?? ''
    const found = report(change('plan', (text) => text.replace(/\[done\]/, '[pending]')))
    expect(found.notable).toContainEqual(
      expect.objectContaining({ text: task, state: 'stale', found: 'pending' }),
    )
    expect(found.floors.openTasks).toBeLessThan(1)
  })

  it('names tests that are said to pass without a result that shows it', () => {
    const found = report(change('done', (text) => `${text}\n- All tests pass now.`))
    expect(found.unsupported).toContainEqual({ kind: 'success', text: 'All tests pass now.' })
  })

  it('accepts a build that a result shows', () => {
    expect(report(change('done', (text) => `${text}\n- The build succeeded.`)).unsupported).toEqual([])
  })

  it('finds everything missing in an empty one', () => {
    const found = report([])
    expect(found.floors).toMatchObject({ rules: 0, modifiedPaths: 0, openTasks: 0 })
    expect(found.score).toBe(0)
  })

  it('tells when it is longer than its source', () => {
    const { chars } = report(change('context', (text) => text + 'again and again '.repeat(400)))
    expect(chars?.checkpoint).toBeGreaterThan(chars?.source ?? 0)
  })

  it('finds what stood behind the place where it was cut off', () => {
    const text = plainCheckpoint(perfect)
    const found = report(perfect, text.slice(0, text.indexOf('### Files modified')))
    expect(found.floors.modifiedPaths).toBeLessThan(1)
  })

  it('tells numbers apart that differ by one digit', () => {
    const number = /port (\d+)/.exec(JSON.stringify(round.messages))?.[1] ?? ''
    const found = report(change('context', (text) => `${text}\n- It listens on port ${Number(number) + 5}.`))
    expect(found.unsupported).toContainEqual({ kind: 'number', text: String(Number(number) + 5) })
  })
})

describe('gate 3: the facts lane alone', () => {
  it.each(SEEDS)('loses no rule, file or open task over five rounds (seed %i)', (seed) => {
    const rounds = [...generateTranscript(seed).rounds, ...generateTranscript(seed + 100).rounds].slice(0, 5)
    let lane = extractFacts([], { firstIndex: 0, firstTurn: 1 })
    for (const round of rounds) {
      const next = extractFacts(round.messages, { firstIndex: 0, firstTurn: 1 })
      const merged = mergeFacts(lane, next)
      // Through the text, as a later compaction finds it.
      const read = parseFacts(renderFacts(merged, 20_000))
      const { share, lost } = measureDecay(lane, read, next)
      expect(lost).toEqual([])
      expect(share).toBe(1)
      lane = read
    }
  })

  it('would notice a fact that got lost', () => {
    const round = generateTranscript(1).rounds[0]
    const lane = extractFacts(round?.messages ?? [], { firstIndex: 0, firstTurn: 1 })
    const { share } = measureDecay(lane, { ...lane, rules: lane.rules.slice(1) }, lane)
    expect(share).toBeLessThan(1)
  })
})
