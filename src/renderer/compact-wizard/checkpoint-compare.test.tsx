// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import type { FakeRequests } from '../testing/fake-bridge.ts'
import { fakeCheckpoint } from '../testing/fake-runtime.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { createRuntimeBridge } from '../testing/runtime-bridge.ts'
import { sampleRows } from '../testing/sample-rows.ts'
import { CheckpointCompare } from './checkpoint-compare.tsx'

const THREAD = 'one.json'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
vi.setConfig({ testTimeout: 30_000 })

function open(options: { readonly isEditing?: boolean; readonly requests?: FakeRequests } = {}) {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(4000)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
  const entry = fakeCheckpoint(2, { cutoffIndex: 8 })
  const bridge = createRuntimeBridge({
    runtime: { checkpoints: [entry] },
    workspace: { threads: new Map([[THREAD, sampleRows({ turns: 8 })]]) },
    ...(options.requests === undefined ? {} : { requests: options.requests }),
  })
  const onClose = vi.fn()
  const onStored = vi.fn()
  renderInApp(
    <CheckpointCompare
      thread={THREAD}
      entry={entry}
      isEditing={options.isEditing ?? false}
      onClose={onClose}
      onStored={onStored}
    />,
    { bridge },
  )
  return { bridge, onClose, onStored, person: userEvent.setup() }
}

const calls = (bridge: ReturnType<typeof open>['bridge'], route: string) =>
  bridge.calls.filter((call) => call.route === route)

test('each original stands beside the summary with what became of it, and the filter leaves one kind', async () => {
  const { person } = open()
  const list = await screen.findByRole('feed', { name: 'Originals' })
  await waitFor(() => expect(within(list).getAllByRole('article')).toHaveLength(8))
  expect(within(list).getAllByText('Kept exactly')).toHaveLength(2)
  await person.click(screen.getByRole('radio', { name: 'Missing 2' }))
  const missing = await screen.findByRole('feed', { name: 'Originals' })
  await waitFor(() => expect(within(missing).getAllByRole('article')).toHaveLength(2))
  expect(within(missing).getAllByText('8,388,608')).toHaveLength(2)
  await person.click(screen.getByRole('radio', { name: 'Changed 0' }))
  expect(await screen.findByText('Nothing of this kind.')).toBeTruthy()
})

test('a message leads to its sentence, and the sentence back to its message', async () => {
  const { person } = open()
  const sheet = await screen.findByRole('region', { name: 'Checkpoint' })
  await within(sheet).findByRole('button', { name: 'turn 1' })
  await person.click(
    (await screen.findAllByRole('button', { name: 'In summary: show the sentence' }))[0] as HTMLElement,
  )
  await waitFor(() => expect(sheet.querySelector('.is-linked')?.textContent).toContain('journal before send'))
  await person.click(within(sheet).getByRole('button', { name: 'turn 1' }))
  expect(document.querySelector('.is-focused')?.getAttribute('data-original')).toBe('1')
})

test('numbers, paths and names are pointed out or not, and the words stay the same', async () => {
  const { person } = open()
  const sheet = await screen.findByRole('region', { name: 'Checkpoint' })
  await waitFor(() => expect(sheet.textContent).toContain('resume.ts'))
  const words = sheet.textContent
  expect([...sheet.querySelectorAll('mark')].map((mark) => mark.textContent)).toContain('resume.ts')
  await person.click(screen.getByRole('button', { name: 'Paths' }))
  expect([...sheet.querySelectorAll('mark')].map((mark) => mark.textContent)).not.toContain('resume.ts')
  expect(sheet.textContent).toBe(words)
})

test('an edit is stored as a new checkpoint; nothing is before the button is pressed', async () => {
  const { bridge, onStored, person } = open()
  await person.click(await screen.findByRole('button', { name: 'Edit summary' }))
  await person.click(screen.getByRole('button', { name: 'Edit “Goal”' }))
  const field = screen.getByRole('textbox', { name: 'Markdown of “Goal”' })
  fireEvent.change(field, { target: { value: 'Ship on Monday.' } })
  fireEvent.blur(field)
  expect(await screen.findByText('edited')).toBeTruthy()
  expect(calls(bridge, 'checkpoint.edit')).toHaveLength(0)
  await person.click(screen.getByRole('button', { name: 'Save as a new checkpoint' }))
  await waitFor(() => expect(onStored).toHaveBeenCalledTimes(1))
  expect(calls(bridge, 'checkpoint.edit')[0]?.input).toEqual({
    thread: THREAD,
    id: 'checkpoint-2',
    sections: [{ key: 'goal', text: 'Ship on Monday.' }],
  })
})

test('what is refused says why and keeps the words; leaving asks first', async () => {
  const { onClose, onStored, person } = open({
    isEditing: true,
    requests: { 'checkpoint.edit': () => ({ kind: 'blocked', block: 'no-shrink' }) },
  })
  await person.click(await screen.findByRole('button', { name: 'Edit “Goal”' }))
  const field = screen.getByRole('textbox', { name: 'Markdown of “Goal”' })
  fireEvent.change(field, { target: { value: 'A very long goal.' } })
  fireEvent.blur(field)
  await person.click(screen.getByRole('button', { name: 'Save as a new checkpoint' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/longer than the messages/)
  expect(onStored).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Leave without saving?')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: 'Leave' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('originals that cannot be compared are told, with another try', async () => {
  let attempts = 0
  const { person } = open({
    requests: {
      'checkpoint.compare': () => {
        attempts += 1
        throw new AppError('file-not-found', 'gone')
      },
    },
  })
  expect(await screen.findByText('The originals could not be read.')).toBeTruthy()
  const before = attempts
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(attempts).toBeGreaterThan(before))
})
