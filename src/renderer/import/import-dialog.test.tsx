// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { WatchedFolder } from '../../shared/ipc/import.ts'
import { CommandsContext, createCommandBus } from '../app/commands.ts'
import { type Workbench, WorkbenchContext } from '../app/workbench.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { advanceImport, PICK } from './import-state.ts'

afterEach(cleanup)

function open(
  onClose = () => undefined,
  watched: readonly WatchedFolder[] = [],
  dropped: readonly string[] | null = null,
) {
  const asked: unknown[] = []
  const bridge = createFakeBridge({
    requests: {
      'import.choose': ({ kind }) => (kind === 'folder' ? ['/from'] : []),
      'import.watched': () => watched,
      'import.watch': () => [],
      'import.unwatch': () => [],
    },
    streams: {
      'import.scan': async (_input, emit) => {
        const found = { label: 'Codex', messages: 4, startedMs: null, source: '/from/a', isSide: false }
        emit({ kind: 'progress', source: '/from/a', done: 0, total: 1 })
        emit({
          kind: 'found',
          bytes: 10,
          threads: [
            { ...found, id: 0, title: 'First', endedMs: Date.UTC(2026, 0, 2), branch: null },
            { ...found, id: 1, title: 'First · 1', endedMs: null, branch: 'b' },
          ],
        })
        emit({ kind: 'scanned', scanId: 's1', ignored: 3 })
      },
      'import.run': async (input, emit) => {
        asked.push(input)
        emit({ kind: 'imported', title: 'First', outcome: 'new', thread: 'First.json', unreadable: 1 })
      },
    },
  })
  const workbench = createStore<Workbench>(() => ({
    workspace: bridge.workspace.workspace,
    tabs: { tabs: [], active: -1, closed: [] },
    opened: new Map(),
  }))
  const commands = createCommandBus()
  const openThread = vi.fn()
  commands.register('open-thread', openThread)
  renderInApp(
    <CommandsContext value={commands}>
      <WorkbenchContext value={workbench}>
        <ImportDialog dropped={dropped} onClose={onClose} />
      </WorkbenchContext>
    </CommandsContext>,
    { bridge },
  )
  return { asked, bridge, openThread }
}

test('nothing is imported before the person has seen what was found', async () => {
  const person = userEvent.setup()
  const { asked } = open()
  await person.click(screen.getByRole('button', { name: 'Choose a folder…' }))
  await screen.findByText('2 threads found')
  expect(asked).toEqual([])
  await person.click(screen.getByRole('checkbox', { name: /Branches/ }))
  expect(screen.getByText('1 thread found')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Import' }))
  expect((await screen.findAllByText('1 new, 0 updated, 0 unchanged')).length).toBeGreaterThan(0)
  expect(asked).toMatchObject([{ scanId: 's1', options: { branches: false, changed: 'update' } }])
})

test('the result names what came, and a thread opens from there', async () => {
  const person = userEvent.setup()
  const onClose = vi.fn()
  const { openThread } = open(onClose)
  await person.click(screen.getByRole('button', { name: 'Choose a folder…' }))
  await person.click(await screen.findByRole('button', { name: 'Import' }))
  const list = await screen.findByRole('list', { name: 'Imported threads' })
  await person.click(within(list).getByRole('button', { name: 'First' }))
  expect(openThread).toHaveBeenCalledExactlyOnceWith('First.json')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('the result tells what could not be read, and of which thread', async () => {
  const person = userEvent.setup()
  open()
  await person.click(screen.getByRole('button', { name: 'Choose a folder…' }))
  await person.click(await screen.findByRole('button', { name: 'Import' }))
  expect(await screen.findByText(/1 entry could not be read, such as a line/)).toBeTruthy()
  const list = screen.getByRole('list', { name: 'Imported threads' })
  expect(list.textContent).toContain('1 entry cannot be read')
})

test('a result of thousands names the first and counts the others', () => {
  const frames = Array.from(
    { length: 1_000 },
    (_, at) => ({ kind: 'imported', title: `t${at}`, outcome: 'new', thread: `t${at}.json` }) as const,
  )
  const start = advanceImport(PICK, { kind: 'import' })
  const state = frames.reduce((now, frame) => advanceImport(now, { kind: 'import-frame', frame }), start)
  if (state.step !== 'importing') throw new Error(state.step)
  expect(state.counts.new).toBe(1_000)
  expect(state.changed).toHaveLength(200)
})

test('a closed file dialog changes nothing, and Escape leaves', async () => {
  const person = userEvent.setup()
  const onClose = vi.fn()
  open(onClose)
  await person.click(screen.getByRole('button', { name: 'Choose files…' }))
  expect(screen.getByRole('button', { name: 'Choose files…' })).toBeDefined()
  await person.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('Stop keeps what is whole and says so', () => {
  const frame = { kind: 'imported', title: 'x', outcome: 'updated', thread: 'x.json' } as const
  const error = { code: 'cancelled', message: '', details: null, params: {} } as const
  const importing = advanceImport(advanceImport(PICK, { kind: 'import' }), { kind: 'import-frame', frame })
  expect(advanceImport(importing, { kind: 'broken-off', error })).toMatchObject({
    step: 'done',
    ending: 'stopped',
    counts: { updated: 1 },
    changed: [{ title: 'x', thread: 'x.json', outcome: 'updated' }],
  })
  expect(advanceImport(advanceImport(PICK, { kind: 'scan' }), { kind: 'broken-off', error })).toEqual(PICK)
})

test('a folder is kept up to date only when that is asked for, with what was chosen', async () => {
  const person = userEvent.setup()
  const { bridge } = open()
  await person.click(screen.getByRole('button', { name: 'Choose a folder…' }))
  await person.click(
    await screen.findByRole('checkbox', { name: 'Keep copies of new transcripts from this folder' }),
  )
  await person.click(screen.getByRole('checkbox', { name: 'Pictures' }))
  await person.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findAllByText('1 new, 0 updated, 0 unchanged')
  await vi.waitFor(() =>
    expect(bridge.calls).toContainEqual({
      route: 'import.watch',
      input: { path: '/from', folder: '', include: { toolOutput: true, images: false, branches: true } },
    }),
  )
})

test('the list tells how it stands with each folder, and lets it be taken off', async () => {
  const person = userEvent.setup()
  const counts = { new: 2, updated: 3, copied: 0, unchanged: 0 }
  const one = { folder: '', workspace: 'w', counts, lastMs: Date.UTC(2026, 0, 2), error: null }
  const { bridge } = open(undefined, [
    { ...one, path: '/sessions', state: 'watching' },
    { ...one, path: '/away', state: 'gone' },
  ])
  await screen.findByText(/^2 new, 3 updated, last at /)
  expect(screen.getByText(/not there now/)).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Stop copying from /away' }))
  expect(bridge.calls).toContainEqual({ route: 'import.unwatch', input: { path: '/away' } })
})

test('dropped paths are looked through at once, and nothing more', async () => {
  const { asked, bridge } = open(undefined, [], ['/from/a', '/from/b'])
  await screen.findByText('2 threads found')
  expect(bridge.calls).toContainEqual({ route: 'import.scan', input: { paths: ['/from/a', '/from/b'] } })
  expect(screen.queryByRole('checkbox', { name: /Keep copies/ })).toBeNull()
  expect(asked).toEqual([])
})

test('where the paths of a drop are not known, the dialog says so beside its buttons', () => {
  const { bridge } = open(undefined, [], [])
  expect(screen.getByRole('alert').textContent).toMatch(/does not tell where dropped files lie/)
  expect(bridge.calls.map(({ route }) => route)).not.toContain('import.scan')
})

test('a later drop of that kind leads back to the buttons, but ends nothing that runs', () => {
  const options = {
    step: 'options',
    scanned: { threads: [], problems: [], files: 0, bytes: 0 },
    scanId: 's',
  } as const
  expect(advanceImport(options, { kind: 'unplaced' })).toEqual(PICK)
  const scanning = advanceImport(PICK, { kind: 'scan' })
  expect(advanceImport(scanning, { kind: 'unplaced' })).toBe(scanning)
})
