import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { TurnDelta } from '../../../shared/ipc/turn.ts'
import { createClient } from '../../bridge/client.ts'
import { piece } from '../../testing/fake-runtime.ts'
import { createRuntimeBridge } from '../../testing/runtime-bridge.ts'
import { wholeText } from './live-text.ts'
import { createRuntimeStore } from './runtime-store.ts'

const T = 'one.json'
const SOON = { interval: 1, timeout: 20_000 }

/** Pieces 1 to `words.length` of one reply. */
function reply(words: readonly string[]): readonly TurnDelta[] {
  return words.map((text, at) => piece(3, text, { seq: at + 1, thinking: `${at},` }))
}

/** What main would answer after it sent the first `count` of them. */
function wholeOf(pieces: readonly TurnDelta[], count: number): TurnDelta | null {
  const last = pieces[count - 1]
  if (last === undefined) return null
  const sent = pieces.slice(0, count)
  return {
    ...last,
    text: sent.map(({ text }) => text).join(''),
    thinking: sent.map(({ thinking }) => thinking).join(''),
  }
}

test('a window that comes in the middle of a reply shows all of it, without a gap and nothing twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
      // When the window begins to listen, when main answers, and when the answer is heard: as counts of pieces.
      fc.tuple(fc.nat(12), fc.nat(12), fc.nat(12)),
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      async (words, moments, framesAt) => {
        const pieces = reply(words)
        const [listens, answers, heard] = moments
          .map((at) => Math.min(at, pieces.length))
          .toSorted((a, b) => a - b)
        let release: () => void = () => undefined
        let sent = 0
        const answer = new Promise<void>((resolve) => {
          release = resolve
        })
        let asked = 0
        const bridge = createRuntimeBridge({
          requests: {
            'turn.state': async () => {
              asked += 1
              const isFirst = asked === 1
              const state = {
                ...bridge.runtime.turn,
                reply: isFirst ? wholeOf(pieces, answers ?? 0) : wholeOf(pieces, sent),
              }
              if (isFirst) await answer
              return state
            },
          },
        })
        const frames: (() => void)[] = []
        const store = createRuntimeStore(createClient(bridge), T, (run) => frames.push(run))
        sent = listens ?? 0
        store.start()
        for (; sent < pieces.length; ) {
          if (sent === heard) release()
          const next = pieces[sent]
          sent += 1
          if (next !== undefined) bridge.send('turn.delta', { thread: T, delta: next })
          if (framesAt[sent] === true) for (const run of frames.splice(0)) run()
          if (framesAt[sent] === true) await Promise.resolve()
        }
        release()
        await vi.waitFor(() => {
          for (const run of frames.splice(0)) run()
          const { live } = store.getState()
          expect(live === null ? '' : wholeText(live.text)).toBe(words.join(''))
          expect(live?.thinking).toBe(words.map((_, at) => `${at},`).join(''))
        }, SOON)
      },
    ),
    { numRuns: 200 },
  )
})
test('a piece that was lost on the way is asked for', async () => {
  const pieces = reply(['one ', 'two ', 'three'])
  const bridge = createRuntimeBridge({
    requests: { 'turn.state': () => ({ ...bridge.runtime.turn, reply: wholeOf(pieces, sent) }) },
  })
  let sent = 0
  const store = createRuntimeStore(createClient(bridge), T, (run) => queueMicrotask(run))
  store.start()
  await vi.waitFor(() => expect(store.getState().presence).toBe('present'))
  sent = 3
  for (const delta of [pieces[0], pieces[2]])
    if (delta !== undefined) bridge.send('turn.delta', { thread: T, delta })
  await vi.waitFor(() => {
    const { live } = store.getState()
    expect(live === null ? '' : wholeText(live.text)).toBe('one two three')
  })
})
test('what comes late of a reply that is a row already leaves no ghost, whichever way it comes', async () => {
  const pieces = reply(['one ', 'two'])
  let release: () => void = () => undefined
  const answer = new Promise<void>((resolve) => {
    release = resolve
  })
  const bridge = createRuntimeBridge({
    requests: {
      'turn.state': async () => {
        await answer
        return { ...bridge.runtime.turn, reply: wholeOf(pieces, 2) }
      },
    },
  })
  const frames: (() => void)[] = []
  const store = createRuntimeStore(createClient(bridge), T, (run) => frames.push(run))
  store.start()
  for (const delta of pieces) bridge.send('turn.delta', { thread: T, delta })
  store.settle(4)
  release()
  await vi.waitFor(() => expect(store.getState().presence).toBe('present'))
  for (const run of frames.splice(0)) run()
  expect(store.getState().live).toBeNull()
})
