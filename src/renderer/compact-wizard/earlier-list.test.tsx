// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { EarlierLines } from '../../shared/compact/retention.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { EarlierList } from './earlier-list.tsx'

afterEach(cleanup)

const EARLIER: EarlierLines = {
  total: 9,
  changed: 2,
  dropped: [{ key: 'decisions', text: '- User: "Take Postgres."' }],
}

test('lines of the checkpoint before that were dropped are counted and shown with their section', async () => {
  renderInApp(<EarlierList earlier={EARLIER} />)
  expect(screen.getByText('Of 9 lines of the checkpoint before: 2 changed, 1 dropped')).toBeTruthy()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show dropped lines' }))
  expect(screen.getByText('User: "Take Postgres."')).toBeTruthy()
  expect(screen.getByText('Key decisions')).toBeTruthy()
})

test('nothing is said where every line stands', () => {
  renderInApp(<EarlierList earlier={{ total: 9, changed: 0, dropped: [] }} />)
  expect(screen.queryByText(/checkpoint before/)).toBe(null)
})
