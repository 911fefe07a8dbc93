// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import { fakeCheckpoint, fakeReport } from '../testing/fake-runtime.ts'
import { renderThread, THREAD } from './testing/render-thread.tsx'

afterEach(cleanup)
vi.setConfig({ testTimeout: 30_000 })

async function openModelView(options: Parameters<typeof renderThread>[0] = {}) {
  const view = await renderThread(options)
  fireEvent.click(screen.getByRole('radio', { name: 'What the model sees' }))
  return view
}

test('the next request stands in its exact order with the tokens of each item', async () => {
  await openModelView({ turns: 2, runtime: { checkpoints: [fakeCheckpoint(1, { cutoffIndex: 3 })] } })
  const feed = await screen.findByRole('feed', { name: 'What the model sees' })
  const titles = within(feed)
    .getAllByRole('article')
    .map((item) => item.querySelector('b')?.textContent)
  expect(titles.slice(0, 4)).toEqual(['System', 'Tool schemas', 'Checkpoint 1', 'You'])
  expect(within(feed).getAllByRole('article')[0]?.textContent).toContain('2,140')
  expect(feed.textContent).toContain('8 messages beneath, not sent')
})
test('an excluded message is struck through where it would stand', async () => {
  await openModelView({
    turns: 2,
    runtime: { marks: [{ index: 0, messageId: 'm0', kind: 'exclude', tokens: 64, label: 'x' }] },
  })
  const feed = await screen.findByRole('feed', { name: 'What the model sees' })
  const item = within(feed)
    .getAllByRole('article')
    .find((article) => article.querySelector('s') !== null)
  expect(item?.textContent).toContain('Not sent')
  expect(item?.querySelectorAll('s').length).toBeGreaterThanOrEqual(2)
})
test('the view is read again when the request changes, and what was read before stays meanwhile', async () => {
  const view = await openModelView()
  await screen.findByRole('feed', { name: 'What the model sees' })
  const before = view.calls('projection.page').length
  act(() => view.bridge.send('context.changed', { thread: THREAD, report: fakeReport(99_000) }))
  expect(screen.getByRole('feed', { name: 'What the model sees' })).toBeTruthy()
  await waitFor(() => expect(view.calls('projection.page').length).toBe(before + 1))
})
test('a text that is cut can be read whole, also a checkpoint’s', async () => {
  const whole = `${'What was found is told here. '.repeat(30)}The end.`
  const item = { kind: 'checkpoint', index: null, tokens: 9, callCount: 0, calls: [], isSent: true } as const
  const view = await openModelView({
    requests: {
      'projection.page': () => ({
        items: [{ ...item, text: whole.slice(0, 400), isCut: true }],
        total: 1,
        tokens: 9,
      }),
      'projection.text': ({ offset, limit }) => ({
        text: whole.slice(offset, offset + limit),
        totalChars: whole.length,
      }),
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Show whole text' }))
  expect(await screen.findByRole('dialog', { name: /Checkpoint/ })).toBeTruthy()
  await waitFor(() =>
    expect(view.calls('projection.text')[0]?.input).toMatchObject({ thread: THREAD, at: 0 }),
  )
})
test('a provider that counted far more than the list says so in the heading', async () => {
  const view = await openModelView()
  await screen.findByRole('feed', { name: 'What the model sees' })
  expect(screen.queryByText(/by the provider’s count/)).toBeNull()
  const categories = [{ category: 'uncounted', tokens: 70_000 }] as const
  act(() =>
    view.bridge.send('context.changed', { thread: THREAD, report: fakeReport(140_000, { categories }) }),
  )
  expect(await screen.findByText(/140k by the provider’s count/)).toBeTruthy()
})
test('Copy request JSON leaves the copying to main', async () => {
  const view = await openModelView()
  fireEvent.click(await screen.findByRole('button', { name: 'Copy request JSON' }))
  expect(await screen.findByText(/Copied the next request, 412/)).toBeTruthy()
  expect(view.calls('projection.copy')[0]?.input).toEqual({ thread: THREAD })
  expect(view.calls('clipboard.write')).toHaveLength(0)
})
test('a request that cannot be read says why and can be asked for again', async () => {
  let fails = true
  const view = await openModelView({
    requests: {
      'projection.page': () => {
        if (fails) throw new AppError('io-failed', 'No.')
        return { items: [], total: 0, tokens: 0 }
      },
    },
  })
  expect(
    (await screen.findByText(/The next request could not be read/)).closest('[role="alert"]'),
  ).toBeTruthy()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('feed', { name: 'What the model sees' })).toBeTruthy()
  expect(view.calls('projection.page').length).toBe(2)
})
