import { describe, expect, test } from 'vitest'
import type { Message } from '../../../shared/thread/message.ts'
import { checkInvariants, endsWithUserOrResult } from '../../testing/invariants.ts'
import { ask, eventAt, factsOf, inputOf, read, reply } from '../../testing/sample-projection.ts'
import { buildProjection } from '../projection/build-projection.ts'
import type { Projection } from '../projection/projected-message.ts'
import { type CutContext, findCut } from './find-cut.ts'

const context: CutContext = { triggerTokens: 45_000, windowTokens: 60_000, keptFromIndex: 0 }
const TWO_THOUSAND = 'word '.repeat(2_000)

function projectionOf(messages: readonly Message[]): Projection {
  return buildProjection(inputOf(factsOf(messages)))
}

function talk(turns: number, text = 'done'): readonly Message[] {
  return Array.from({ length: turns }, (_, at) => [ask(`ask ${at}`), reply(text)]).flat()
}

function tenReads(): Message {
  return reply(
    '',
    Array.from({ length: 10 }, (_, at) => read(`f${at}.ts`, 'text')),
  )
}

/** The projection that a cut leads to, checked. */
function afterCut(messages: readonly Message[], index: number): Projection {
  const facts = factsOf(messages)
  const projection = buildProjection(inputOf(facts, { event: eventAt(index) }))
  expect(checkInvariants(projection)).toEqual([])
  return projection
}

describe('a safe cut', () => {
  test('B-01 S-048 S-049 "keep six messages" never keeps six of ten parallel results', () => {
    const running = [...talk(3), ask('read all'), tenReads()]
    const cut = findCut(projectionOf(running), { kind: 'messages', value: 6 }, context)
    expect(cut).toMatchObject({ kind: 'cut', index: 6 })
    expect(endsWithUserOrResult(afterCut(running, 6))).toBe(true)
    expect(findCut(projectionOf(running.slice(6)), { kind: 'messages', value: 6 }, context)).toEqual({
      kind: 'nothing',
      reason: 'fits-budget',
    })
    const over = [...running, reply('read'), ask('next')]
    const inside = findCut(projectionOf(over), { kind: 'messages', value: 6 }, context)
    expect(inside).toMatchObject({ kind: 'cut', index: 7, keptRequests: [6], moved: 13 - 6 })
    expect(afterCut(over, 7).flatMap(({ index }) => index ?? [])).toEqual([6, 7, 8, 9])
  })

  test('S-128 S-125 by tokens the cut moves forward to a safe place and never opens on a result', () => {
    const messages = [
      ...talk(2),
      ask('read'),
      reply('', [read('a', TWO_THOUSAND), read('b', TWO_THOUSAND)]),
      reply('ok'),
      ask('next'),
    ]
    const projection = projectionOf(messages)
    const cut = findCut(projection, { kind: 'tokens', value: 2_500, capOfTrigger: 0.5 }, context)
    expect(cut).toMatchObject({ kind: 'cut', index: 6, moved: 1, keptRequests: [4] })
    if (cut.kind === 'cut') expect(cut.keptTokens).toBeLessThanOrEqual(2_500)
    expect(afterCut(messages, 6)[2]?.message.role).toBe('assistant')
  })

  test('S-126 the tokens kept are at most their share of the trigger', () => {
    const messages = talk(40, TWO_THOUSAND)
    const cut = findCut(
      projectionOf(messages),
      { kind: 'tokens', value: 20_000, capOfTrigger: 0.5 },
      { ...context, triggerTokens: 16_000 },
    )
    expect(cut.kind === 'cut' && cut.keptTokens).toBeLessThanOrEqual(8_000)
    expect(cut.kind === 'cut' && cut.keptTokens).toBeGreaterThan(5_000)
  })

  test('C-02 turns and a share of the window lead to cuts of the same function', () => {
    const messages = talk(40, TWO_THOUSAND)
    const projection = projectionOf(messages)
    expect(findCut(projection, { kind: 'turns', value: 3 }, context)).toMatchObject({
      kind: 'cut',
      index: 74,
      moved: 0,
    })
    const share = findCut(projection, { kind: 'ratio', value: 0.1 }, context)
    expect(share.kind === 'cut' && share.keptTokens).toBeLessThanOrEqual(6_000)
    expect(share.kind === 'cut' && share.keptTokens).toBeGreaterThan(3_500)
  })
})

describe('what always stays', () => {
  test('S-034 the latest request stays, however large it is', () => {
    const messages = [...talk(3), ask('word '.repeat(70_000))]
    for (const keep of [
      { kind: 'tokens', value: 10, capOfTrigger: 0.5 },
      { kind: 'messages', value: 1 },
      { kind: 'turns', value: 1 },
      { kind: 'ratio', value: 0.1 },
    ] as const) {
      expect(findCut(projectionOf(messages), keep, context)).toMatchObject({ kind: 'cut', index: 6 })
    }
  })

  test('S-035 a running tool loop that is small enough stays whole, with its arguments and results', () => {
    const steps = Array.from({ length: 8 }, (_, at) => reply('', [read(`f${at}`, TWO_THOUSAND)]))
    const messages = [...talk(3), ask('go'), ...steps]
    const cut = findCut(projectionOf(messages), { kind: 'ratio', value: 0.1 }, context)
    expect(cut).toMatchObject({ kind: 'cut', index: 6 })
    expect(
      afterCut(messages, 6)
        .slice(1)
        .map(({ message }) => message),
    ).toEqual(
      factsOf(messages)
        .slice(6)
        .map(({ message }) => message),
    )
  })

  test('B-33 a loop longer than that is cut between two steps and its request stays in front', () => {
    const steps = Array.from({ length: 40 }, (_, at) => reply('', [read(`f${at}`, TWO_THOUSAND)]))
    const messages = [ask('the request'), ...steps]
    const cut = findCut(projectionOf(messages), { kind: 'ratio', value: 0.1 }, context)
    expect(cut).toMatchObject({ kind: 'cut', keptRequests: [0] })
    const index = cut.kind === 'cut' ? cut.index : 0
    expect(index).toBeGreaterThan(35)
    const projection = afterCut(messages, index)
    expect(projection[1]?.message.content).toEqual([{ kind: 'text', text: 'the request' }])
    expect(projection.filter(({ message }) => message.role === 'user')).toHaveLength(2)
    expect(endsWithUserOrResult(projection)).toBe(true)
  })

  test('B-03 calls that wait are never behind the cut', () => {
    const messages = [...talk(2), ask('go'), reply('', [read('a', null), read('b', null)])]
    const cut = findCut(projectionOf(messages), { kind: 'messages', value: 1 }, context)
    expect(cut).toMatchObject({ kind: 'cut', index: 4 })
    const early = [reply('', [read('a', null)]), ...talk(4)]
    expect(findCut(projectionOf(early), { kind: 'turns', value: 1 }, context)).toEqual({
      kind: 'nothing',
      reason: 'tools-running',
    })
  })
})

describe('nothing to cut', () => {
  test('S-129 a history within the budget is left as it is', () => {
    const keep = { kind: 'tokens', value: 20_000, capOfTrigger: 0.5 } as const
    expect(findCut(projectionOf(talk(4)), keep, context)).toEqual({ kind: 'nothing', reason: 'fits-budget' })
    expect(findCut([], keep, context)).toEqual({ kind: 'nothing', reason: 'nothing-to-fold' })
  })

  test('S-130 an earlier summary alone is not folded again', () => {
    const facts = factsOf(talk(6))
    const summaryMessage = { text: `## Goal\n${'word '.repeat(3_000)}`, sections: [] }
    const projection = buildProjection(inputOf(facts, { event: eventAt(10, { summaryMessage }) }))
    const keep = { kind: 'tokens', value: 1_000, capOfTrigger: 0.5 } as const
    expect(findCut(projection, keep, { ...context, keptFromIndex: 10 })).toEqual({
      kind: 'nothing',
      reason: 'only-a-summary',
    })
  })

  test('a request kept in front of a former cut is not cut at again', () => {
    const steps = Array.from({ length: 12 }, (_, at) => reply('', [read(`f${at}`, TWO_THOUSAND)]))
    const facts = factsOf([ask('go'), ...steps])
    const projection = buildProjection(inputOf(facts, { event: eventAt(6) }))
    const cut = findCut(
      projection,
      { kind: 'messages', value: 4 },
      { ...context, triggerTokens: 8_000, keptFromIndex: 6 },
    )
    expect(cut).toMatchObject({ kind: 'cut', index: 11, keptRequests: [0] })
  })
})
