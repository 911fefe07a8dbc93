// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { type Workbench, WorkbenchContext } from '../app/workbench.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { advanceImport, PICK } from './import-state.ts'

afterEach(cleanup)

function open(onClose = () => undefined) {
  const asked: unknown[] = []
  const bridge = createFakeBridge({
    requests: { 'import.choose': ({ kind }) => (kind === 'folder' ? ['/from'] : []) },
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
        emit({ kind: 'imported', title: 'First', outcome: 'new', thread: 'First.json' })
      },
    },
  })
  const workbench = createStore<Workbench>(() => ({
    workspace: bridge.workspace.workspace,
    tabs: { tabs: [], active: -1, closed: [] },
    opened: new Map(),
  }))
  renderInApp(
    <WorkbenchContext value={workbench}>
      <ImportDialog onClose={onClose} />
    </WorkbenchContext>,
    { bridge },
  )
  return { asked }
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
    first: 'x.json',
  })
  expect(advanceImport(advanceImport(PICK, { kind: 'scan' }), { kind: 'broken-off', error })).toEqual(PICK)
})
