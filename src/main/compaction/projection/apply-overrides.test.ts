import { describe, expect, test } from 'vitest'
import { checkInvariants } from '../../testing/invariants.ts'
import { ask, factsOf, inputOf, read, reply } from '../../testing/sample-projection.ts'
import { applyOverrides } from './apply-overrides.ts'
import { buildProjection } from './build-projection.ts'
import type { Override } from './override.ts'

function output(index: number, messageId: string, text: string): Override {
  return { messageId, index, call: 0, step: 'snip', change: { kind: 'output', text }, filePath: null }
}

function collapsed(index: number, change: Override['change']): Override {
  return { messageId: `m${index}`, index, call: 0, step: 'collapse', change, filePath: null }
}

const messages = [
  ask('go'),
  ...[1, 2, 3, 4].map((at) => reply('', [read(`f${at}`, `text ${at}`)])),
  ask('next'),
]

describe('stored decisions', () => {
  test('S-059 follow their message when places have shifted', () => {
    const shifted = [{ ...ask('inserted'), id: 'new' }, ...factsOf(messages).map(({ message }) => message)]
    const projection = buildProjection(inputOf(factsOf(shifted), { overrides: [output(2, 'm2', 'short')] }))
    expect(JSON.stringify(projection[3])).toContain('short')
    expect(JSON.stringify(projection[2])).toContain('text 1')
  })

  test('S-059 are not carried out on another message that happens to have the same id', () => {
    const same = messages.map((message) => ({ ...message, id: 'same' }))
    const projection = buildProjection(inputOf(factsOf(same), { overrides: [output(2, 'gone', 'short')] }))
    expect(JSON.stringify(projection)).not.toContain('short')
    const byPlace = buildProjection(inputOf(factsOf(same), { overrides: [output(2, 'same', 'short')] }))
    expect(JSON.stringify(byPlace[2])).toContain('short')
    expect(JSON.stringify(byPlace).match(/short/g)).toHaveLength(1)
  })

  test('C-06 leave what a person pinned word for word, and give back what a pinned record stood for', () => {
    const overrides = [
      collapsed(1, { kind: 'output', text: '[Collapsed]' }),
      collapsed(2, { kind: 'remove-call' }),
      collapsed(3, { kind: 'remove-call' }),
    ]
    const facts = factsOf(messages)
    const reduced = buildProjection(inputOf(facts, { overrides }))
    expect(reduced.map(({ index }) => index)).toEqual([0, 1, 4, 5])
    const marks = { pins: new Set([1]), excluded: new Set<number>(), cleared: new Map() }
    const pinned = buildProjection(inputOf(facts, { overrides, marks }))
    expect(pinned.map(({ message }) => message)).toEqual(facts.map(({ message }) => message))
    const middle = buildProjection(inputOf(facts, { overrides, marks: { ...marks, pins: new Set([2]) } }))
    expect(middle.map(({ index }) => index)).toEqual([0, 1, 2, 4, 5])
    expect(JSON.stringify(middle[2])).toContain('text 2')
    for (const list of [reduced, pinned, middle]) expect(checkInvariants(list)).toEqual([])
  })

  test('a result that a person cleared is left out whatever was decided about it, its pair stays, and pins do not keep it', () => {
    const facts = factsOf(messages)
    const cleared = new Map([[2, new Set([0])]])
    const marks = { pins: new Set<number>(), excluded: new Set<number>(), cleared }
    const plain = buildProjection(inputOf(facts))
    const without = buildProjection(inputOf(facts, { marks }))
    expect(JSON.stringify(without)).not.toContain('text 2')
    const call = without[2]?.message.toolCalls[0]
    expect(call).toMatchObject({ name: 'read_file', arguments: { path: 'f2' }, output: { isError: false } })
    expect(without.filter((_, at) => at !== 2)).toEqual(plain.filter((_, at) => at !== 2))
    const snipped = buildProjection(inputOf(facts, { marks, overrides: [output(2, 'm2', 'snipped')] }))
    expect(snipped).toEqual(without)
    const pinned = buildProjection(inputOf(facts, { marks: { ...marks, pins: new Set([2]) } }))
    expect(pinned[2]?.message).toEqual(without[2]?.message)
    for (const list of [without, snipped, pinned]) expect(checkInvariants(list)).toEqual([])
  })

  test('a cleared result that is in the record of a collapsed run leaves the record, which speaks for other calls', () => {
    const overrides = [
      collapsed(1, { kind: 'output', text: '[Collapsed 3 finished look-ups]' }),
      collapsed(2, { kind: 'remove-call' }),
      collapsed(3, { kind: 'remove-call' }),
    ]
    const facts = factsOf(messages)
    const marks = {
      pins: new Set<number>(),
      excluded: new Set<number>(),
      cleared: new Map([
        [1, new Set([0])],
        [2, new Set([0])],
      ]),
    }
    expect(buildProjection(inputOf(facts, { overrides, marks }))).toEqual(
      buildProjection(inputOf(facts, { overrides })),
    )
  })

  test('of a cleared result nothing is sent that is longer: its marker is short, and the message costs less', () => {
    const long = [ask('go'), reply('', [read('src/a.ts', 'x'.repeat(9_000)), read('b', 'tiny')])]
    const facts = factsOf(long)
    const marks = {
      pins: new Set<number>(),
      excluded: new Set<number>(),
      cleared: new Map([[1, new Set([0, 1])]]),
    }
    const [, item] = buildProjection(inputOf(facts, { marks }))
    expect(item?.tokens).toBeLessThan(facts[1]?.tokens ?? 0)
    expect(JSON.stringify(item)).toContain('[Cleared: read_file src/a.ts (ok, 9000 chars)')
    expect(JSON.stringify(item)).toContain('"[Cleared: by the user]"')
  })

  test('the later decision about the same result wins, and ids, usage and times of the message stay', () => {
    const facts = factsOf(messages)
    const list = buildProjection(inputOf(facts))
    const done = applyOverrides(list, [output(1, 'm1', 'first'), output(1, 'm1', 'second')])
    const before = facts[1]?.message
    expect(done[1]?.message).toEqual({
      ...before,
      toolCalls: [
        { ...before?.toolCalls[0], output: { isError: false, content: [{ kind: 'text', text: 'second' }] } },
      ],
    })
    expect(applyOverrides(list, [output(99, 'm99', 'x')])).toBe(list)
  })
})
