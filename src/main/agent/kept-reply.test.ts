import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatDelta } from '../providers/chat/chat-model.ts'
import { KeptReply, leftReply } from './kept-reply.ts'
import { ReplyDraft } from './reply-draft.ts'
import { MemoryThread } from './testing/memory-thread.ts'
import { ORIGIN } from './testing/start-runner.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000 }))
afterEach(() => void vi.useRealTimers())

const piece: fc.Arbitrary<ChatDelta> = fc.oneof(
  fc.record({ kind: fc.constantFrom('text', 'thinking'), text: fc.string({ unit: 'binary' }) }),
  fc.record({
    kind: fc.constant('call' as const),
    position: fc.integer({ min: 0, max: 2 }),
    name: fc.constantFrom('', 'read_file'),
    argumentsText: fc.string(),
  }),
)

test('B-07 what was kept is the reply as it had come, whatever the pieces and the pauses were', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, fc.integer({ min: 0, max: 900 }))), (pieces) => {
      const { parts } = new MemoryThread()
      const kept = new KeptReply(parts, { origin: ORIGIN, startedMs: Date.now() }, Date.now)
      const draft = new ReplyDraft()
      for (const [delta, pauseMs] of pieces) {
        draft.take(delta)
        kept.add(delta)
        vi.advanceTimersByTime(pauseMs)
      }
      vi.advanceTimersByTime(500)
      const left = leftReply(parts)
      if (draft.isEmpty) expect(left).toBeNull()
      else {
        const atMs = left?.runtime?.atMs ?? 0
        expect(left).toEqual(draft.partial('interrupted', ORIGIN, atMs, left?.durationMs ?? 0))
      }
    }),
  )
})

test('a long reply is written about once: each piece stands in one row, and rows come every half second', () => {
  const { parts } = new MemoryThread()
  const kept = new KeptReply(parts, { origin: ORIGIN, startedMs: 0 }, Date.now)
  for (let at = 0; at < 10_000; at += 1) {
    kept.add({ kind: 'text', text: 'some words' })
    if (at % 10 === 0) vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(500)
  const written = parts.list().reduce((sum, row) => sum + row.length, 0)
  expect(written).toBeLessThan(110_000)
  expect(parts.list().length).toBeLessThan(25)
})
