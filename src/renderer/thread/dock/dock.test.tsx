// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '../../../shared/ipc/errors.ts'
import type { ActivityEntry } from '../../../shared/ipc/turn.ts'
import type { CheckpointCompareProps } from '../../app/slots.ts'
import { fakeCheckpoint, fakeReport } from '../../testing/fake-runtime.ts'
import { sampleRows } from '../../testing/sample-rows.ts'
import { renderThread, THREAD } from '../testing/render-thread.tsx'

afterEach(cleanup)
vi.setConfig({ testTimeout: 30_000 })

const TWO = [
  fakeCheckpoint(2, { name: 'Journal before send' }),
  fakeCheckpoint(1, { state: 'superseded', kind: 'manual', focus: 'the journal' }),
]

test('checkpoints stand newest first with their state, and undo brings the one before back', async () => {
  const view = await renderThread({ runtime: { report: fakeReport(31_200), checkpoints: TWO } })
  view.showDock('checkpoints')
  const list = await screen.findByRole('list', { name: 'Checkpoints, newest first' })
  const items = within(list).getAllByRole('listitem')
  expect(items.map((item) => item.textContent?.match(/Checkpoint \d|active|superseded/g))).toEqual([
    ['Checkpoint 2', 'active'],
    ['Checkpoint 1', 'superseded'],
  ])
  fireEvent.click(within(list).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(within(list).getByText('undone')).toBeTruthy())
  expect(within(list).getByText('active').closest('li')?.textContent).toContain('Checkpoint 1')
  fireEvent.click(within(list).getByRole('button', { name: 'Restore this one' }))
  await waitFor(() => expect(within(list).getByText('superseded')).toBeTruthy())
  expect(view.calls('checkpoint.restore')[0]?.input).toEqual({ thread: THREAD, id: 'checkpoint-2' })
})
test('of a copy the panel says which thread its first checkpoint was made from, and leads there', async () => {
  const rows = sampleRows({ turns: 4, hasCheckpoint: true })
  const view = await renderThread({ workspace: { threads: new Map([[THREAD, rows]]) } })
  view.showDock('checkpoints')
  const said = await screen.findByText(/^This thread begins with a checkpoint made from /)
  expect(screen.queryByText(/^No checkpoints\./)).toBeNull()
  const panel = within(said.closest<HTMLElement>('.dock-body') ?? said)
  fireEvent.click(panel.getByRole('button', { name: 'Open original' }))
  await waitFor(() => expect(view.calls('thread.original')).toHaveLength(1))
})
function Named({ entry, onClose }: CheckpointCompareProps) {
  return (
    <button type="button" onClick={onClose}>
      {entry === null ? 'Of the copy' : 'Of another'}
    </button>
  )
}

test('the checkpoint that a copy begins with opens Compare from its card and from the panel', async () => {
  const rows = sampleRows({ turns: 4, hasCheckpoint: true })
  const view = await renderThread({
    workspace: { threads: new Map([[THREAD, rows]]) },
    slots: { CheckpointCompare: Named },
  })
  view.showDock('checkpoints')
  await screen.findByText(/^This thread begins with a checkpoint made from /)
  const buttons = screen.getAllByText('Compare')
  expect(buttons).toHaveLength(2)
  for (const button of buttons) {
    fireEvent.click(button)
    fireEvent.click(await screen.findByText('Of the copy'))
    expect(screen.queryByText('Of the copy')).toBeNull()
  }
})
test('a checkpoint can be named; the Enter of an input method does not save the name', async () => {
  const user = userEvent.setup()
  const view = await renderThread({ runtime: { checkpoints: TWO } })
  view.showDock('checkpoints')
  await user.click(await screen.findByRole('button', { name: 'Actions for checkpoint 2' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const field = await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.change(field, { target: { value: '日志优先' } })
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(view.calls('checkpoint.rename')).toHaveLength(0)
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() =>
    expect(view.calls('checkpoint.rename')[0]?.input).toMatchObject({ id: 'checkpoint-2', name: '日志优先' }),
  )
})
test('a checkpoint tells which messages it stands for, and its text can be taken along as Markdown', async () => {
  const user = userEvent.setup()
  const range = { fromIndex: 4, cutoffIndex: 12, summarizedMessages: 8 }
  const view = await renderThread({ runtime: { checkpoints: [fakeCheckpoint(2, range)] } })
  view.showDock('checkpoints')
  await user.click(await screen.findByRole('button', { name: 'Inspect' }))
  expect(await screen.findByText('Stands for messages 5 to 12; what is before them stays.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Actions for checkpoint 2' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy as Markdown' }))
  await waitFor(() => expect(view.calls('clipboard.write')).toHaveLength(1))
  expect(view.calls('clipboard.write')[0]?.input).toEqual({
    text: expect.stringMatching(/^# Checkpoint 2\n\n## \S/),
  })
})
/** Stands for the dialog: it says what it was opened for, and stores at a click. */
function Compare({ entry, isEditing, onStored }: CheckpointCompareProps) {
  const entries = [
    fakeCheckpoint(3, { isEdited: true }),
    ...TWO.map((one) => ({ ...one, state: 'superseded' as const })),
  ]
  return (
    <button type="button" onClick={() => onStored({ kind: 'stored', id: 'checkpoint-3', entries })}>
      {isEditing ? 'Mend' : 'Look at'} {entry?.number ?? 'the first'}
    </button>
  )
}

test('panel and divider open Compare; what was stored there holds at once, with the way back', async () => {
  const user = userEvent.setup()
  const view = await renderThread({ runtime: { checkpoints: TWO }, slots: { CheckpointCompare: Compare } })
  view.showDock('checkpoints')
  const list = await screen.findByRole('list', { name: 'Checkpoints, newest first' })
  const divider = await screen.findByRole('article', { name: 'Checkpoint 2' })
  expect(within(divider).getByRole('button', { name: 'Compare' })).toBeTruthy()
  expect(within(list).getAllByRole('button', { name: 'Compare' })).toHaveLength(2)
  await user.click(within(list).getByRole('button', { name: 'Actions for checkpoint 2' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit summary…' }))
  await user.click(await screen.findByRole('button', { name: 'Mend 2' }))
  expect(await screen.findByText('Checkpoint 3 holds now, with your words.')).toBeTruthy()
  expect(within(list).getByText('active').closest('li')?.textContent).toContain('Checkpoint 3')
  expect(screen.queryByRole('button', { name: 'Mend 2' })).toBeNull()
})
test('what looks like a key in a checkpoint is told at the divider and in the panel', async () => {
  const view = await renderThread({ runtime: { checkpoints: [fakeCheckpoint(1, { secrets: 2 })] } })
  view.showDock('checkpoints')
  expect(await screen.findAllByText(/^2 strings in it look like keys/)).toHaveLength(2)
})

test('a damaged checkpoint is listed as damaged and cannot be restored', async () => {
  const view = await renderThread({
    runtime: { checkpoints: [fakeCheckpoint(1, { state: 'superseded', isDamaged: true })] },
  })
  view.showDock('checkpoints')
  expect(await screen.findByText(/The full history is used instead/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Restore this one' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull()
})
test('an empty panel says what there would be', async () => {
  const view = await renderThread()
  view.showDock('checkpoints')
  expect(await screen.findByText(/Compacting keeps every original message and can be undone/)).toBeTruthy()
  view.showDock('activity')
  expect(await screen.findByText('Nothing has run yet.')).toBeTruthy()
})
test('pins stand in the order of the thread with their tokens, and can be taken off', async () => {
  const mark = (index: number, label: string) => ({
    index,
    messageId: `m${index}`,
    kind: 'pin' as const,
    tokens: 600,
    label,
  })
  const view = await renderThread({
    runtime: { marks: [mark(4, 'the later one'), mark(1, 'the earlier one')] },
  })
  view.showDock('pins')
  const section = await screen.findByRole('region', { name: 'Pinned messages' })
  expect(section.textContent).toContain('1.2k of 200k')
  expect(
    within(section)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['the earlier one600', 'the later one600'])
  fireEvent.click(within(section).getByRole('button', { name: 'Unpin the later one' }))
  await waitFor(() => expect(within(section).getAllByRole('listitem')).toHaveLength(1))
})
test('a cleared result is listed with what it saves, and can be sent again', async () => {
  const cleared = {
    index: 2,
    messageId: 'm2',
    kind: 'clear' as const,
    call: 1,
    tokens: 900,
    label: 'read_file a.ts',
  }
  const view = await renderThread({ runtime: { marks: [cleared] } })
  view.showDock('pins')
  const section = await screen.findByRole('region', { name: 'Results not sent' })
  expect(within(section).getByRole('listitem').textContent).toBe('read_file a.ts900')
  fireEvent.click(within(section).getByRole('button', { name: 'Send read_file a.ts again' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Results not sent' })).toBeNull())
  expect(view.calls('mark.clearResult').map(({ input }) => input)).toEqual([
    { thread: THREAD, index: 2, call: 1, isOn: false },
  ])
})
test('activity lists what ran, filters by kind, and says when it cannot be read', async () => {
  const line = (id: number, kind: 'request' | 'error', result: string) => ({
    id,
    atMs: 1_780_000_000_000 + id,
    kind,
    thread: THREAD,
    result,
    tokens: 32_000,
    costUsd: 0.04,
    durationMs: 14_000,
    details: {},
  })
  const view = await renderThread({
    runtime: { activity: [line(2, 'error', 'rate-limit'), line(1, 'request', 'completed')] },
  })
  view.showDock('activity')
  const list = await screen.findByRole('list', { name: /Activity of this thread/ })
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2))
  expect(list.textContent).toContain("The provider's rate limit was reached")
  fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), { target: { value: 'request' } })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  cleanup()
  const broken = await renderThread({
    requests: {
      'activity.list': () => {
        throw new AppError('io-failed', 'No.')
      },
    },
  })
  broken.showDock('activity')
  expect(await screen.findByText('The activity could not be read.')).toBeTruthy()
})
test.each(['en', 'zh-CN'] as const)('no activity shows a code of the program: %s', async (language) => {
  const results: readonly [ActivityEntry['kind'], string, ActivityEntry['details']][] = [
    ['request', 'completed', { ending: 'length' }],
    ['request', 'cancelled', {}],
    ['tool', 'completed', { tool: 'write_file' }],
    ['approval', 'once', { tool: 'write_file' }],
    ['approval', 'thread', { tool: 'write_file' }],
    ['approval', 'never', { tool: 'write_file' }],
    ['compaction', 'needs_new_thread', { stage: 'second_overflow' }],
    ['compaction', 'failed', { stage: 'verify', code: 'summary-empty' }],
    ['compaction', 'skipped', { reason: 'nothing-to-fold' }],
    ['undo', 'completed', { what: 'restore' }],
    ['error', 'failed', { code: 'rate-limit' }],
    ['error', 'needs-new-thread', {}],
    ['repair', 'later_word', {}],
  ]
  const view = await renderThread({
    language,
    runtime: {
      activity: results.map(([kind, result, details], at) => ({
        id: results.length - at,
        atMs: 1_780_000_000_000,
        kind,
        thread: THREAD,
        result,
        tokens: null,
        costUsd: null,
        durationMs: null,
        details,
      })),
    },
  })
  view.showDock('activity')
  const list = await screen.findByRole('list', { name: /Activity of this thread|此会话的活动/ })
  const lines = await within(list).findAllByRole('listitem')
  const shown = lines.map((line) => line.textContent ?? '')
  expect(shown.filter((text) => /[a-z]+[-_][a-z]+/.test(text.replace('write_file', '')))).toEqual([])
  expect(shown.filter((text) => /Stopped|已停止/i.test(text))).toEqual([
    expect.stringMatching(/request +stopped$|请求 +已停止$/),
  ])
  if (language === 'zh-CN')
    expect(shown.filter((text) => /[a-z]{3}/i.test(text.replace('write_file', '')))).toEqual([])
  else expect(shown.join()).toContain('approval write_file allowed in this thread')
})
test('what nobody itemized is called so: the provider’s count and the pad of an estimate are not the same', async () => {
  const categories = [
    { category: 'messages', tokens: 900 },
    { category: 'uncounted', tokens: 100 },
  ] as const
  const counted = await renderThread({ runtime: { report: fakeReport(1000, { categories }) } })
  counted.showDock('context')
  expect(await screen.findByText('Not itemized')).toBeTruthy()
  cleanup()
  const guessed = await renderThread({
    runtime: { report: fakeReport(1000, { categories, basis: 'estimate' }) },
  })
  guessed.showDock('context')
  expect(await screen.findByText('Estimate margin')).toBeTruthy()
})
test('the context panel tells when it compacts; Escape closes the panels', async () => {
  const view = await renderThread()
  view.showDock('context')
  expect(await screen.findByText('200k window: compacts at 150k, keeps ≈20k.')).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('complementary', { name: 'Panels' }), { key: 'Escape' })
  expect(view.onDock).toHaveBeenCalledWith(null)
})
