// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError, toErrorValue } from '../../../shared/ipc/errors.ts'
import { IDLE_TURN } from '../../../shared/ipc/idle-turn.ts'
import {
  fakeCheckpoint,
  fakeEvent,
  fakeNotice,
  fakeReport,
  piece,
  replyRow,
  userRow,
} from '../../testing/fake-runtime.ts'
import { renderThread, THREAD } from '../testing/render-thread.tsx'

afterEach(cleanup)
vi.setConfig({ testTimeout: 30_000 })

type View = Awaited<ReturnType<typeof renderThread>>

const total = (view: View) => view.bridge.runtime.rows(THREAD).length
const delta = (view: View, index: number, text: string, more: Parameters<typeof piece>[2] = {}) =>
  view.bridge.send('turn.delta', { thread: THREAD, delta: piece(index, text, more) })
function append(view: View, row: ReturnType<typeof replyRow>) {
  const { runtime } = view.bridge
  const rows = [...runtime.rows(THREAD), row]
  runtime.setRows(THREAD, rows)
  view.bridge.send('thread.appended', { thread: THREAD, from: rows.length - 1, total: rows.length })
}
const noticeRows = () => document.querySelectorAll('[data-compaction]')

test('B-81 only the row that is being written is drawn again; settled rows stay the same nodes, untouched', async () => {
  const view = await renderThread()
  const index = total(view)
  act(() => view.say({ phase: 'streaming', replyIndex: index }))
  act(() => delta(view, index, 'The first paragraph.\n\n'))
  const live = await screen.findByRole('article', { name: 'Reply being written' })
  await waitFor(() => expect(live.textContent).toContain('The first paragraph.'))
  const settled = screen.getAllByRole('article').filter((row) => row !== live)
  const touched: Node[] = []
  const observer = new MutationObserver((records) => touched.push(...records.map(({ target }) => target)))
  for (const row of settled) observer.observe(row, { subtree: true, childList: true, characterData: true })
  const first = live.querySelector('.prose')
  for (let at = 0; at < 40; at += 1) act(() => delta(view, index, `word${at} `))
  await waitFor(() => expect(live.textContent).toContain('word39'))
  await new Promise((resolve) => setTimeout(resolve))
  observer.disconnect()
  expect(settled.length).toBeGreaterThan(3)
  expect(touched).toEqual([])
  expect(live.querySelector('.prose')).toBe(first)
})
test('a stored reply takes the place of the live one in one step and is announced once', async () => {
  const view = await renderThread()
  const index = total(view)
  act(() => view.say({ phase: 'streaming', replyIndex: index }))
  act(() => delta(view, index, 'It passes now.'))
  await screen.findByText('It passes now.')
  expect(screen.getByRole('log').getAttribute('aria-busy')).toBe('true')
  const heard: string[] = []
  const region = document.querySelector('.visually-hidden[role="status"]')
  const observer = new MutationObserver(() => heard.push(region?.textContent ?? ''))
  if (region !== null) observer.observe(region, { childList: true, characterData: true, subtree: true })
  act(() => view.say({ phase: 'tools' }))
  act(() => append(view, replyRow(index, 'It passes now.')))
  act(() => view.say({ phase: 'idle', replyIndex: null }))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Reply being written' })).toBeNull())
  expect(screen.getAllByText('It passes now.')).toHaveLength(1)
  observer.disconnect()
  expect(heard.filter((text) => text !== '')).toEqual(['Reply finished. It passes now.'])
  expect(screen.getByRole('log').getAttribute('aria-busy')).toBe('false')
})
test('reasoning is folded while it streams, and calls appear as they are written', async () => {
  const view = await renderThread()
  const index = total(view)
  act(() => view.say({ phase: 'streaming', replyIndex: index }))
  act(() =>
    delta(view, index, '', {
      thinking: 'The queue is rebuilt on start.',
      calls: [{ name: 'edit_file', argumentsText: '{"path":"src/res' }],
    }),
  )
  const live = await screen.findByRole('article', { name: 'Reply being written' })
  const fold = await within(live).findByRole('button', { name: 'Thinking' })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  expect(within(live).getByText('edit_file')).toBeTruthy()
  fireEvent.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('true')
})
test('a failed reply says why and offers Retry; after a partial one also Continue', async () => {
  const view = await renderThread()
  act(() => view.say({ failure: toErrorValue(new AppError('rate-limit', 'Too many.')) }))
  expect((await screen.findByText(/rate limit was reached/)).closest('[role="alert"]')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(view.calls('turn.continue')).toHaveLength(1))
  act(() => append(view, userRow(total(view), 'again') as ReturnType<typeof replyRow>))
  act(() => view.say({ phase: 'idle', failure: toErrorValue(new AppError('cancelled', 'Stopped.')) }))
  expect(await screen.findByText('Stopped. What came so far is kept.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(view.calls('turn.retry')).toHaveLength(1))
})
test('a tool that asks shows all its arguments, is told at once, and never has a button in focus by itself', async () => {
  const view = await renderThread()
  const approval = {
    id: 'a1',
    index: total(view) - 1,
    call: 0,
    tool: 'run_command',
    subject: 'rm -rf build',
    arguments: JSON.stringify({ command: 'rm -rf build', note: 'One\nTwo' }, null, 2),
    covers: 'run' as const,
  }
  act(() => view.say({ phase: 'approval', approval }))
  const card = await screen.findByRole('article', { name: 'Permission for run_command' })
  const shown = within(within(card).getByLabelText('Arguments'))
  expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['command', 'note'])
  expect(shown.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'rm -rf build',
    'One\nTwo',
  ])
  expect(document.activeElement?.tagName).not.toBe('BUTTON')
  const urgent = screen.getAllByRole('alert').map((region) => region.textContent)
  expect(urgent).toContain('run_command asks for permission: rm -rf build')
  const answers = within(card).getByRole('group')
  expect(
    within(answers)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Allow once', 'Allow in this thread', 'Never'])
  // What the second one would be about stands beside it.
  expect(card.textContent).toContain('covers this very command in this folder and no other')
  act(() => view.say({ phase: 'approval', approval: { ...approval, covers: 'write' } }))
  expect(card.textContent).toContain('any file of the workspace')
  fireEvent.click(within(answers).getByRole('button', { name: 'Never' }))
  await waitFor(() =>
    expect(view.calls('turn.answer')[0]?.input).toEqual({ thread: THREAD, id: 'a1', decision: 'never' }),
  )
})
test('B-80 I6 S-095 one row per compaction: started turns into its divider in place, with one notice while shown', async () => {
  const view = await renderThread()
  act(() => view.say({ phase: 'compacting', notice: fakeNotice('checkpoint-1') }))
  expect(await screen.findByText('pass 1 of 2')).toBeTruthy()
  expect(noticeRows()).toHaveLength(1)
  const cutoffIndex = total(view) - 3
  const event = fakeEvent(fakeCheckpoint(1, { cutoffIndex, summarizedMessages: cutoffIndex }))
  const ended = fakeNotice('checkpoint-1', { outcome: { kind: 'completed', event } })
  act(() => view.say({ phase: 'idle', notice: ended }))
  const divider = await screen.findByRole('article', { name: 'Checkpoint 1' })
  expect(divider.textContent).toContain('automatic')
  expect(divider.textContent).toContain('162k to 31.2k tokens')
  expect(noticeRows()).toHaveLength(1)
  // Delivered again, and five more turns: still the one row.
  act(() => view.say({ phase: 'idle', notice: ended }))
  for (let turn = 0; turn < 5; turn += 1)
    act(() => append(view, userRow(total(view), `turn ${turn}`) as ReturnType<typeof replyRow>))
  expect(noticeRows()).toHaveLength(1)
})
test('the notice of a compaction leaves when its checkpoint does not hold any more', async () => {
  const view = await renderThread()
  act(() => view.say({ phase: 'compacting', notice: fakeNotice('checkpoint-1') }))
  const checkpoint = fakeCheckpoint(1, { cutoffIndex: 6, summarizedMessages: 6 })
  const ended = fakeNotice('checkpoint-1', { outcome: { kind: 'completed', event: fakeEvent(checkpoint) } })
  view.bridge.runtime.checkpoints = [checkpoint]
  act(() => view.say({ phase: 'idle', notice: ended }))
  const notices = screen.getByRole('region', { name: 'Notices' })
  expect(await within(notices).findByText(/Compacted: 162k/)).toBeTruthy()
  const divider = await screen.findByRole('article', { name: 'Checkpoint 1' })
  fireEvent.click(within(divider).getByRole('button', { name: 'Undo' }))
  expect(await within(notices).findByText(/Checkpoint 1 is off/)).toBeTruthy()
  expect(within(notices).queryByText(/Compacted: 162k/)).toBeNull()
})
test('B-80 after a reload the divider is there once and no notice says it again', async () => {
  const entry = fakeCheckpoint(1, { cutoffIndex: 6, summarizedMessages: 6 })
  const outcome = { kind: 'completed', event: fakeEvent(entry) } as const
  await renderThread({
    runtime: {
      turn: { ...IDLE_TURN, notice: fakeNotice('checkpoint-1', { outcome }) },
      checkpoints: [entry],
    },
  })
  expect(await screen.findByRole('article', { name: 'Checkpoint 1' })).toBeTruthy()
  expect(noticeRows()).toHaveLength(1)
  expect(screen.queryByText(/^Compacted:/)).toBeNull()
})
test.each([
  [
    { kind: 'failed', stage: 'summary', code: 'rate-limit', retryAtMs: 1_800_000_000_000 } as const,
    /Compaction failed: the summary could not be written\. Nothing was changed\. Next attempt after \d/,
  ],
  [{ kind: 'cancelled' } as const, /Compaction stopped\. Nothing was changed\./],
  [{ kind: 'skipped', reason: 'no-gain' } as const, /A summary would not be shorter/],
  [
    { kind: 'reduced', tokensBefore: 162_000, tokensAfter: 120_000 } as const,
    /shortened for the model: 162k to 120k/,
  ],
])('S-095 a compaction that ended as %o says so in its own row', async (outcome, words) => {
  const view = await renderThread()
  act(() => view.say({ phase: 'compacting', notice: fakeNotice('c9') }))
  await screen.findByText('Compacting…')
  act(() => view.say({ phase: 'idle', notice: fakeNotice('c9', { outcome }) }))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(noticeRows()).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Close this notice' }))
  expect(noticeRows()).toHaveLength(0)
})
test('a request that cannot be made small enough offers a new thread from the checkpoint', async () => {
  const view = await renderThread()
  const outcome = { kind: 'needs_new_thread', stage: 'post_check', tokens: 212_000, limit: 150_000 } as const
  act(() => view.say({ notice: fakeNotice('c9', { outcome }) }))
  expect(await screen.findByText(/212k tokens; 150k fit/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Start a new thread from the checkpoint' }))
  await waitFor(() => expect(view.onOpenThread).toHaveBeenCalledWith('one-new-1.json'))
})
test('S-016 under a checkpoint every message is still there in full, marked as summarised', async () => {
  const view = await renderThread({
    turns: 2,
    runtime: { checkpoints: [fakeCheckpoint(1, { cutoffIndex: 3, summarizedMessages: 3 })] },
  })
  await screen.findByRole('article', { name: 'Checkpoint 1' })
  const rows = view.bridge.runtime.rows(THREAD)
  expect(rows.length).toBeGreaterThan(3)
  expect(screen.getByText(/restores/).closest('article')?.textContent).toContain('Summarised in checkpoint 1')
  expect(screen.getByText(/pending/).closest('article')?.textContent).toContain('Summarised in checkpoint 1')
  expect(screen.getByText(/write a sibling/).closest('article')?.textContent).not.toContain('Summarised')
})
test('S-096 an opened summary says that it is derived and what stays', async () => {
  await renderThread({ runtime: { checkpoints: [fakeCheckpoint(1, { cutoffIndex: 6 })] } })
  fireEvent.click(await screen.findByRole('button', { name: 'Summary' }))
  expect(await screen.findByText(/Derived text\. It may leave out details/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Rules from you' })).toBeTruthy()
  // A section without a word is not shown as if it said something.
  expect(screen.queryByRole('heading', { name: 'Blocked' })).toBeNull()
})
test('Undo from the divider takes it away and offers the next request; what does not fit asks first', async () => {
  const view = await renderThread({
    runtime: { report: fakeReport(31_200), checkpoints: [fakeCheckpoint(1, { cutoffIndex: 6 })] },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Checkpoint 1' })).toBeNull())
  const notices = screen.getByRole('region', { name: 'Notices' })
  fireEvent.click(await within(notices).findByRole('button', { name: 'What the model sees' }))
  expect(await screen.findByRole('feed', { name: 'What the model sees' })).toBeTruthy()
  expect(view.calls('checkpoint.undo')).toHaveLength(1)
  cleanup()
  const full = await renderThread({
    runtime: {
      report: fakeReport(31_200, { windowTokens: 128_000 }),
      checkpoints: [fakeCheckpoint(1, { cutoffIndex: 6 })],
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/Undo gives 162k; the window is 128k/)).toBeTruthy()
  expect(full.calls('checkpoint.undo')).toHaveLength(0)
})
test('P, X, S and F on a row pin, exclude, star and fork it; Shift+F10 opens its menu', async () => {
  const view = await renderThread()
  const row = (await screen.findAllByRole('article')).at(-1)
  if (row === undefined) throw new Error('no row')
  const index = total(view) - 1
  row.focus()
  fireEvent.keyDown(row, { key: 'p' })
  expect(await within(row).findAllByText('Pinned')).not.toHaveLength(0)
  fireEvent.keyDown(row, { key: 'x' })
  expect(await within(row).findAllByText('Not sent')).not.toHaveLength(0)
  fireEvent.keyDown(row, { key: 's' })
  expect(await within(row).findByText('Starred')).toBeTruthy()
  fireEvent.keyDown(row, { key: 'p' })
  await waitFor(() => expect(within(row).queryByText('Pinned')).toBeNull())
  fireEvent.keyDown(row, { key: 'f' })
  await waitFor(() => expect(view.onOpenThread).toHaveBeenCalledWith('one-fork-1.json'))
  expect(view.calls('thread.fork')[0]?.input).toEqual({ thread: THREAD, index: index + 1, text: null })
  fireEvent.keyDown(row, { key: 'F10', shiftKey: true })
  expect(await screen.findByRole('menuitem', { name: /Fork here/ })).toBeTruthy()
})
test('editing an earlier message makes a branch and sends nothing', async () => {
  const view = await renderThread()
  const prompts = await screen.findAllByRole('article', { name: /^You/ })
  const row = prompts.at(-1)
  if (row === undefined) throw new Error('no prompt')
  fireEvent.keyDown(row, { key: 'F10', shiftKey: true })
  fireEvent.click(await screen.findByRole('menuitem', { name: /Edit as new branch/ }))
  const field = await screen.findByRole('textbox', { name: 'New text', hidden: true })
  fireEvent.change(field, { target: { value: 'Ask it otherwise' } })
  fireEvent.click(screen.getByRole('button', { name: 'Make the branch', hidden: true }))
  await waitFor(() => expect(view.onOpenThread).toHaveBeenCalledWith('one-fork-1.json'))
  expect(view.calls('thread.fork')[0]?.input).toMatchObject({ text: 'Ask it otherwise' })
  expect(view.calls('turn.send')).toHaveLength(0)
})
