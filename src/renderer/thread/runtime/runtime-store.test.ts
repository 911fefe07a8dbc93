import { expect, test, vi } from 'vitest'
import { AppError } from '../../../shared/ipc/errors.ts'
import { IDLE_TURN } from '../../../shared/ipc/idle-turn.ts'
import { createClient } from '../../bridge/client.ts'
import { fakeCheckpoint, fakeEvent, fakeNotice, fakeReport, piece } from '../../testing/fake-runtime.ts'
import { createRuntimeBridge } from '../../testing/runtime-bridge.ts'
import { wholeText } from './live-text.ts'
import { shownNotice } from './runtime-state.ts'
import { createRuntimeStore } from './runtime-store.ts'

const T = 'one.json'

/** A store with frames that the test draws itself. */
async function open(options: Parameters<typeof createRuntimeBridge>[0] = {}) {
  const bridge = createRuntimeBridge(options)
  const frames: (() => void)[] = []
  const store = createRuntimeStore(createClient(bridge), T, (run) => frames.push(run))
  const stop = store.start()
  await vi.waitFor(() => expect(store.getState().presence).not.toBe('unknown'))
  await vi.waitFor(() => expect(store.getState().provider).not.toBeNull())
  const say = (turn: Partial<typeof IDLE_TURN>) =>
    bridge.send('turn.changed', { thread: T, state: { ...IDLE_TURN, ...turn } })
  return { bridge, frames, store, stop, say }
}

test('B-81 4,000 pieces of a reply commit once per frame and carry every character', async () => {
  const { bridge, frames, store } = await open()
  let commits = 0
  store.subscribe(() => {
    commits += 1
  })
  let text = ''
  for (let at = 0; at < 4000; at += 1) {
    const word = `word ${at}${at % 40 === 0 ? '\n\n' : ' '}`
    text += word
    bridge.send('turn.delta', { thread: T, delta: piece(7, word) })
    // A frame comes after every fifty pieces.
    if (at % 50 === 49) for (const run of frames.splice(0)) run()
  }
  expect(commits).toBe(80)
  const { live } = store.getState()
  expect(live?.index).toBe(7)
  expect(live === null ? '' : wholeText(live.text)).toBe(text)
  // What is drawn again with each piece stays small, however long the reply is.
  expect(live?.text.tail.length).toBeLessThan(1000)
})
test('a provider chosen in another window is shown here too, with the numbers of its window', async () => {
  const { bridge, store } = await open()
  const asked = () => bridge.calls.filter(({ route }) => route === 'context.get').length
  const before = asked()
  const provider = { providerId: 'large', model: 'large-1', isDefault: false, missing: null }
  bridge.send('turn.provider', { thread: 'other.json', provider })
  expect(store.getState().provider?.providerId).toBeNull()
  bridge.send('turn.provider', { thread: T, provider })
  expect(store.getState().provider).toEqual(provider)
  await vi.waitFor(() => expect(asked()).toBe(before + 1))
})
test('pieces of another thread and of an earlier reply do not mix in', async () => {
  const { bridge, frames, store } = await open()
  bridge.send('turn.delta', { thread: 'other.json', delta: piece(7, 'no') })
  bridge.send('turn.delta', { thread: T, delta: piece(7, 'first') })
  bridge.send('turn.delta', { thread: T, delta: piece(9, 'second') })
  for (const run of frames.splice(0)) run()
  const { live } = store.getState()
  expect(live === null ? '' : wholeText(live.text)).toBe('second')
  store.settle(10)
  expect(store.getState().live).toBeNull()
})
test('S-091 S-092 I6 a compaction told twice is one notice, and its end takes the place of its start', async () => {
  const { store, say } = await open()
  say({ phase: 'compacting', notice: fakeNotice('checkpoint-1') })
  say({ phase: 'compacting', notice: fakeNotice('checkpoint-1', { progress: { pass: 2, passes: 2 } }) })
  expect(shownNotice(store.getState())).toMatchObject({ id: 'checkpoint-1', progress: { pass: 2 } })
  const event = fakeEvent(fakeCheckpoint(1))
  const ended = {
    phase: 'idle' as const,
    notice: fakeNotice('checkpoint-1', { outcome: { kind: 'completed', event } }),
  }
  say(ended)
  say(ended)
  expect(shownNotice(store.getState())).toBeNull()
  expect(store.getState().checkpoints.map(({ id }) => id)).toEqual(['checkpoint-1'])
})
test('B-80 between the notice and the divider there is no commit without either, and the meter has the new number in it', async () => {
  const { store, say, bridge } = await open()
  bridge.send('context.changed', { thread: T, report: fakeReport(162_400) })
  say({ phase: 'compacting', notice: fakeNotice('checkpoint-1') })
  const seen: string[] = []
  store.subscribe((state) => {
    const rows = [
      ...(shownNotice(state) === null ? [] : ['notice']),
      ...state.checkpoints.map(({ id }) => id),
    ]
    seen.push(`${rows.join(' ')} ${state.report?.usedTokens}`)
  })
  const event = fakeEvent(fakeCheckpoint(1))
  say({ phase: 'idle', notice: fakeNotice('checkpoint-1', { outcome: { kind: 'completed', event } }) })
  expect(seen).toEqual(['checkpoint-1 31200'])
})
test('a former checkpoint gives way to the new one at once', async () => {
  const { store, say } = await open({ runtime: { checkpoints: [fakeCheckpoint(1)] } })
  await vi.waitFor(() => expect(store.getState().checkpoints).toHaveLength(1))
  const event = fakeEvent(fakeCheckpoint(2))
  say({ notice: fakeNotice('checkpoint-2', { outcome: { kind: 'completed', event } }) })
  expect(store.getState().checkpoints.map(({ number, state }) => [number, state])).toEqual([
    [2, 'active'],
    [1, 'superseded'],
  ])
})
test('B-61 the same request twice at once is one request', async () => {
  const { store, bridge } = await open({ runtime: { checkpoints: [fakeCheckpoint(1)] } })
  await Promise.all([store.undo('checkpoint-1'), store.undo('checkpoint-1')])
  await Promise.all([store.send('hello'), store.send('hello')])
  const routes = bridge.calls.map(({ route }) => route)
  expect(routes.filter((route) => route === 'checkpoint.undo')).toHaveLength(1)
  expect(routes.filter((route) => route === 'turn.send')).toHaveLength(1)
})
test('another choice that is made while the first is on its way reaches main too', async () => {
  const { store, bridge } = await open({ runtime: {} })
  await Promise.all([
    store.setProvider('a'),
    store.setProvider('b'),
    store.mark(1, 'pin', true),
    store.mark(1, 'pin', false),
    store.send('one'),
    store.send('two'),
  ])
  const asked = (route: string) =>
    bridge.calls.filter((call) => call.route === route).map(({ input }) => input as object)
  expect(asked('turn.setProvider')).toMatchObject([{ providerId: 'a' }, { providerId: 'b' }])
  expect(asked('mark.set')).toMatchObject([{ isOn: true }, { isOn: false }])
  expect(asked('turn.send')).toMatchObject([{ text: 'one' }, { text: 'two' }])
})
test('B-82 after fifty openings and thirty stopped replies no listener is left', async () => {
  const bridge = createRuntimeBridge()
  let listeners = 0
  const counting = {
    ...bridge,
    on: ((event, listener) => {
      listeners += 1
      const stop = bridge.on(event, listener)
      return () => {
        listeners -= 1
        stop()
      }
    }) as typeof bridge.on,
  }
  const client = createClient(counting)
  for (let round = 0; round < 50; round += 1) {
    const store = createRuntimeStore(client, T, (run) => queueMicrotask(run))
    const stop = store.start()
    expect(listeners).toBe(6)
    if (round < 30) {
      bridge.send('turn.changed', { thread: T, state: { ...IDLE_TURN, phase: 'streaming', replyIndex: 3 } })
      bridge.send('turn.delta', { thread: T, delta: piece(3, 'half a ') })
      await store.stop()
    }
    stop()
    // What was under way when the view left changes nothing any more.
    const before = store.getState()
    await new Promise((resolve) => setTimeout(resolve))
    expect(store.getState()).toBe(before)
  }
  expect(listeners).toBe(0)
})
test('a main that cannot run turns leaves the thread readable', async () => {
  const bridge = createRuntimeBridge({
    requests: {
      'turn.state': () => {
        throw new AppError('not-found', 'This is not built yet.')
      },
    },
  })
  const store = createRuntimeStore(createClient(bridge), T)
  store.start()
  await vi.waitFor(() => expect(store.getState().presence).toBe('absent'))
  expect(bridge.calls.map(({ route }) => route)).toEqual(['turn.state'])
})
test('one part that cannot be read takes nothing else along', async () => {
  const { store } = await open({
    requests: {
      'context.get': () => {
        throw new AppError('io-failed', 'No.')
      },
    },
    runtime: { checkpoints: [fakeCheckpoint(1)] },
  })
  await vi.waitFor(() => expect(store.getState().checkpoints).toHaveLength(1))
  expect(store.getState().report).toBeNull()
  expect(store.getState().presence).toBe('present')
})
