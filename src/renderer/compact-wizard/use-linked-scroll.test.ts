// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LinkedSentence } from '../../shared/compact/comparison.ts'
import { useLinkedScroll } from './use-linked-scroll.ts'

afterEach(cleanup)

const SENTENCES: readonly LinkedSentence[] = [
  { section: 'done', line: 0, position: 33, index: 66, turn: 34 },
  { section: 'rules', line: 0, position: 0, index: 0, turn: 1 },
]

function start() {
  const { result } = renderHook(() => useLinkedScroll(SENTENCES))
  const scrollTo = vi.fn()
  const sheet = document.createElement('section')
  sheet.innerHTML = '<div data-section="done"><p data-lines="0">Part 32</p></div>'
  const block = sheet.querySelector('p')
  if (block === null) throw new Error('there is no line')
  block.getBoundingClientRect = () => new DOMRect(0, 10, 100, 20)
  result.current.sheet.current = sheet
  const handle = { scrollTo, scrollToEnd: vi.fn(), focusRow: vi.fn(), topIndex: () => 0, element: null }
  result.current.list.current = handle
  return { scroll: result.current, scrollTo }
}

test('the summary leads the originals only while it is in hand', () => {
  const { scroll, scrollTo } = start()
  scroll.fromRight()
  expect(scrollTo).not.toHaveBeenCalled()
  scroll.rightLead.onWheelCapture()
  scroll.fromRight()
  expect(scrollTo).toHaveBeenLastCalledWith(33, 'start')
})

test('a sentence that was followed stays with its message, though the summary still scrolls on', () => {
  const { scroll, scrollTo } = start()
  scroll.rightLead.onPointerDownCapture()
  scroll.toPosition(0)
  scroll.fromRight()
  expect(scrollTo).toHaveBeenCalledTimes(1)
  expect(scrollTo).toHaveBeenLastCalledWith(0, 'center')
})
