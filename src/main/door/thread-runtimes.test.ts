import { expect, test, vi } from 'vitest'
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

/** One thread whose opening and closing end when a test says so. */
function slow() {
  const log: string[] = []
  const gates = new Map<string, () => void>()
  const gate = (name: string) => {
    log.push(name)
    return new Promise<void>((resolve) => gates.set(name, resolve))
  }
  let count = 0
  const all = new ThreadRuntimes({
    resolve: async (thread) => `/w/${thread}`,
    open: async () => {
      count += 1
      const own = count
      await gate(`open ${own}`)
      const runner = { state: IDLE, settle: async () => undefined }
      return { runner, close: () => gate(`close ${own}`) } as unknown as ThreadRuntime
    },
  })
  const pass = async (name: string) => {
    await vi.waitUntil(() => gates.has(name))
    gates.get(name)?.()
  }
  return { all, log, pass }
}

test('a file is not opened again before what held it is closed', async () => {
  const { all, log, pass } = slow()
  const first = all.get('a')
  await pass('open 1')
  await first
  const leaving = all.letGo('/w/a')
  const second = all.get('a')
  await vi.waitUntil(() => log.includes('close 1'))
  await new Promise(setImmediate)
  expect(log).toEqual(['open 1', 'close 1'])
  await pass('close 1')
  await pass('open 2')
  await Promise.all([leaving, second])
  expect(await second).not.toBe(await first)
  expect(all.at('/w/a')).toBe(await second)
})

test('a thread that is let go while it opens is not there afterwards', async () => {
  const { all, log, pass } = slow()
  const first = all.get('a')
  await vi.waitUntil(() => log.includes('open 1'))
  const leaving = all.letGo('/w/a')
  await pass('open 1')
  await first
  await pass('close 1')
  await leaving
  expect(all.at('/w/a')).toBeNull()
  expect(all.paths).toEqual([])
})

test('what a crash left could not be settled: the file is closed again', async () => {
  const closed: string[] = []
  const all = new ThreadRuntimes({
    resolve: async (thread) => `/w/${thread}`,
    open: async (thread) => {
      const runner = { state: IDLE, settle: () => Promise.reject(new Error('no')) }
      return { runner, close: async () => void closed.push(thread) } as unknown as ThreadRuntime
    },
  })
  await expect(all.get('a')).rejects.toThrow('no')
  expect(closed).toEqual(['a'])
  expect(all.paths).toEqual([])
})
