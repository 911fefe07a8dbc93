// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { Row } from '../../shared/thread/row.ts'
import { createFakeBridge } from '../testing/fake-bridge.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { OriginalRow } from './original-row.tsx'

afterEach(cleanup)

function show(text: string) {
  const row: Row = {
    kind: 'user',
    index: 4,
    id: 'm',
    turn: 2,
    tokens: 9,
    role: 'prompt',
    parts: [{ kind: 'text', body: { text, totalChars: text.length, isCut: false } }],
  }
  renderInApp(<OriginalRow row={row} facts={[]} isFocused={false} onAdd={null} />, {
    bridge: createFakeBridge(),
  })
}

test('a long message says that it is cut, and shows all of it on demand', async () => {
  show(`${'word '.repeat(300)}the last words`)
  expect(screen.queryByText(/the last words/)).toBeNull()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '… Show all' }))
  expect(screen.getByText(/the last words/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show less' }))
  expect(screen.queryByText(/the last words/)).toBeNull()
})

test('a short message offers nothing more', () => {
  show('A short one.')
  expect(screen.queryByRole('button')).toBeNull()
})
