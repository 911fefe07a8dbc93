// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToasts, ToastRegion } from './toast.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function setUp() {
  const toasts = createToasts()
  render(<ToastRegion toasts={toasts} label="Notices" closeLabel="Close" />)
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  const show = (kind: 'done' | 'failed' | 'notice', text: string) =>
    act(() => void toasts.show({ kind, text }))
  const texts = () => toasts.store.getState().toasts.map((toast) => toast.text)
  return { pass, show, texts, toasts }
}

test('a failure leaves after twenty seconds, an outcome after ten, a notice stays', () => {
  const { pass, show, texts } = setUp()
  show('failed', 'bad')
  show('done', 'good')
  show('notice', 'calm')
  pass(10_000)
  expect(texts()).toEqual(['bad', 'calm'])
  pass(10_000)
  expect(texts()).toEqual(['calm'])
  pass(600_000)
  expect(texts()).toEqual(['calm'])
})

test('a failure stays while it is pointed at or has the focus', () => {
  const { pass, show, texts } = setUp()
  show('failed', 'bad')
  const card = screen.getByRole('alert')
  const close = screen.getByRole('button', { name: 'Close' })
  fireEvent.mouseEnter(card)
  fireEvent.focus(close)
  pass(60_000)
  fireEvent.mouseLeave(card)
  pass(60_000)
  expect(texts()).toEqual(['bad'])
  fireEvent.blur(close)
  pass(20_000)
  expect(texts()).toEqual([])
})

test('many outcomes push out older ones, never one that can still be undone, and notices that stay go last', () => {
  const { pass, show, texts, toasts } = setUp()
  act(
    () =>
      void toasts.show({ kind: 'done', text: 'Compacted', action: { label: 'Undo', run: () => undefined } }),
  )
  show('notice', 'calm')
  for (const at of [1, 2, 3, 4, 5, 6]) show('done', `copied ${at}`)
  expect(texts()).toEqual(['Compacted', 'calm', 'copied 4', 'copied 5', 'copied 6'])
  for (const at of [1, 2, 3]) show('failed', `bad ${at}`)
  expect(texts()).toEqual(['Compacted', 'calm', 'bad 1', 'bad 2', 'bad 3'])
  pass(10_000)
  expect(texts()).not.toContain('Compacted')
})

test('the same failure again takes the place of the first', () => {
  const { show, texts } = setUp()
  show('failed', 'bad')
  show('done', 'good')
  show('failed', 'bad')
  expect(texts()).toEqual(['good', 'bad'])
})

test('a notice leaves when what it speaks of is over, and does not wait for it any longer than it is shown', () => {
  const toasts = createToasts()
  render(<ToastRegion toasts={toasts} label="Notices" closeLabel="Close" />)
  const stop = vi.fn()
  let over: (() => void) | undefined
  const until = (close: () => void) => {
    over = close
    return stop
  }
  act(() => void toasts.show({ kind: 'done', text: 'Compacted', until }))
  expect(screen.getByText('Compacted')).toBeTruthy()
  act(() => over?.())
  expect(screen.queryByText('Compacted')).toBeNull()
  expect(stop).toHaveBeenCalledTimes(1)
})
