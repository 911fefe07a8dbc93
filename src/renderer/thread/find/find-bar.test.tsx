// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderThread } from '../testing/render-thread.tsx'
import { placeNear, stepFind } from './find-state.ts'

afterEach(cleanup)
vi.setConfig({ testTimeout: 30_000 })

test('find starts at the reader and goes around both ends', () => {
  expect([
    placeNear([3, 7, 9], 7),
    placeNear([3, 7, 9], 8),
    placeNear([3, 7, 9], 10),
    placeNear([], 1),
  ]).toEqual([1, 2, 2, -1])
  const state = {
    text: 'a',
    hasTools: true,
    hasThinking: false,
    indexes: [3, 7, 9],
    at: 2,
    indexed: 10,
    shown: 0,
  }
  expect([stepFind(state, 1).at, stepFind({ ...state, at: 0 }, -1).at]).toEqual([0, 2])
  // The only hit is shown once more: the reader may have gone elsewhere.
  expect(stepFind({ ...state, indexes: [3], at: 0 }, 1)).toMatchObject({ at: 0, shown: 1 })
})

test('find asks the index, counts its messages, and Escape gives the focus back', async () => {
  const view = await renderThread({
    requests: {
      'search.find': ({ hasThinking }) => ({ indexes: hasThinking ? [0, 2, 4] : [0, 2], indexed: 1_000 }),
      'search.places': () => ({ isInText: true, isInThinking: false, calls: [] }),
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  const field = await screen.findByRole('searchbox', { name: 'Find in this thread' })
  fireEvent.change(field, { target: { value: 'journal' } })
  await screen.findByText(/^\d of 2$/)
  const bar = within(field.parentElement ?? document.body)
  fireEvent.click(bar.getByRole('button', { name: 'Thinking', pressed: false }))
  await screen.findByText(/^\d of 3$/)
  const before = screen.getByText(/ of 3$/).textContent
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(screen.getByText(/ of 3$/).textContent).not.toBe(before))
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('searchbox', { name: 'Find in this thread' })).toBeNull())
  expect(screen.getByRole('log').matches(':focus')).toBe(true)
  expect(view.calls('search.find')).toHaveLength(2)
})

test('what the words stand in is unfolded', async () => {
  await renderThread({
    requests: {
      'search.find': () => ({ indexes: [1], indexed: 1_000 }),
      'search.places': () => ({ isInText: false, isInThinking: false, calls: [0] }),
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  const row = screen.getAllByRole('article').find((one) => one.getAttribute('aria-posinset') === '2')
  const card = row?.querySelector('.tool')
  expect(card?.getAttribute('aria-expanded')).toBe('false')
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Find in this thread' }), {
    target: { value: 'part' },
  })
  await waitFor(() => expect(card?.getAttribute('aria-expanded')).toBe('true'))
})

test('another view in front of the conversation costs Find neither its words nor its place', async () => {
  const view = await renderThread({
    requests: {
      'search.find': () => ({ indexes: [0, 2, 4], indexed: 1_000 }),
      'search.places': () => ({ isInText: true, isInThinking: false, calls: [] }),
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Find in this thread' }), {
    target: { value: 'journal' },
  })
  await screen.findByText(/ of 3$/)
  fireEvent.keyDown(screen.getByRole('searchbox', { name: 'Find in this thread' }), { key: 'Enter' })
  const place = (await screen.findByText(/ of 3$/)).textContent
  fireEvent.click(screen.getByRole('radio', { name: 'Raw' }))
  await waitFor(() => expect(screen.queryByRole('searchbox', { name: 'Find in this thread' })).toBeNull())
  fireEvent.click(screen.getByRole('radio', { name: 'Conversation' }))
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Find in this thread' })
  expect(field.value).toBe('journal')
  expect(screen.getByText(/ of 3$/).textContent).toBe(place)
  expect(view.calls('search.find')).toHaveLength(1)
})
