// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

function show(children: ReactNode, footer?: ReactNode) {
  render(
    <Dialog isOpen title="Move" closeLabel="Close" onClose={() => undefined} footer={footer}>
      {children}
    </Dialog>,
  )
}

test('a dialog that asks for something begins in its field, not on its close button', () => {
  show(<textarea aria-label="New text" />)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'New text' }))
})

test('a dialog that asks a question begins on the answer that is marked as its start', () => {
  show(
    <p>Sure?</p>,
    <>
      <button type="button">Go</button>
      <button type="button" data-start>
        Stay
      </button>
    </>,
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stay' }))
})
