import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReductionSettings } from '../../../shared/compact/policy.ts'
import { checkInvariants, checkOverrides, hashMessages } from '../../testing/invariants.ts'
import { history, PRIVATE_MARK, RUNS } from '../../testing/random-history.ts'
import { eventAt, HOUR_MS, inputOf, SAMPLE_ORIGIN, START_MS } from '../../testing/sample-projection.ts'
import { findCut } from '../boundary/find-cut.ts'
import { isRequest } from '../boundary/request.ts'
import { appendToProjection } from '../projection/append-to-projection.ts'
import { applyOverrides } from '../projection/apply-overrides.ts'
import { buildProjection } from '../projection/build-projection.ts'
import type { Fact, Projection } from '../projection/projected-message.ts'
import { sanitizeFor } from '../sanitize/private-state.ts'
import { type CascadeContext, NOTHING_SETTLED, reduceInOrder } from './cascade.ts'
import { budgetMedia } from './media-budget.ts'

/** Small limits, so that short histories meet every reduction. */
const settings = fc.record<ReductionSettings>({
  collapse: fc.record({ isOn: fc.constant(true), keepLastMessages: fc.nat(3) }),
  truncateArguments: fc.record({
    isOn: fc.constant(true),
    maxChars: fc.constantFrom(60, 300),
    keepLastMessages: fc.nat(3),
  }),
  microcompact: fc.record({
    isOn: fc.boolean(),
    pauseMs: fc.constant(6 * HOUR_MS),
    keepResults: fc.nat(3),
  }),
  snip: fc.record({
    isOn: fc.constant(true),
    maxChars: fc.constantFrom(60, 200),
    budgetTokens: fc.constantFrom(0, 200, 2_000),
    preserveLastMessages: fc.nat(4),
    isStrict: fc.boolean(),
  }),
})

const context: CascadeContext = {
  nowMs: START_MS + 8 * HOUR_MS,
  lastActivityMs: null,
  threadStem: 'plan',
  pressureTokens: 1,
  triggerTokens: 1,
  isForced: true,
  settled: NOTHING_SETTLED,
}

/** Histories are made once and looked at by several properties of one run: making them is the larger part. */
function holds<T>(arbitrary: fc.Arbitrary<T>, predicate: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, predicate), { numRuns: RUNS })
}

function tokens(projection: Projection): number {
  return projection.reduce((sum, item) => sum + item.tokens, 0)
}

function latestRequest(facts: readonly Fact[]): Fact | undefined {
  return facts.findLast(({ message }) => isRequest(message))
}

describe('over random histories', () => {
  test('S-053 S-005 reductions keep pairs, facts, the latest request and the running turn, never enlarge, and run again do nothing', () => {
    holds(fc.tuple(history, settings), ([facts, wanted]) => {
      const before = hashMessages(facts.map(({ message }) => message))
      const projection = buildProjection(inputOf(facts))
      const reduced = reduceInOrder(projection, wanted, context)
      expect(checkInvariants(reduced.projection)).toEqual([])
      expect(checkOverrides(reduced.overrides)).toEqual([])
      expect(tokens(reduced.projection)).toBeLessThanOrEqual(tokens(projection))
      expect(hashMessages(facts.map(({ message }) => message))).toBe(before)
      const request = latestRequest(facts)
      const running = projection.slice(request ? request.index : 0)
      expect(reduced.projection.slice(-running.length)).toEqual(running)
      const again = reduceInOrder(reduced.projection, wanted, context)
      expect(again.overrides).toEqual([])
      expect(again.projection).toBe(reduced.projection)
      // With the marks of the first run it does not look again, and agrees.
      const marked = reduceInOrder(reduced.projection, wanted, { ...context, settled: reduced.settled })
      expect(marked.overrides).toEqual([])
      expect(marked.settled).toEqual(reduced.settled)
    })
  })

  test('C-06 stored decisions give the same bytes on the next request, and new ones only add', () => {
    holds(fc.tuple(history, settings, fc.nat(10)), ([facts, wanted, at]) => {
      const part = facts.slice(0, at)
      const first = reduceInOrder(buildProjection(inputOf(part)), wanted, context)
      const rebuilt = buildProjection(inputOf(part, { overrides: first.overrides }))
      expect(rebuilt).toEqual(first.projection)
      const next = buildProjection(inputOf(facts, { overrides: first.overrides }))
      expect(next.slice(0, rebuilt.length)).toEqual(rebuilt)
      const second = reduceInOrder(next, wanted, { ...context, settled: first.settled })
      const all = [...first.overrides, ...second.overrides]
      expect(buildProjection(inputOf(facts, { overrides: all }))).toEqual(second.projection)
      expect(checkInvariants(second.projection).filter((line) => !line.startsWith('I2'))).toEqual([])
    })
  })

  test('S-013 message by message, what is settled need not be looked at again: the same decisions as from the start', () => {
    const seen = new Map<string, number>()
    holds(fc.tuple(history, settings), ([facts, wanted]) => {
      let projection: Projection = []
      let settled = NOTHING_SETTLED
      const overrides = []
      for (const fact of facts) {
        const now = { ...context, nowMs: fact.message.runtime?.atMs ?? 0 }
        projection = appendToProjection(projection, inputOf([fact])) ?? []
        const whole = reduceInOrder(projection, wanted, now)
        const marked = reduceInOrder(projection, wanted, { ...now, settled })
        expect(marked.overrides).toEqual(whole.overrides)
        for (const { step } of marked.overrides) seen.set(step, (seen.get(step) ?? 0) + 1)
        overrides.push(...marked.overrides)
        projection = marked.projection
        settled = marked.settled
      }
      expect(buildProjection(inputOf(facts, { overrides }))).toEqual(projection)
    })
    // A property about decisions that are never made would show nothing.
    expect([...seen.keys()].sort()).toEqual(['collapse', 'microcompact', 'snip', 'truncate-arguments'])
    if (RUNS >= 1_000) for (const count of seen.values()) expect(count).toBeGreaterThan(RUNS / 100)
  })

  test('S-048 S-049 a cut is safe, keeps what must stay, and what follows it is one list with the rest', () => {
    const keep = fc.oneof(
      fc.record({
        kind: fc.constant('tokens' as const),
        value: fc.nat(1_500),
        capOfTrigger: fc.constant(0.5),
      }),
      fc.record({ kind: fc.constant('messages' as const), value: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ kind: fc.constant('turns' as const), value: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ kind: fc.constant('ratio' as const), value: fc.constantFrom(0.1, 0.5) }),
    )
    holds(fc.tuple(history, keep, fc.constantFrom(null, 600, 4_000)), ([facts, wanted, triggerTokens]) => {
      const raw = buildProjection(inputOf(facts))
      const cut = findCut(raw, wanted, { triggerTokens, windowTokens: triggerTokens, keptFromIndex: 0 })
      if (cut.kind === 'nothing') return
      const event = eventAt(cut.index, { cutoffMessageId: facts[cut.index]?.message.id ?? '' })
      const after = buildProjection(inputOf(facts, { event: { ...event, createdMs: context.nowMs } }))
      expect(checkInvariants(after)).toEqual([])
      const kept = after.flatMap(({ index }) => index ?? [])
      expect(kept).toEqual([...cut.keptRequests, ...facts.slice(cut.index).map((fact) => fact.index)])
      const request = latestRequest(facts)
      if (request) expect(kept).toContain(request.index)
      expect(cut.keptTokens).toBe(
        raw.filter(({ index }) => kept.includes(index ?? -1)).reduce((sum, item) => sum + item.tokens, 0),
      )
      expect(cut.moved).toBeGreaterThanOrEqual(0)
      expect(JSON.stringify(after)).not.toContain(PRIVATE_MARK)
      expect(buildProjection(inputOf(facts))).toEqual(raw)
    })
  })

  test('S-059 compaction after compaction, with reductions between, the list stays whole and the cut moves on', () => {
    const keep = { kind: 'messages', value: 3 } as const
    let cuts = 0
    holds(fc.tuple(history, settings, fc.nat(10)), ([facts, wanted, at]) => {
      const overrides = []
      let cutoff = 0
      for (const part of [facts.slice(0, at), facts]) {
        const event =
          cutoff > 0
            ? eventAt(cutoff, { cutoffMessageId: facts[cutoff]?.message.id ?? '', createdMs: START_MS })
            : null
        const reduced = reduceInOrder(buildProjection(inputOf(part, { event, overrides })), wanted, context)
        overrides.push(...reduced.overrides)
        const limits = { triggerTokens: 600, windowTokens: 800, keptFromIndex: cutoff }
        const cut = findCut(reduced.projection, keep, limits)
        if (cut.kind === 'nothing') continue
        cuts += 1
        expect(cut.index).toBeGreaterThan(cutoff)
        cutoff = cut.index
        const next = eventAt(cutoff, { cutoffMessageId: facts[cutoff]?.message.id ?? '' })
        const after = buildProjection(inputOf(part, { event: next, overrides }))
        expect(checkInvariants(after)).toEqual([])
        const old = after.flatMap(({ index }) => (index !== null && index < cutoff ? [index] : []))
        // A former cut between two requests in a row is undone for them: both are what the loop works on.
        expect(old.slice(old.length - cut.keptRequests.length)).toEqual(cut.keptRequests)
        for (const index of old) expect(part[index] && isRequest(part[index].message)).toBe(true)
        const request = latestRequest(part)
        if (request) expect(after.some(({ index }) => index === request.index)).toBe(true)
      }
    })
    expect(cuts).toBeGreaterThan(RUNS / 4)
  })

  test('S-006 S-009 a projection is a pure function; extended by new facts it equals a rebuild; undo restores it', () => {
    const marks = fc.record({
      pins: fc.uniqueArray(fc.nat(10), { maxLength: 3 }).map((all) => new Set(all)),
      excluded: fc.uniqueArray(fc.nat(10), { maxLength: 2 }).map((all) => new Set(all)),
      cleared: fc
        .uniqueArray(fc.tuple(fc.nat(10), fc.nat(2)), { maxLength: 3, selector: ([index]) => index })
        .map((all) => new Map(all.map(([index, call]) => [index, new Set([call])]))),
    })
    const input = fc.tuple(history, settings, marks, fc.nat(10), fc.nat(10))
    holds(input, ([facts, wanted, marked, cutoff, at]) => {
      const place = Math.min(cutoff, facts.length - 1)
      const reduced = reduceInOrder(buildProjection(inputOf(facts, { marks: marked })), wanted, context)
      const former = inputOf(facts, { marks: marked, overrides: reduced.overrides })
      expect(buildProjection(former)).toEqual(reduced.projection)
      const event = eventAt(place, {
        cutoffMessageId: facts[place]?.message.id ?? '',
        createdMs: facts[Math.min(at, facts.length - 1)]?.message.runtime?.atMs ?? 0,
      })
      const whole = { ...former, event }
      const built = buildProjection(whole)
      expect(buildProjection(structuredClone(whole))).toEqual(built)
      expect(checkInvariants(built).filter((line) => !line.startsWith('I2'))).toEqual([])
      const old = buildProjection({ ...whole, facts: facts.slice(0, at) })
      const extended = appendToProjection(old, {
        ...whole,
        facts: facts.slice(at),
      })
      if (extended && facts[place]?.index !== undefined && at > place) expect(extended).toEqual(built)
      expect(buildProjection({ ...whole, event: null })).toEqual(buildProjection(former))
    })
  })

  test('S-070 S-073 nothing private reaches another model, and its own model gets it whole or not at all', () => {
    holds(history, (facts) => {
      const messages = facts.map(({ message }) => message)
      const foreign = sanitizeFor(messages, { ...SAMPLE_ORIGIN, keyMark: 'other' })
      expect(JSON.stringify(foreign)).not.toContain(PRIVATE_MARK)
      expect(sanitizeFor(foreign, SAMPLE_ORIGIN)).toBe(foreign)
      sanitizeFor(messages, SAMPLE_ORIGIN).forEach((message, position) => {
        const items = message.runtime?.privateItems ?? []
        if (items.length > 0) expect(items).toBe(messages[position]?.runtime?.privateItems)
        expect(message.content).toEqual(messages[position]?.content)
        expect(message.toolCalls).toEqual(messages[position]?.toolCalls)
      })
    })
  })

  test('B-29 pictures over the budget go, the rest stays as it is, and run again nothing changes', () => {
    holds(
      fc.tuple(history, fc.constantFrom(0, 1_000, 5_000), fc.boolean()),
      ([facts, budgetBytes, includesLatest]) => {
        const projection = buildProjection(inputOf(facts))
        const reduced = budgetMedia(projection, { budgetBytes, includesLatest }, 0)
        expect(checkInvariants(reduced.projection)).toEqual([])
        expect(reduced.projection.length).toBe(projection.length)
        const again = budgetMedia(reduced.projection, { budgetBytes, includesLatest }, 0)
        expect(again.overrides).toEqual([])
        expect(applyOverrides(projection, reduced.overrides)).toEqual(reduced.projection)
        if (includesLatest) expect(pictureBytes(reduced.projection)).toBeLessThanOrEqual(budgetBytes)
      },
    )
  })
})

function pictureBytes(projection: Projection): number {
  const parts = projection.flatMap(({ message }) => [
    ...message.content,
    ...message.toolCalls.flatMap((call) => call.output?.content ?? []),
  ])
  return parts.reduce((sum, part) => sum + (part.kind === 'image' ? Math.ceil(part.bytes / 3) * 4 : 0), 0)
}
