import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSampleThread, sampleFolder, sampleThreads } from '../../testing/read-sample-thread.ts'
import { cutByTurns } from './cut-point.ts'
import { layOutThread } from './layout.ts'
import { openTurns } from './open-turns.ts'
import { type MessageSketch, sketchMessage } from './sketch.ts'

const user: MessageSketch = {
  role: 'user',
  isEmptyUser: false,
  isCheckpoint: false,
  metaTextScore: 0,
  metaFlag: null,
}
const assistant: MessageSketch = { ...user, role: 'assistant' }
const draft: MessageSketch = { ...user, isEmptyUser: true }
const checkpoint: MessageSketch = { ...user, isCheckpoint: true }
const reminder: MessageSketch = { ...user, metaTextScore: 3 }

const anySketch = fc
  .record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    isEmptyUser: fc.boolean(),
    isCheckpoint: fc.boolean(),
    metaTextScore: fc.nat(6),
    metaFlag: fc.constantFrom(null, true, false),
  })
  .map(
    (sketch): MessageSketch =>
      sketch.role === 'user'
        ? sketch
        : { ...sketch, isEmptyUser: false, isCheckpoint: false, metaTextScore: 0 },
  )

describe('layout of a thread', () => {
  test('S-177 a turn is a user message with all that follows it', () => {
    const { turns } = layOutThread([user, assistant, assistant, user, assistant])
    expect(turns).toEqual([
      { number: 1, from: 0, to: 3 },
      { number: 2, from: 3, to: 5 },
    ])
  })

  test('user messages in a row are turns of their own', () => {
    expect(layOutThread([user, user, user, assistant]).turns).toHaveLength(3)
  })

  test('S-187 the meta prompt is no turn, by score or by flag', () => {
    expect(layOutThread([reminder, user, assistant])).toMatchObject({
      metaPromptIndex: 0,
      turns: [{ from: 1 }],
    })
    expect(layOutThread([{ ...user, metaTextScore: 1 }, user]).metaPromptIndex).toBe(0)
    expect(layOutThread([{ ...user, metaTextScore: 2 }, assistant]).metaPromptIndex).toBeNull()
    expect(layOutThread([{ ...user, metaFlag: true }, assistant]).metaPromptIndex).toBe(0)
    expect(layOutThread([{ ...reminder, metaFlag: false }, user]).metaPromptIndex).toBeNull()
  })

  test('S-193 the checkpoint is no turn, first or behind the meta prompt', () => {
    expect(layOutThread([checkpoint, user, assistant])).toMatchObject({
      metaPromptIndex: null,
      checkpointIndex: 0,
      turns: [{ number: 1, from: 1, to: 3 }],
    })
    expect(layOutThread([reminder, checkpoint, user])).toMatchObject({
      metaPromptIndex: 0,
      checkpointIndex: 1,
    })
    expect(layOutThread([user, checkpoint, user]).checkpointIndex).toBeNull()
  })

  test('a checkpoint of another tool counts wherever it stands, the last one alone', () => {
    const imported = { ...checkpoint, standsForEarlier: true }
    const sketches = [
      user,
      assistant,
      imported,
      assistant,
      user,
      assistant,
      imported,
      assistant,
      user,
      assistant,
      user,
    ]
    const layout = layOutThread(sketches)
    expect(layout.checkpointIndex).toBe(6)
    expect(layout.turns.map(({ from, to }) => [from, to])).toEqual([
      [0, 4],
      [4, 6],
      [8, 10],
      [10, 11],
    ])
    expect(openTurns(layout).map(({ number }) => number)).toEqual([3, 4])
    expect(cutByTurns(layout, sketches.length, 1)).toEqual({
      kind: 'cut',
      index: 10,
      summarized: { from: 7, to: 10 },
      head: null,
      summarizedTurns: 1,
      keptTurns: 1,
    })
  })

  test('a message that no person typed opens no turn', () => {
    const context = { ...user, metaFlag: true }
    const typed = { ...user, metaFlag: false }
    const layout = layOutThread([context, context, typed, assistant, context, assistant, typed])
    expect(layout.metaPromptIndex).toBe(0)
    expect(layout.turns.map(({ from, to }) => [from, to])).toEqual([
      [2, 6],
      [6, 7],
    ])
  })

  test('a checkpoint is never the meta prompt, whatever its score', () => {
    expect(layOutThread([{ ...checkpoint, metaTextScore: 6 }, user]).metaPromptIndex).toBeNull()
  })

  test('an empty user message is a draft: no turn, behind the last turn at the end', () => {
    const layout = layOutThread([user, assistant, draft, assistant, user, assistant, draft])
    expect(layout.draftIndexes).toEqual([2, 6])
    expect(layout.turns).toEqual([
      { number: 1, from: 0, to: 4 },
      { number: 2, from: 4, to: 6 },
    ])
  })

  test('every message has exactly one place', () => {
    fc.assert(
      fc.property(fc.array(anySketch, { maxLength: 30 }), (sketches) => {
        const layout = layOutThread(sketches)
        const places = new Array<number>(sketches.length).fill(0)
        function claim(index: number): void {
          places[index] = (places[index] ?? 0) + 1
        }
        if (layout.metaPromptIndex !== null) claim(layout.metaPromptIndex)
        if (layout.checkpointIndex !== null) claim(layout.checkpointIndex)
        const firstTurn = layout.turns[0]?.from ?? sketches.length
        const start = Math.max(layout.metaPromptIndex ?? -1, layout.checkpointIndex ?? -1) + 1
        const end = layout.turns.at(-1)?.to ?? start
        for (let index = start; index < Math.min(firstTurn, sketches.length); index++) claim(index)
        for (const turn of layout.turns) for (let index = turn.from; index < turn.to; index++) claim(index)
        for (const index of layout.draftIndexes) if (index >= end && index >= firstTurn) claim(index)
        expect(places.every((count) => count === 1)).toBe(true)
        expect(layout.turns.map((turn) => turn.number)).toEqual(layout.turns.map((_, at) => at + 1))
      }),
    )
  })
})

describe('cut by turns', () => {
  test('S-178 eight turns, keep three: the first five are summarised', () => {
    const sketches = Array.from({ length: 8 }, () => [user, assistant]).flat()
    expect(cutByTurns(layOutThread(sketches), 16, 3)).toEqual({
      kind: 'cut',
      index: 10,
      summarized: { from: 0, to: 10 },
      head: null,
      summarizedTurns: 5,
      keptTurns: 3,
    })
  })

  test('S-185 S-191 the meta prompt and the former checkpoint are outside of what is summarised', () => {
    const sketches = [reminder, checkpoint, user, assistant, user, assistant]
    expect(cutByTurns(layOutThread(sketches), 6, 1)).toMatchObject({
      index: 4,
      summarized: { from: 2, to: 4 },
    })
  })

  test('S-160 S-179 fewer than two turns, or all kept: nothing to cut', () => {
    const two = layOutThread([user, assistant, user])
    expect(cutByTurns(layOutThread([user, assistant]), 2, 1)).toEqual({
      kind: 'nothing',
      reason: 'too-few-turns',
    })
    expect(cutByTurns(two, 3, 2)).toEqual({ kind: 'nothing', reason: 'all-kept' })
    expect(cutByTurns(two, 3, Number.POSITIVE_INFINITY)).toEqual({ kind: 'nothing', reason: 'all-kept' })
    for (const keep of [0, -4, Number.NaN, 1.9])
      expect(cutByTurns(two, 3, keep)).toMatchObject({ keptTurns: 1 })
  })

  test('S-037 from a message on: what is before it stays, a former checkpoint too', () => {
    const sketches = [reminder, checkpoint, user, assistant, assistant, user, assistant, user]
    const layout = layOutThread(sketches)
    expect(cutByTurns(layout, 8, 1, 4)).toEqual({
      kind: 'cut',
      index: 7,
      summarized: { from: 4, to: 7 },
      head: { from: 1, to: 4 },
      summarizedTurns: 2,
      keptTurns: 1,
    })
    for (const start of [null, 0, 2]) expect(cutByTurns(layout, 8, 1, start)).toMatchObject({ head: null })
    for (const behind of [7, 8, 99])
      expect(cutByTurns(layout, 8, 1, behind)).toEqual({ kind: 'nothing', reason: 'all-kept' })
  })

  test('S-193 a checkpoint further on opens no turn and is not the one at the start', () => {
    const layout = layOutThread([user, assistant, { ...checkpoint, metaFlag: true }, user, assistant])
    expect(layout).toMatchObject({ checkpointIndex: null, draftIndexes: [] })
    expect(layout.turns.map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [3, 5],
    ])
  })

  test('a cut falls on the first message of a turn, and drafts at the end are kept', () => {
    fc.assert(
      fc.property(
        fc.array(anySketch, { maxLength: 30 }),
        fc.integer({ min: -2, max: 20 }),
        (sketches, keep) => {
          const layout = layOutThread(sketches)
          const cut = cutByTurns(layout, sketches.length, keep)
          if (cut.kind === 'nothing') return
          expect(layout.turns.some((turn) => turn.from === cut.index)).toBe(true)
          expect(sketches[cut.index]).toMatchObject({ role: 'user', isEmptyUser: false })
          expect(cut.summarizedTurns + cut.keptTurns).toBe(layout.turns.length)
          expect(cut.summarizedTurns).toBeGreaterThan(0)
          expect(cut.summarized.from).toBeGreaterThan(
            Math.max(layout.metaPromptIndex ?? -1, layout.checkpointIndex ?? -1),
          )
          expect(cut.summarized.to).toBe(cut.index)
        },
      ),
    )
  })
})

const folder = sampleFolder()
if (!folder)
  process.stdout.write('layout.test: no sample threads beside the repository, their counts are not checked\n')

describe.skipIf(!folder)('sample threads', () => {
  test.each(folder ? sampleThreads(folder) : [])(
    '%s has its known turns, meta prompt and checkpoint',
    (name) => {
      const root = folder ?? ''
      const expected = JSON.parse(readFileSync(path.join(root, 'native-expected.json'), 'utf8'))[name]?.counts
      if (!expected) return
      const { messages, variables } = readSampleThread(path.join(root, name))
      const layout = layOutThread(messages.map((message) => sketchMessage(message, variables)))
      expect({
        turns: layout.turns.length,
        drafts: layout.draftIndexes.length,
        meta: layout.metaPromptIndex !== null,
        checkpoint: layout.checkpointIndex ?? -1,
      }).toEqual({
        turns: expected.userTurns - expected.emptyUserMessages,
        drafts: expected.emptyUserMessages,
        meta: expected.metaPrompt,
        checkpoint: expected.checkpointIndex,
      })
    },
  )
})
