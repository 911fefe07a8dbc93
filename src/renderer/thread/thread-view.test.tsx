// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import { renderThread } from './testing/render-thread.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
vi.setConfig({ testTimeout: 30_000 })

test('a file manager that does not open is told, and a copied path too', async () => {
  await renderThread({
    requests: {
      'workspace.reveal': () => {
        throw new AppError('permission-denied', 'No.')
      },
    },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Show in file manager' }))
  expect(await screen.findByText(/The system did not allow this/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy path' }))
  expect(await screen.findByText('Copied')).toBeTruthy()
})
