import { expect, test, vi } from 'vitest'
import { createClient } from '../bridge/client.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { type FakeCompactOptions, fakeCompact } from './testing/fake-compact.ts'
import { OPTIONS } from './testing/values.ts'
import { createWizardRunner } from './wizard-runner.ts'

function setUp(options: FakeCompactOptions = {}) {
  const compact = fakeCompact(options)
  const bridge = createFakeBridge({ requests: compact.requests, streams: compact.streams })
  const onApplied = vi.fn()
  const onClosed = vi.fn()
  const runner = createWizardRunner({
    client: createClient(bridge),
    thread: 'a.json',
    skipIntroduction: true,
    onApplied,
    onClosed,
  })
  const runKind = () => {
    const state = runner.store.getState()
    return state.kind === 'open' ? state.run?.kind : state.kind
  }
  return { ...compact, bridge, runner, runKind, onApplied, onClosed }
}

test('a preview streams in, is applied once and is not discarded', async () => {
  const { runner, runKind, onApplied, onClosed, log } = setUp()
  runner.send({ kind: 'start', options: OPTIONS })
  await vi.waitFor(() => expect(runKind()).toBe('ready'))
  runner.send({ kind: 'apply', folder: null })
  runner.send({ kind: 'apply', folder: null })
  await vi.waitFor(() => expect(onApplied).toHaveBeenCalledTimes(1))
  expect(log.applied).toEqual([{ folder: null }])
  expect(log.discarded).toEqual([])
  expect(onClosed).not.toHaveBeenCalled()
})

test('Stop cancels the stream in main and keeps the partial text', async () => {
  const { runner, runKind, log, held } = setUp({ pieceMs: 5 })
  runner.send({ kind: 'start', options: OPTIONS })
  await vi.waitFor(() => {
    const state = runner.store.getState()
    expect(
      state.kind === 'open' && state.run?.kind === 'streaming' && state.run.sections.length,
    ).toBeGreaterThan(2)
  })
  runner.send({ kind: 'stop' })
  expect(runKind()).toBe('stopped')
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(held.size).toBe(0)
  expect(log.started).toBe(1)
})

test('a refusal of the provider arrives with its code', async () => {
  const { runner, runKind } = setUp({ failure: 'rate-limit' })
  runner.send({ kind: 'start', options: OPTIONS })
  await vi.waitFor(() => expect(runKind()).toBe('failed'))
  const state = runner.store.getState()
  expect(state).toMatchObject({ run: { error: { code: 'rate-limit', details: 'HTTP 429' } } })
})

test('a full disk keeps the preview; the chosen folder is used for the second try', async () => {
  const { runner, runKind, onApplied, log } = setUp({ applyFailure: 'disk-full' })
  runner.send({ kind: 'start', options: OPTIONS })
  await vi.waitFor(() => expect(runKind()).toBe('ready'))
  runner.send({ kind: 'apply', folder: null })
  await vi.waitFor(() =>
    expect(runner.store.getState()).toMatchObject({ run: { applyError: { code: 'disk-full' } } }),
  )
  runner.send({ kind: 'apply', folder: '/media/usb' })
  await vi.waitFor(() => expect(onApplied).toHaveBeenCalledTimes(1))
  expect(log.applied).toEqual([{ folder: null }, { folder: '/media/usb' }])
})

test('a window that goes away mid-stream leaves no preview in main', async () => {
  const { runner, held } = setUp({ pieceMs: 2 })
  runner.send({ kind: 'start', options: OPTIONS })
  await new Promise((resolve) => setTimeout(resolve, 15))
  runner.send({ kind: 'dispose' })
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(runner.store.getState().kind).toBe('closed')
  expect(held.size).toBe(0)
})
