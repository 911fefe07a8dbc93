import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IDLE_TURN } from '../../shared/ipc/idle-turn.ts'
import type { CompactionNotice } from '../../shared/ipc/turn.ts'
import { reduceTurn, type TurnEvent } from './turn-reducer.ts'

const notice = (id: string, isOver: boolean): CompactionNotice => ({
  id,
  kind: 'automatic',
  startedMs: 1,
  messageCount: 1,
  tokensBefore: 1,
  reason: 'threshold',
  progress: null,
  outcome: isOver ? { kind: 'cancelled' } : null,
})
const approval = {
  id: 'a',
  index: 1,
  call: 0,
  tool: 't',
  subject: 's',
  arguments: '{}',
  covers: 'run' as const,
}

const event: fc.Arbitrary<TurnEvent> = fc.constantFrom<TurnEvent>(
  { kind: 'started', operation: 'turn', atMs: 5 },
  { kind: 'started', operation: 'compact', atMs: 6 },
  { kind: 'checking' },
  { kind: 'requested', replyIndex: 3 },
  { kind: 'streaming' },
  { kind: 'tools-started' },
  { kind: 'asked', approval },
  { kind: 'answered', id: 'a' },
  { kind: 'answered', id: 'b' },
  { kind: 'noticed', notice: notice('n', false) },
  { kind: 'noticed', notice: notice('n', true) },
  { kind: 'noticed', notice: notice('m', false) },
  { kind: 'asks-to-compact', isOn: true },
  { kind: 'queued', queue: [] },
  { kind: 'saved', isUnsaved: true, code: 'disk-full' },
  { kind: 'ended', failure: null },
)

test('whatever comes in whatever order: a question only in its phase, a start time only while something runs', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const state = events.reduce(reduceTurn, IDLE_TURN)
      expect(state.approval !== null).toBe(state.phase === 'approval')
      expect(state.startedMs !== null).toBe(state.phase !== 'idle')
      if (state.replyIndex !== null) expect(['waiting', 'streaming']).toContain(state.phase)
      expect(reduceTurn(state, { kind: 'ended', failure: null }).phase).toBe('idle')
    }),
    { numRuns: 2_000 },
  )
})

test('nothing that comes after the end makes a thread busy again', () => {
  fc.assert(
    fc.property(
      fc.array(
        event.filter(({ kind }) => kind !== 'started'),
        { maxLength: 20 },
      ),
      (events) => {
        expect(events.reduce(reduceTurn, IDLE_TURN).phase).toBe('idle')
      },
    ),
  )
})

test('B-61 I6 a compaction that has ended does not run again by late news of it', () => {
  const ended = reduceTurn(IDLE_TURN, { kind: 'noticed', notice: notice('n', true) })
  expect(reduceTurn(ended, { kind: 'noticed', notice: notice('n', false) })).toBe(ended)
})

test('a second start while something runs changes nothing', () => {
  const busy = reduceTurn(IDLE_TURN, { kind: 'started', operation: 'turn', atMs: 5 })
  expect(reduceTurn(busy, { kind: 'started', operation: 'compact', atMs: 6 })).toBe(busy)
})

test('what a compaction ended with is said until something else begins; a completed one stays for its divider', () => {
  const started: TurnEvent = { kind: 'started', operation: 'turn', atMs: 5 }
  const ended = reduceTurn(IDLE_TURN, { kind: 'noticed', notice: notice('n', true) })
  expect(ended.notice?.id).toBe('n')
  expect(reduceTurn(ended, started).notice).toBeNull()
  const done = { ...notice('m', true), outcome: { kind: 'completed' } } as CompactionNotice
  expect(reduceTurn({ ...IDLE_TURN, notice: done }, started).notice).toBe(done)
})
