// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '../../shared/ipc/errors.ts'
import { createFakeBridge, type FakeRequests } from '../testing/fake-bridge.ts'
import { entry } from '../testing/fake-requests.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { useTree } from './use-tree.ts'

afterEach(cleanup)

function Titles() {
  const { nodes, titles } = useTree('/w', null)
  return <p>{nodes.map(({ entry: { path } }) => `${path}=${titles.get(path) ?? '?'}`).join(' ')}</p>
}

function show(titles: NonNullable<FakeRequests['workspace.titles']>) {
  const bridge = createFakeBridge({
    workspace: { entries: [entry('a.json', 'thread', 1), entry('b.json', 'thread', 1)] },
    requests: { 'workspace.titles': titles },
  })
  renderInApp(<Titles />, { bridge })
  const asked = () => bridge.calls.filter(({ route }) => route === 'workspace.titles').length
  return { bridge, asked }
}

test('titles come with a folder, and anew when the index knows others', async () => {
  let known = [{ path: 'a.json', title: 'Spec' }]
  const { bridge } = show(() => known)
  await waitFor(() => expect(screen.getByText('a.json=Spec b.json=?')).toBeTruthy())
  known = [
    { path: 'a.json', title: 'New spec' },
    { path: 'b.json', title: 'Plan' },
  ]
  bridge.send('workspace.titled', { folders: [''] })
  await waitFor(() => expect(screen.getByText('a.json=New spec b.json=Plan')).toBeTruthy())
  known = [{ path: 'b.json', title: 'Plan' }]
  bridge.send('workspace.titled', { folders: null })
  await waitFor(() => expect(screen.getByText('a.json=? b.json=Plan')).toBeTruthy())
})
test('no titles are asked of folders that the tree does not show, and no folder is read for a title', async () => {
  const { bridge, asked } = show(() => [])
  await waitFor(() => expect(screen.getByText('a.json=? b.json=?')).toBeTruthy())
  await waitFor(() => expect(asked()).toBe(1))
  bridge.send('workspace.titled', { folders: ['closed'] })
  bridge.send('workspace.titled', { folders: [''] })
  await waitFor(() => expect(asked()).toBe(2))
  expect(bridge.calls.filter(({ route }) => route === 'workspace.list')).toHaveLength(1)
})
test('without an index the tree stands as it is', async () => {
  show(() => {
    throw new AppError('internal', 'No.')
  })
  await waitFor(() => expect(screen.getByText('a.json=? b.json=?')).toBeTruthy())
})
