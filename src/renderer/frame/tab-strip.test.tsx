// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { type Workbench, WorkbenchContext } from '../app/workbench.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { TabStrip } from './tab-strip.tsx'

afterEach(cleanup)
vi.setConfig({ testTimeout: 30_000 })

test('tabs are closed one after the other from the keyboard', async () => {
  const tabs = ['one.json', 'two.json', 'three.json'].map((thread) => ({
    thread,
    isPinned: false,
    position: null,
  }))
  const store = createStore<Workbench>(() => ({
    workspace: null,
    tabs: { tabs, active: 0, closed: [] },
    opened: new Map(),
  }))
  renderInApp(
    <WorkbenchContext value={store}>
      <TabStrip isSidebarOpen />
    </WorkbenchContext>,
  )
  const user = userEvent.setup()
  const first = await screen.findByRole('tab', { name: 'one' })
  act(() => first.focus())
  await user.keyboard('{Delete}{Delete}')
  await waitFor(() => expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['three']))
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'three' }))
})
