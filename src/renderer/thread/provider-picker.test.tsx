// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { renderThread, THREAD } from './testing/render-thread.tsx'

afterEach(cleanup)
vi.setConfig({ testTimeout: 30_000 })

function provider(id: string, windowTokens: number | null, model = `${id}-1`): ProviderSettings {
  return { id, kind: 'openai-chat', name: id, baseUrl: '', model, windowTokens, keyState: 'stored' }
}
const PROVIDERS = [provider('large', 1_000_000), provider('small', 100_000), provider('empty', null, '')]

async function openPicker() {
  const view = await renderThread({ workspace: { providers: PROVIDERS } })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /claude-sonnet-4-5/ }))
  return { ...view, user }
}

test('another provider answers from the next message on; nothing is sent', async () => {
  const { user, calls } = await openPicker()
  await user.click(await screen.findByRole('menuitem', { name: /large · large-1/ }))
  expect(await screen.findByRole('button', { name: 'large' })).toBeTruthy()
  expect(calls('turn.setProvider')[0]?.input).toEqual({ thread: THREAD, providerId: 'large' })
  expect(calls('turn.send')).toHaveLength(0)
})
test('a model that is too small for the thread is told with its numbers before anything changes', async () => {
  const { user, calls } = await openPicker()
  await user.click(await screen.findByRole('menuitem', { name: /small · small-1/ }))
  expect(await screen.findByText('This thread (124k) does not fit small-1 (100k).')).toBeTruthy()
  expect(calls('turn.setProvider')).toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Switch anyway', hidden: true }))
  await waitFor(() => expect(calls('turn.setProvider')).toHaveLength(1))
})
test('a provider added while the thread is open is offered and answers at once', async () => {
  const { user, bridge, calls } = await openPicker()
  await user.keyboard('{Escape}')
  bridge.runtime.providerId = 'added'
  bridge.send('providers.changed', [...PROVIDERS, provider('added', 200_000)])
  await user.click(await screen.findByRole('button', { name: 'added' }))
  expect(await screen.findByRole('menuitem', { name: /added · added-1/ })).toBeTruthy()
  expect(calls('context.get').length).toBeGreaterThan(1)
})
test('a provider without a model cannot be chosen and says why', async () => {
  const { user, calls } = await openPicker()
  const item = await screen.findByRole('menuitem', { name: /empty/ })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  await user.click(item)
  expect(calls('turn.setProvider')).toHaveLength(0)
})
test('a refusal that the settings can mend offers the way there, and the text stays', async () => {
  const { field } = await renderThread({ runtime: { refuseSend: new AppError('no-key', 'No key.') } })
  fireEvent.change(field, { target: { value: 'hello' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByRole('button', { name: 'Providers…' })).toBeTruthy()
  expect(field.value).toBe('hello')
})
test('an empty thread begins with writing', async () => {
  const { field } = await renderThread({ workspace: { threads: new Map([[THREAD, []]]) } })
  await waitFor(() => expect(document.activeElement).toBe(field))
})
test('a chosen provider that was removed is named beside the field and in the header, and choosing another ends it', async () => {
  const view = await renderThread({
    workspace: { providers: PROVIDERS },
    runtime: { providerId: null, missingProvider: 'Old one' },
  })
  expect(await screen.findByText(/“Old one”, which was chosen for this thread, was removed/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Old one was removed' })).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Choose…' }))
  await user.click(await screen.findByRole('menuitem', { name: /large · large-1/ }))
  await waitFor(() => expect(screen.queryByText(/“Old one”/)).toBeNull())
  expect(view.calls('turn.setProvider')[0]?.input).toEqual({ thread: THREAD, providerId: 'large' })
})
