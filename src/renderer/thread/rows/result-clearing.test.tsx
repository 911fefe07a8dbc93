// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeReport } from '../../testing/fake-runtime.ts'
import { renderThread, THREAD } from '../testing/render-thread.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** The first open card: that of a failed call, which opens by itself, and the line it is folded to. */
async function failedCard() {
  const [result] = await screen.findAllByText(/AssertionError/)
  const body = result?.closest<HTMLElement>('.tool-body')
  const head = body?.previousElementSibling
  if (!body || !head) throw new Error('a failed call stands in the thread')
  return { head, card: within(body) }
}

test('a result is cleared on its card, which says so, and is sent again from there', async () => {
  const view = await renderThread({ turns: 12 })
  const { head, card } = await failedCard()
  fireEvent.click(await card.findByRole('button', { name: 'Clear result' }))
  expect(await card.findByText(/The model sees a short note instead/)).toBeTruthy()
  expect(head.textContent).toContain('Result not sent')
  expect(card.getByText(/AssertionError/)).toBeTruthy()
  fireEvent.click(card.getByRole('button', { name: 'Send the result again' }))
  await waitFor(() => expect(head.textContent).not.toContain('Result not sent'))
  const place = { thread: THREAD, index: expect.any(Number), call: 0 }
  expect(view.calls('mark.clearResult').map(({ input }) => input)).toEqual([
    { ...place, isOn: true },
    { ...place, isOn: false },
  ])
})

test('one of the biggest items that is a result can be cleared where the meter is explained', async () => {
  const report = fakeReport(31_200)
  const entry = { label: 'npm test', index: 5, category: 'tool-results' as const, tokens: 9_000, call: 2 }
  const view = await renderThread({ runtime: { report: { ...report, biggest: [entry] } } })
  view.showDock('context')
  fireEvent.click(await screen.findByRole('button', { name: 'Clear result: npm test' }))
  await waitFor(() => expect(view.calls('mark.clearResult')).toHaveLength(1))
  expect(view.calls('mark.clearResult')[0]?.input).toEqual({
    thread: THREAD,
    index: 5,
    call: 2,
    isOn: true,
  })
})
