import { describe, expect, test } from 'vitest'
import type { Message } from '../../../shared/thread/message.ts'
import { checkEvent, checkInvariants, endsWithUserOrResult, hashMessages } from '../../testing/invariants.ts'
import { sampleCall } from '../../testing/message-samples.ts'
import {
  ask,
  eventAt,
  factsOf,
  inputOf,
  read,
  reply,
  runtimeAt,
  START_MS,
} from '../../testing/sample-projection.ts'
import { CANCELLED_RESULT, repairMessages } from '../boundary/repair.ts'
import { CHECKPOINT_SENTENCE } from '../checkpoint/wrapper.ts'
import { appendToProjection } from './append-to-projection.ts'
import { buildProjection } from './build-projection.ts'
import { idsOfFacts, locateCutoff, settleCutoff } from './locate-cutoff.ts'
import { neededFacts } from './needed-facts.ts'
import type { Projection } from './projected-message.ts'

/** What stands in each message, short. */
function outline(projection: Projection): readonly string[] {
  return projection.map(({ index, provenance, message }) => {
    const [part] = message.content
    const text = part?.kind === 'text' ? part.text.slice(0, 12) : '-'
    return `${provenance}:${index ?? ''}:${text}`
  })
}

function talk(turns: number): readonly Message[] {
  return Array.from({ length: turns }, (_, at) => [ask(`ask ${at}`), reply(`done ${at}`)]).flat()
}

describe('the list of the next request', () => {
  test('S-003 S-007 is the checkpoint and every message from the boundary on, nothing of what it replaced', () => {
    const facts = factsOf(talk(4))
    const projection = buildProjection(inputOf(facts, { event: eventAt(4) }))
    expect(outline(projection).slice(1)).toEqual([
      'fact:4:ask 2',
      'fact:5:done 2',
      'fact:6:ask 3',
      'fact:7:done 3',
    ])
    expect(projection[0]?.provenance).toBe('checkpoint')
    expect(JSON.stringify(projection)).not.toMatch(/ask [01]|done [01]/)
    expect(projection.slice(1).map(({ message }) => message)).toEqual(
      facts.slice(4).map(({ message }) => message),
    )
    expect(checkInvariants(projection)).toEqual([])
  })

  test('S-005 S-009 leaves the facts alone, and without the event the whole list is back', () => {
    const facts = factsOf(talk(4))
    const before = hashMessages(facts.map(({ message }) => message))
    const raw = buildProjection(inputOf(facts))
    buildProjection(inputOf(facts, { event: eventAt(4) }))
    expect(hashMessages(facts.map(({ message }) => message))).toBe(before)
    expect(buildProjection(inputOf(facts, { event: null }))).toEqual(raw)
    expect(raw.map(({ message }) => message)).toEqual(facts.map(({ message }) => message))
  })

  test('S-006 S-012 B-65 messages written after a compaction follow it, the newest of two checkpoints counts, and only what is needed is read', () => {
    const facts = factsOf(talk(30))
    const newest = eventAt(50, { id: 'e2', number: 2 })
    const layout = {
      metaPromptIndex: null,
      checkpointIndex: null,
      draftIndexes: [],
      turns: Array.from({ length: 30 }, (_, at) => ({ number: at + 1, from: at * 2, to: at * 2 + 2 })),
    }
    const first = buildProjection(inputOf(facts, { event: newest }))
    expect(first.map(({ index }) => index)).toEqual([null, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59])
    const ids = idsOfFacts(facts)
    const needed = neededFacts(newest, { total: 60, layout, pins: new Set(), ids })
    expect(needed).toEqual([
      { from: 48, to: 49 },
      { from: 50, to: 60 },
    ])
    const reopened = facts.filter(({ index }) => needed.some(({ from, to }) => index >= from && index < to))
    expect(buildProjection(inputOf(reopened, { event: newest }))).toEqual(first)
    const later = { ...ask('and now'), ...runtimeAt(START_MS + 1, { origin: null }) }
    const grown = factsOf([...facts.map(({ message }) => message), later])
    const extended = appendToProjection(first, inputOf(grown.slice(60), { event: newest }))
    expect(extended).toEqual(buildProjection(inputOf(grown, { event: newest })))
    expect(extended?.at(-1)?.message.content).toEqual(later.content)
    expect(checkInvariants(extended ?? [])).toEqual([])
  })

  test('S-185 S-187 S-186 stands in order: meta prompt, checkpoint, plan, files, pins, kept messages', () => {
    const facts = factsOf([ask('meta'), ...talk(4)])
    const event = eventAt(5, {
      restoration: {
        plan: '- [ ] ship',
        files: [{ path: 'a.ts', sha256: 'ff', tokens: 3, isCut: false, text: 'x </system-reminder> y' }],
      },
    })
    const marks = { pins: new Set([3]), excluded: new Set([6]), cleared: new Map() }
    const layout = { metaPromptIndex: 0, checkpointIndex: null }
    const projection = buildProjection(inputOf(facts, { event, marks, layout }))
    expect(projection.map(({ provenance, index }) => `${provenance} ${index}`)).toEqual([
      'meta 0',
      'checkpoint null',
      'restored null',
      'restored null',
      'pin 3',
      'fact 5',
      'fact 7',
      'fact 8',
    ])
    const file = JSON.stringify(projection[3]?.message.content)
    expect(file.match(/<\/system-reminder>/g)).toHaveLength(1)
    expect(checkInvariants(projection)).toEqual([])
    const withoutMeta = buildProjection(inputOf(facts, { event }))
    expect(withoutMeta[0]?.provenance).toBe('checkpoint')
    expect(withoutMeta[0]?.message.role).toBe('user')
  })

  test('S-034 B-33 the request of a turn that is cut inside stays word for word in front', () => {
    const steps = Array.from({ length: 6 }, (_, at) => reply('', [read(`f${at}.ts`, 'text')]))
    const facts = factsOf([...talk(1), ask('do it'), ask('and mind the tests'), ...steps])
    const projection = buildProjection(inputOf(facts, { event: eventAt(8) }))
    expect(projection.map(({ index }) => index)).toEqual([null, 2, 3, 8, 9])
    expect(endsWithUserOrResult(projection)).toBe(true)
    expect(checkInvariants(projection)).toEqual([])
  })

  test('S-037 a recent segment is replaced where it stood, what came before it stays in front', () => {
    const facts = factsOf(talk(5))
    const event = eventAt(8, { segment: { fromIndex: 4, fromMessageId: 'm4' } })
    const projection = buildProjection(inputOf(facts, { event }))
    expect(projection.map(({ index }) => index)).toEqual([0, 1, 2, 3, null, 8, 9])
  })

  test('S-136 S-137 no result of a compacted reply is sent', () => {
    const facts = factsOf([
      ask('a'),
      reply('', [read('x.ts', 'OLD-RESULT')]),
      ask('b'),
      reply('', [read('y', 'new')]),
    ])
    const projection = buildProjection(inputOf(facts, { event: eventAt(2) }))
    expect(JSON.stringify(projection)).not.toContain('OLD-RESULT')
    expect(facts).toHaveLength(4)
  })
})

describe('the invariants themselves', () => {
  test('I5 I9 I11 a run without gain, a message sent twice and a broken count are seen', () => {
    expect(checkEvent({ tokensBefore: 10, tokensAfter: 10 })).toEqual(['I5 a completed event without gain'])
    expect(checkEvent({ tokensBefore: Number.NaN, tokensAfter: 1 })).toEqual(['I11 tokens of the event'])
    expect(checkEvent({ tokensBefore: 10, tokensAfter: 9 })).toEqual([])
    const [one] = buildProjection(inputOf(factsOf([ask('a')])))
    const [waiting] = buildProjection(inputOf(factsOf([reply('', [read('x', null)])], 1)))
    if (!one || !waiting) throw new Error('no projection')
    expect(checkInvariants([one, one])).toEqual(['I9 message 1: sent twice', 'I9 out of order'])
    expect(checkInvariants([one, waiting])).toEqual(['I1 message 1: a call without a result'])
    expect(checkInvariants([{ ...one, tokens: 0.5 }])).toEqual(['I11 message 0: 0.5 tokens'])
    expect(checkInvariants([])).toEqual(['I2 the list is empty'])
  })
})

describe('the form of the summary', () => {
  test('C-04 S-184 the reminder is a user message, the bracketed form an assistant message, from one stored text', () => {
    const facts = factsOf(talk(2))
    const event = eventAt(2)
    const [reminder] = buildProjection(inputOf(facts, { event }))
    const [bracketed] = buildProjection(inputOf(facts, { event, summaryForm: 'bracketed' }))
    expect(reminder?.message.role).toBe('user')
    const lines = textOf(reminder?.message).split('\n')
    expect(lines.slice(0, 5)).toEqual([
      '<system-reminder>',
      CHECKPOINT_SENTENCE,
      '',
      '# Context checkpoint',
      '',
    ])
    expect(lines[5]).toBe('## Goal')
    expect(lines.at(-1)).toBe('</system-reminder>')
    expect(bracketed?.message.role).toBe('assistant')
    expect(textOf(bracketed?.message)).toMatch(
      /^\[Previous conversation summary\]\n## Goal\n- finish the parser\n\n[^\n]+$/,
    )
  })
})

describe('a boundary found again', () => {
  test('S-055 S-057 S-059 is where the id of the first kept message stands, also after positions shifted', () => {
    const facts = factsOf([
      ...talk(1),
      ...factsOf(talk(4)).map(({ message }) => ({ ...message, id: `x${message.id}` })),
    ])
    const event = { cutoffIndex: 4, cutoffMessageId: 'xm4' }
    expect(locateCutoff(event, idsOfFacts(facts))).toBe(6)
    const projection = buildProjection(inputOf(facts, { event: eventAt(4, event) }))
    expect(projection[1]?.message.id).toBe('xm4')
    expect(checkInvariants(projection)).toEqual([])
  })

  test('S-056 is the old place when the id is gone or was never there, and the nearest one when ids repeat', () => {
    const facts = factsOf(talk(4))
    expect(locateCutoff({ cutoffIndex: 4, cutoffMessageId: 'gone' }, idsOfFacts(facts))).toBe(4)
    expect(locateCutoff({ cutoffIndex: 5, cutoffMessageId: '' }, idsOfFacts(facts))).toBe(5)
    const same = factsOf(talk(4).map((message, at) => ({ ...message, id: at % 3 === 0 ? 'same' : 'other' })))
    expect(locateCutoff({ cutoffIndex: 5, cutoffMessageId: 'same' }, idsOfFacts(same))).toBe(6)
  })

  test('S-058 is checked again: it moves before calls that wait, and never opens on a result', () => {
    const facts = factsOf([ask('a'), reply('', [read('x', null)]), ask('b'), reply('c')])
    expect(settleCutoff(3, facts)).toBe(1)
    expect(settleCutoff(1, facts)).toBe(1)
    const projection = buildProjection(inputOf(facts, { event: eventAt(3) }))
    expect(projection.map(({ index }) => index)).toEqual([null, 0, 1, 2, 3])
  })
})

describe('repair and compaction together', () => {
  test('S-050 S-052 B-07 a call without result is cancelled inside its group, and prompt and compaction go on', () => {
    const group = reply('', [read('c1', 'one'), read('c2', null), read('c3', 'three')])
    const { messages } = repairMessages([ask('go'), group, ask('continue')])
    const facts = factsOf(messages)
    const projection = buildProjection(inputOf(facts))
    const outputs = projection[1]?.message.toolCalls.map(({ output }) => output?.content)
    expect(outputs?.[1]).toEqual([{ kind: 'text', text: CANCELLED_RESULT }])
    expect(projection[1]?.message.toolCalls).toHaveLength(3)
    expect(checkInvariants(projection)).toEqual([])
    expect(checkInvariants(buildProjection(inputOf(facts, { event: eventAt(2) })))).toEqual([])
  })

  test('B-04 S-051 a cancelled result never outlives its call, over three compactions in a row', () => {
    const raw = [ask('a'), reply('', [sampleCall('write_file', {}, null)]), ask('b'), ...talk(10)]
    const { messages } = repairMessages(raw)
    expect(repairMessages(messages).messages).toBe(messages)
    const facts = factsOf(messages)
    for (const cutoff of [2, 5, 11]) {
      const projection = buildProjection(inputOf(facts, { event: eventAt(cutoff) }))
      expect(JSON.stringify(projection)).not.toContain(CANCELLED_RESULT)
      expect(checkInvariants(projection)).toEqual([])
    }
    expect(checkInvariants(buildProjection(inputOf(facts, { event: eventAt(1) })))).toEqual([])
  })
})

describe('extending', () => {
  test('S-006 a reply whose calls were answered since replaces its place', () => {
    const waiting = factsOf([ask('a'), reply('', [read('x', null)])])
    const answered = factsOf([ask('a'), reply('', [read('x', 'text')])])
    const extended = appendToProjection(buildProjection(inputOf(waiting)), inputOf(answered.slice(1)))
    expect(extended).toEqual(buildProjection(inputOf(answered)))
  })

  test('S-187 asks for a rebuild when the second message shows that the first is a meta prompt', () => {
    const facts = factsOf([ask('meta'), ask('a')])
    const layout = { metaPromptIndex: 0, checkpointIndex: null }
    expect(
      appendToProjection(buildProjection(inputOf(facts.slice(0, 1))), inputOf(facts.slice(1), { layout })),
    ).toBeNull()
  })
})

function textOf(message: Message | undefined): string {
  const part = message?.content[0]
  return part?.kind === 'text' ? part.text : ''
}
