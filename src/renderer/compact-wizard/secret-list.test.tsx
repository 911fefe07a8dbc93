// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { SecretPlace } from '../../shared/compact/preview.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { removeSecrets } from './remove-secrets.ts'
import { SecretList } from './secret-list.tsx'
import { previewOf } from './testing/values.ts'

afterEach(cleanup)

const SECRETS: readonly SecretPlace[] = [
  { section: 'goal', from: 2, to: 6, kind: 'api-key', masked: 'S•••' },
  { section: 'goal', from: 7, to: 9, kind: 'jwt', masked: 'e•••' },
]

test('suspected keys are counted, shown with their place, and removed one by one or all', async () => {
  const user = userEvent.setup()
  const onRemove = vi.fn()
  renderInApp(<SecretList secrets={SECRETS} isEditable onRemove={onRemove} />)
  expect(screen.getByText('2 strings look like keys: they stand in the checkpoint.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByText(/S••• · Goal/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove e•••' }))
  await user.click(screen.getByRole('button', { name: 'Remove all' }))
  expect(onRemove.mock.calls).toEqual([[[SECRETS[1]]], [SECRETS]])
})

test('what is removed leaves a word in its place, and the rest of the section as it was', () => {
  expect(removeSecrets(previewOf('p').sections, SECRETS)).toEqual([
    { key: 'goal', text: '- [redacted: api-key] [redacted: jwt]' },
  ])
  expect(removeSecrets(previewOf('p').sections, [])).toEqual([])
})
