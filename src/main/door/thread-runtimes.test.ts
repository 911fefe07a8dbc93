import { expect, test } from 'vitest'
import type { TurnState } from '../../shared/ipc/turn.ts'
import type { ThreadRuntime } from './thread-runtime.ts'
import { ThreadRuntimes } from './thread-runtimes.ts'

const IDLE: TurnState = {
  phase: 'idle',
  startedMs: null,
  replyIndex: null,
  queue: [],
  approval: null,
  notice: null,
  failure: null,
  isUnsaved: false,
  asksToCompact: false,
}

/** Runtimes whose threads do what `states` says; `closed` fills as they are let go. */
function runtimes(states: { readonly [thread: string]: Partial<TurnState> } = {}) {
  const closed: string[] = []
  const opened: string[] = []
  const all = new ThreadRuntimes({
    resolve: async (thread) => `/w/${thread}`,
    open: async (thread) => {
      opened.push(thread)
      const runner = { state: { ...IDLE, ...states[thread] }, settle: async () => undefined }
      const close = async () => void closed.push(thread)
      // The list asks a runtime for nothing else.
      return { runner, close } as unknown as ThreadRuntime
    },
  })
  const visit = async (thread: string) => {
    all.shown(`/w/${thread}`)
    await all.get(thread)
    await all.left(`/w/${thread}`)
  }
  return { all, closed, opened, visit }
}

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

test('threads whose tabs were closed long ago are let go, the latest are held', async () => {
  const { all, closed, opened, visit } = runtimes()
  for (const name of NAMES) await visit(name)
  expect(closed).toEqual(['a', 'b', 'c'])
  expect(all.paths).toEqual(['/w/d', '/w/e', '/w/f', '/w/g'])
  await all.get('a')
  expect(opened).toEqual([...NAMES, 'a'])
})

test('what runs, waits, asks, failed or could not be saved is never let go', async () => {
  const busy: { readonly [thread: string]: Partial<TurnState> } = {
    a: { phase: 'streaming' },
    b: { queue: [{ id: 'q', text: 'next', waitsFor: 'turn' }] },
    c: { asksToCompact: true },
    d: { failure: { code: 'timeout', message: '', details: null, params: {} } },
    e: { isUnsaved: true },
  }
  const { closed, visit } = runtimes(busy)
  for (const name of NAMES) await visit(name)
  expect(closed).toEqual(['f', 'g'])
})

test('a thread that is shown again, or asked for by another window, counts as looked at', async () => {
  const { all, closed, visit } = runtimes()
  for (const name of NAMES.slice(0, 4)) await visit(name)
  all.shown('/w/a')
  await all.get('b')
  for (const name of NAMES.slice(4)) await visit(name)
  expect(closed).toEqual(['c'])
})
