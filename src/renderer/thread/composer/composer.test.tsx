// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { CompactionOutcome } from '../../../shared/compact/event.ts'
import { AppError } from '../../../shared/ipc/errors.ts'
import { IDLE_TURN } from '../../../shared/ipc/idle-turn.ts'
import { fakeReport } from '../../testing/fake-runtime.ts'
import type { createRuntimeBridge } from '../../testing/runtime-bridge.ts'
import { sampleRows } from '../../testing/sample-rows.ts'
import { renderThread, THREAD } from '../testing/render-thread.tsx'

afterEach(cleanup)
vi.setConfig({ testTimeout: 30_000 })

const enter = { key: 'Enter', code: 'Enter' }

test('B-84 Enter that belongs to an input method sends nothing and runs nothing; the next plain one sends once', async () => {
  const { field, calls } = await renderThread()
  fireEvent.change(field, { target: { value: '还原之后顺序不能变' } })
  fireEvent.keyDown(field, { ...enter, isComposing: true })
  fireEvent.keyDown(field, { ...enter, keyCode: 229 })
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
  expect(calls('turn.send')).toHaveLength(0)
  expect(calls('turn.stop')).toHaveLength(0)
  fireEvent.keyDown(field, enter)
  await waitFor(() => expect(calls('turn.send')).toHaveLength(1))
  expect(calls('turn.send')[0]?.input).toEqual({ thread: THREAD, text: '还原之后顺序不能变' })
})
test('B-84 a composing Enter and arrows choose no command of the slash list', async () => {
  const { field, calls } = await renderThread()
  fireEvent.change(field, { target: { value: '/sto' } })
  expect(screen.getByRole('option', { name: /\/stop/ })).toBeTruthy()
  fireEvent.keyDown(field, { ...enter, isComposing: true })
  fireEvent.keyDown(field, { key: 'ArrowDown', keyCode: 229 })
  expect(calls('turn.stop')).toHaveLength(0)
  expect(field.value).toBe('/sto')
  fireEvent.keyDown(field, enter)
  await waitFor(() => expect(calls('turn.stop')).toHaveLength(1))
})
test('a complete name in the open list is run by the first Enter; an incomplete one is completed', async () => {
  const { field, calls } = await renderThread()
  fireEvent.change(field, { target: { value: '/compact' } })
  expect(screen.getByRole('option', { name: /\/compact/ })).toBeTruthy()
  fireEvent.keyDown(field, enter)
  await waitFor(() => expect(calls('context.compact')[0]?.input).toEqual({ thread: THREAD, focus: '' }))
  expect(field.value).toBe('')
  fireEvent.change(field, { target: { value: '/comp' } })
  fireEvent.keyDown(field, enter)
  expect(field.value).toBe('/compact ')
  expect(calls('context.compact')).toHaveLength(1)
})
test('without a provider there is one message with the way to the settings; it leaves when one is there', async () => {
  const view = await renderThread({ runtime: { refuseSend: new AppError('no-model', 'No model.') } })
  fireEvent.change(view.field, { target: { value: 'hello' } })
  fireEvent.keyDown(view.field, enter)
  const words = /No model is set up yet/
  const button = await screen.findByRole('button', { name: 'Providers…' })
  expect(screen.getAllByText(words)).toHaveLength(1)
  expect(view.field.value).toBe('hello')
  fireEvent.click(button)
  expect(view.onSettings).toHaveBeenCalledWith('providers')
  view.bridge.runtime.providerId = 'ollama'
  act(() => view.bridge.send('providers.changed', []))
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  expect(view.field.value).toBe('hello')
})
test('a reply that nobody can give says so once, also when it is asked for again', async () => {
  const failure = { code: 'no-model', message: 'No model.', details: null, params: {} } as const
  const refuse = () => {
    throw new AppError('no-model', 'No model.')
  }
  const { say, calls } = await renderThread({ requests: { 'turn.retry': refuse } })
  act(() => say({ failure }))
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(calls('turn.retry')).toHaveLength(1))
  expect(await screen.findAllByText(/No model is set up yet/)).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: 'Providers…' })).toHaveLength(1)
})
test('B-85 a draft is kept per thread, is there again after the view was away, and survives a compaction', async () => {
  const { field, bridge, unmount, say } = await renderThread()
  fireEvent.change(field, { target: { value: 'half a thought' } })
  // The view goes away before half a second has passed: what is unsaved is written then.
  unmount()
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      route: 'draft.save',
      input: { thread: THREAD, text: 'half a thought' },
    }),
  )
  say({ phase: 'compacting' })
  say({ phase: 'idle' })
  const again = await renderThread({ requests: { 'draft.get': bridgeDraft(bridge.calls) } })
  await waitFor(() => expect(again.field.value).toBe('half a thought'))
})
test('B-85 typing on is saved every half second, not put off by each key', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { field, calls } = await renderThread()
    for (let at = 1; at <= 8; at += 1) {
      fireEvent.change(field, { target: { value: 'x'.repeat(at) } })
      await act(() => vi.advanceTimersByTimeAsync(200))
    }
    expect(calls('draft.save').length).toBeGreaterThanOrEqual(2)
    expect(calls('draft.save').length).toBeLessThanOrEqual(4)
  } finally {
    vi.useRealTimers()
  }
})
test('B-85 I9 a failed send leaves the text in the field once, says why, and the next try sends it', async () => {
  const { field, calls, bridge } = await renderThread({
    runtime: { refuseSend: new AppError('disk-full', 'No room.') },
  })
  fireEvent.change(field, { target: { value: 'Run the suite' } })
  fireEvent.keyDown(field, enter)
  expect((await screen.findByText(/Not sent\..*disk is full/)).closest('[role="alert"]')).toBeTruthy()
  expect(field.value).toBe('Run the suite')
  expect(bridge.runtime.rows(THREAD).at(-1)?.kind).toBe('assistant')
  fireEvent.keyDown(field, enter)
  await waitFor(() => expect(field.value).toBe(''))
  expect(calls('turn.send')).toHaveLength(2)
  // Accepted: the draft is gone in main too, so that the text exists once.
  await waitFor(() => expect(calls('draft.save').at(-1)?.input).toEqual({ thread: THREAD, text: '' }))
})
test('B-85 Compact from the menu neither reads nor clears the draft', async () => {
  const Wizard = vi.fn(() => <p>wizard</p>)
  const { field, calls } = await renderThread({ slots: { CompactWizard: Wizard } })
  fireEvent.change(field, { target: { value: '/review x' } })
  const before = calls('draft.save').length
  fireEvent.click(screen.getByRole('button', { name: 'Compact…' }))
  expect(await screen.findByText('wizard')).toBeTruthy()
  expect(field.value).toBe('/review x')
  expect(calls('context.compact')).toHaveLength(0)
  expect(calls('draft.save').filter(({ input }) => JSON.stringify(input).includes('""'))).toHaveLength(0)
  expect(before).toBe(0)
})
test('an unknown command is never sent as text without asking', async () => {
  const { field, calls } = await renderThread()
  fireEvent.change(field, { target: { value: '/review x' } })
  fireEvent.keyDown(field, enter)
  expect(await screen.findByText('“/review” is no command. Send it as a message?')).toBeTruthy()
  expect(calls('turn.send')).toHaveLength(0)
  expect(field.value).toBe('/review x')
  fireEvent.click(screen.getByRole('button', { name: 'Send as a message' }))
  await waitFor(() => expect(calls('turn.send')[0]?.input).toEqual({ thread: THREAD, text: '/review x' }))
})
test('B-61 I8 /compact with words runs one compaction, however often Enter is pressed', async () => {
  let release: (() => void) | undefined
  const { field, calls } = await renderThread({
    requests: {
      'context.compact': () =>
        new Promise((resolve) => {
          release = () => resolve({ kind: 'cancelled' })
        }),
    },
  })
  for (let press = 0; press < 2; press += 1) {
    fireEvent.change(field, { target: { value: '/compact the journal' } })
    fireEvent.keyDown(field, enter)
  }
  await waitFor(() => expect(calls('context.compact')).toHaveLength(1))
  expect(calls('context.compact')[0]?.input).toEqual({ thread: THREAD, focus: 'the journal' })
  expect(calls('turn.send')).toHaveLength(0)
  release?.()
})
test('what comes into the field while its text is on its way is not taken away with it', async () => {
  const { promise, resolve } = Promise.withResolvers<{ kind: 'started' }>()
  const { field, calls } = await renderThread({ requests: { 'turn.send': () => promise } })
  fireEvent.change(field, { target: { value: 'first' } })
  fireEvent.keyDown(field, enter)
  await waitFor(() => expect(calls('turn.send')).toHaveLength(1))
  fireEvent.change(field, { target: { value: 'first\n\n> a quote' } })
  await act(async () => resolve({ kind: 'started' }))
  await waitFor(() => expect(field.value).toBe('> a quote'))
})
test('I9 a double click on Send sends once', async () => {
  const { field, calls } = await renderThread()
  fireEvent.change(field, { target: { value: 'once' } })
  const send = screen.getByRole('button', { name: 'Send' })
  fireEvent.click(send)
  fireEvent.click(send)
  await waitFor(() => expect(field.value).toBe(''))
  expect(calls('turn.send')).toHaveLength(1)
})
test('I9 a message that waits can be removed, sent at once, or taken back into the field after it left the queue', async () => {
  const { field, calls, say } = await renderThread()
  act(() => say({ phase: 'compacting' }))
  fireEvent.change(field, { target: { value: 'and then the docs' } })
  fireEvent.keyDown(field, enter)
  const queue = await screen.findByRole('list', { name: '1 message waits' })
  expect(within(queue).getByText('Waiting for compaction')).toBeTruthy()
  expect(within(queue).getByRole('button', { name: 'Send without compacting' })).toBeTruthy()
  fireEvent.click(within(queue).getByRole('button', { name: 'Edit' }))
  await waitFor(() => expect(field.value).toBe('and then the docs'))
  expect(calls('turn.unqueue')).toHaveLength(1)
  expect(screen.queryByRole('list', { name: /waits/ })).toBeNull()
})
test('a held message says so and waits for the person: send now, edit, remove', async () => {
  const { calls, say } = await renderThread()
  act(() => say({ queue: [{ id: 'q', text: 'and then the docs', waitsFor: 'person' }] }))
  const queue = await screen.findByRole('list', { name: '1 message waits' })
  expect(within(queue).getByText('Held. It is sent when you say so')).toBeTruthy()
  for (const name of ['Edit', 'Remove']) expect(within(queue).getByRole('button', { name })).toBeTruthy()
  fireEvent.click(within(queue).getByRole('button', { name: 'Send now' }))
  await waitFor(() => expect(calls('turn.sendNow')).toHaveLength(1))
})
test('Stop and Escape end what runs; typed words go on waiting in the field', async () => {
  const { field, calls, say } = await renderThread()
  act(() => say({ phase: 'streaming' }))
  fireEvent.change(field, { target: { value: 'next' } })
  fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(calls('turn.stop')).toHaveLength(1))
  expect(field.value).toBe('next')
})
test('S-158 the percentage is a bar above the input, 100 % where compaction fires, and never a live region', async () => {
  const { bridge } = await renderThread()
  const bar = await screen.findByRole('meter', { name: 'Context' })
  expect(bar.getAttribute('aria-valuenow')).toBe('83')
  expect(bar.getAttribute('aria-valuetext')).toMatch(
    /^124k of the 200k window\. 83\s% of the way to compaction at 150k\.$/,
  )
  expect(bar.closest('[aria-live], [role="status"], [role="alert"], [role="log"]')).toBeNull()
  act(() => bridge.send('context.changed', { thread: THREAD, report: fakeReport(150_000) }))
  expect(bar.getAttribute('aria-valuenow')).toBe('100')
  expect(bar.className).toContain('is-red')
})
test('a window that is not known gets no percentage', async () => {
  await renderThread({
    runtime: { report: fakeReport(124_300, { windowTokens: null, windowSource: null, triggerTokens: null }) },
  })
  const button = await screen.findByRole('button', { name: /Context/ })
  expect(button.textContent).toContain('124k · window unknown')
  expect(button.textContent).not.toContain('%')
})
test('where a fixed trigger fires is told with the share of the way, though the window is not known', async () => {
  const report = fakeReport(4_200, {
    basis: 'estimate',
    windowTokens: null,
    windowSource: null,
    triggerTokens: 100_000,
    percent: null,
  })
  await renderThread({ runtime: { report } })
  await userEvent.setup().click(await screen.findByRole('button', { name: /Context/ }))
  const sheet = await screen.findByRole('dialog', { name: 'What the next request is made of' })
  expect(within(sheet).getByText(/^Compacts at 100k: 4\s% of the way, 95\.8k left\.$/)).toBeTruthy()
})
test('S-096 the meter’s sheet names its parts and their limits, and the biggest items can be left out', async () => {
  const { calls } = await renderThread()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /Context/ }))
  const sheet = await screen.findByRole('dialog', { name: 'What the next request is made of' })
  expect(within(sheet).getByText('Tool schemas')).toBeTruthy()
  expect(within(sheet).getByText(/Every original message stays in the thread/)).toBeTruthy()
  await user.click(within(sheet).getByRole('button', { name: 'Exclude upload-session.ts' }))
  expect(calls('mark.set')[0]?.input).toEqual({ thread: THREAD, index: 2, kind: 'exclude', isOn: true })
})
test('the policy asks above the composer and takes an answer', async () => {
  const { calls } = await renderThread({
    runtime: { turn: { ...IDLE_TURN, asksToCompact: true }, report: fakeReport(152_000) },
  })
  expect(await screen.findByText('Context is 76 % full.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByText('Context is 76 % full.')).toBeNull())
  expect(calls('context.answerAsk')[0]?.input).toEqual({ thread: THREAD, answer: 'later' })
})
test('a main without a runtime shows the thread and no composer', async () => {
  const { createFakeBridge } = await import('../../testing/fake-bridge.ts')
  const { renderInApp } = await import('../../testing/render-app.tsx')
  const { ThreadView } = await import('../thread-view.tsx')
  const bridge = createFakeBridge({
    workspace: { threads: new Map([[THREAD, sampleRows({ turns: 2 })]]) },
    requests: {
      'turn.state': () => {
        throw new AppError('not-found', 'This is not built yet.')
      },
    },
  })
  const nothing = () => undefined
  renderInApp(
    <ThreadView
      thread={THREAD}
      isActive
      start={null}
      onPosition={nothing}
      onOpened={nothing}
      onFailed={nothing}
      onOpenThread={nothing}
      onApplied={nothing}
      dock={null}
      onDock={nothing}
      onRuntime={nothing}
    />,
    { bridge },
  )
  expect(await screen.findByRole('heading', { name: 'one' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  expect(screen.queryByRole('meter')).toBeNull()
})

/** What a second start of the program would read back. */
function bridgeDraft(calls: ReturnType<typeof createRuntimeBridge>['calls']) {
  return ({ thread }: { thread: string }) => {
    const saved = calls
      .filter(({ route }) => route === 'draft.save')
      // The inputs of this route are known.
      .map(({ input }) => input as { thread: string; text: string })
      .findLast((input) => input.thread === thread)
    return { text: saved?.text ?? '' }
  }
}

test('the meter tells what the next message costs, and says nothing where the price is unknown', async () => {
  const { bridge } = await renderThread({ runtime: { report: fakeReport(124_300, { nextCostUsd: 0.31 }) } })
  const meter = await screen.findByTitle(/Next message ≈ \$0\.31/)
  fireEvent.click(meter)
  expect(await screen.findByText(/^Next message ≈ \$0\.31/)).toBeTruthy()
  act(() =>
    bridge.send('context.changed', { thread: THREAD, report: fakeReport(124_300, { nextCostUsd: null }) }),
  )
  expect(screen.queryByText(/Next message/)).toBeNull()
  expect(meter.title).not.toContain('Next message')
})

test('without a database the field says before the first word what is lost at the end, and what is saved', async () => {
  await renderThread({
    requests: { 'app.notices': () => [{ code: 'database-newer', path: '/data/palimpsest.db' }] },
  })
  const note = await screen.findByRole('note')
  expect(note.textContent).toMatch(
    /What is said here is saved in the thread\. Lost when the program ends: checkpoints/,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Understood' }))
  expect(screen.queryByRole('note')).toBeNull()
})

test('words behind a command that was refused come back, unless others were written meanwhile', async () => {
  let end: (outcome: CompactionOutcome) => void = () => undefined
  const { field, calls } = await renderThread({
    requests: {
      'context.compact': () =>
        new Promise<CompactionOutcome>((done) => {
          end = done
        }),
    },
  })
  const compact = async (outcome: CompactionOutcome, meanwhile: string) => {
    const before = calls('context.compact').length
    fireEvent.change(field, { target: { value: '/compact keep the names of the files' } })
    fireEvent.keyDown(field, enter)
    expect(field.value).toBe('')
    await waitFor(() => expect(calls('context.compact')).toHaveLength(before + 1))
    if (meanwhile !== '') fireEvent.change(field, { target: { value: meanwhile } })
    await act(async () => end(outcome))
  }
  await compact({ kind: 'skipped', reason: 'already-running' }, '')
  await waitFor(() => expect(field.value).toBe('/compact keep the names of the files'))
  await compact({ kind: 'skipped', reason: 'already-running' }, 'something else')
  expect(field.value).toBe('something else')
  await compact({ kind: 'cancelled' }, '')
  expect(field.value).toBe('')
})

test.each(['/compact', '/compact keep the names'])(
  '%s that did not begin says why at the field, with the way to fold more, until the person writes on',
  async (words) => {
    const { field } = await renderThread({
      requests: { 'context.compact': () => ({ kind: 'skipped', reason: 'fits-budget' }) },
    })
    fireEvent.change(field, { target: { value: words } })
    fireEvent.keyDown(field, enter)
    const told = await screen.findByText('Nothing was compacted. The policy keeps all of it word for word.')
    expect(told.closest('[role="alert"]')).not.toBeNull()
    fireEvent.change(field, { target: { value: 'go on' } })
    expect(told.isConnected).toBe(false)
  },
)
