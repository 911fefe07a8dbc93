// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import type { SecretFinding } from '../../shared/ipc/export.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { advanceExport, type ExportEvent, OPENED } from './export-state.ts'

afterEach(cleanup)

function finding(id: string, more: Partial<SecretFinding> = {}): SecretFinding {
  return {
    id,
    kind: 'api-key',
    masked: `sk-${id}•••`,
    before: 'use ',
    after: ' here',
    thread: 'a.json',
    index: 3,
    count: 1,
    isLocked: false,
    ...more,
  }
}

function open(onClose = () => undefined) {
  const written: unknown[] = []
  const bridge = createFakeBridge({
    requests: { 'export.chooseFolder': () => '/out', 'export.reveal': () => null },
    streams: {
      'export.review': async (_input, emit) => {
        emit({ kind: 'progress', thread: 'a.json', done: 0, total: 1, share: 0.5 })
        emit({
          kind: 'reviewed',
          reviewId: 'r1',
          threads: 1,
          messages: 8,
          more: 0,
          findings: [finding('one'), finding('two', { isLocked: true, kind: 'stored-key' })],
        })
      },
      'export.write': async (input, emit) => {
        written.push(input)
        emit({ kind: 'written', thread: 'a.json', path: '/out/a.md', bytes: 2048, replaced: 1 })
      },
    },
  })
  renderInApp(<ExportDialog scope={{ kind: 'threads', threads: ['a.json'] }} onClose={onClose} />, { bridge })
  return { bridge, written }
}

test('nothing is written before the review was read and confirmed; what is kept is told to main', async () => {
  const person = userEvent.setup()
  const { written } = open()
  await person.click(screen.getByRole('radio', { name: /Web page/ }))
  await person.click(screen.getByRole('button', { name: 'Review' }))
  const list = await screen.findByRole('list', { name: 'Suspected secrets' })
  expect(written).toEqual([])
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(within(list).getByText('Always replaced')).toBeDefined()
  await person.click(within(list).getByRole('radio', { name: 'Keep' }))
  await person.click(screen.getByRole('button', { name: 'Export to folder…' }))
  await screen.findByText('1 secret replaced')
  expect(written).toEqual([{ reviewId: 'r1', folder: '/out', kept: ['one'] }])
  expect(screen.getByText('a.md')).toBeDefined()
})

test('a request and the thread file leave no choice of parts, and say why', async () => {
  const person = userEvent.setup()
  open()
  await person.click(screen.getByRole('radio', { name: /Thread file/ }))
  expect(screen.getByText('A thread file always holds everything.')).toBeDefined()
  await person.click(screen.getByRole('radio', { name: /Request, Anthropic/ }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Thinking' }).disabled).toBe(true)
})

test('one checkpoint has one form and no parts, and is told as such', async () => {
  const person = userEvent.setup()
  const asked: unknown[] = []
  const bridge = createFakeBridge({
    requests: { 'export.chooseFolder': () => '/out' },
    streams: {
      'export.review': async (input, emit) => {
        asked.push(input.scope)
        emit({ kind: 'reviewed', reviewId: 'r1', threads: 1, messages: 0, more: 0, findings: [] })
      },
      'export.write': async (_input, emit) => {
        const path = '/out/a-checkpoint-2.md'
        emit({ kind: 'written', thread: 'a.json', path, bytes: 2048, replaced: 0 })
      },
    },
  })
  const scope = { kind: 'checkpoint', thread: 'a.json', id: 'c2' } as const
  renderInApp(<ExportDialog scope={scope} name="a.json · Checkpoint 2" onClose={() => undefined} />, {
    bridge,
  })
  expect(screen.getAllByRole('radio')).toHaveLength(1)
  expect(screen.queryByRole('checkbox', { name: 'Thinking' })).toBeNull()
  expect(screen.getByText('a.json · Checkpoint 2')).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Review' }))
  await screen.findByText(/^The checkpoint was read/)
  expect(asked).toEqual([scope])
  await person.click(screen.getByRole('button', { name: 'Export to folder…' }))
  expect(await screen.findByText('a-checkpoint-2.md')).toBeDefined()
  expect(screen.getAllByText('Checkpoint written').length).toBeGreaterThan(0)
})

test('own patterns are saved as settings when the field is left', async () => {
  const person = userEvent.setup()
  const { bridge } = open()
  await person.type(screen.getByRole('textbox', { name: 'Your own patterns' }), 'ACME-*\n\n x ')
  await person.tab()
  await waitFor(() => expect(bridge.workspace.settings.redactionPatterns).toEqual(['ACME-*', 'x']))
})

test('Escape leaves; while something runs it stops that first', async () => {
  const person = userEvent.setup()
  const onClose = vi.fn()
  open(onClose)
  await person.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('Stop keeps what is written and says so; a stopped review goes back to the form', () => {
  const frame = { kind: 'written', thread: 'a', path: '/o/a.md', bytes: 1, replaced: 0 } as const
  const stopped = {
    kind: 'broken-off',
    error: { code: 'cancelled', message: '', details: null, params: {} },
  } as const
  const reviewed = {
    kind: 'reviewed',
    reviewId: 'r1',
    threads: 1,
    messages: 8,
    more: 0,
    findings: [],
  } as const
  const events: ExportEvent[] = [
    { kind: 'review' },
    { kind: 'review-frame', frame: reviewed },
    { kind: 'write', folder: '/o' },
    { kind: 'write-frame', frame },
  ]
  const writing = events.reduce(advanceExport, OPENED)
  expect(advanceExport(writing, stopped)).toMatchObject({ step: 'done', ending: 'stopped', written: [frame] })
  expect(advanceExport(advanceExport(OPENED, { kind: 'review' }), stopped)).toEqual(OPENED)
  const { code, message, details, params } = new AppError('disk-full', 'full')
  const failed = { kind: 'broken-off', error: { code, message, details, params } } as const
  expect(advanceExport(writing, failed)).toMatchObject({ step: 'done', ending: 'failed', error: { code } })
})
