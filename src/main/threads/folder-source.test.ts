import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listThreads } from '../library/list-threads.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { fingerprintOf, isUnchanged } from './fingerprint.ts'
import { opencodeSession, openHandsFolder } from './importers/testing/folder-sources.ts'
import { listFolder } from './list-folder.ts'
import { openThread } from './open-thread.ts'
import { changeOfSources } from './source-change.ts'

function workspace(): string {
  const root = temporaryFolder()
  mkdirSync(join(root, 'notes'))
  openHandsFolder(join(root, 'talks/c1'), ['Mend it', 'Mended'])
  opencodeSession(join(root, 'storage'), 'ses_one', ['Plan it', 'Planned'])
  return root
}

test('the tree shows a folder that is one source as one thread, not to be opened like a folder', async () => {
  const root = workspace()
  expect(await listFolder(root, '')).toMatchObject([
    { path: 'notes', kind: 'folder' },
    { path: 'talks', kind: 'folder' },
    { path: 'storage', kind: 'thread', tool: 'opencode', isFolder: true },
  ])
  expect(await listFolder(root, 'talks')).toMatchObject([
    { path: 'talks/c1', kind: 'thread', tool: 'OpenHands' },
  ])
})

test('what is in it is no thread of its own for the search', async () => {
  const root = workspace()
  const { threads } = await listThreads(root, null, new AbortController().signal)
  expect(threads.map(({ path }) => path)).toEqual(['storage', 'talks/c1'])
})

test('a change of a file deep in it is a change of the thread', async () => {
  const root = workspace()
  const path = join(root, 'talks/c1')
  const file = await openThread(path)
  expect(file.count).toBe(2)
  expect(await fingerprintOf(path)).toEqual(file.fingerprint)
  expect(await isUnchanged(path, file.fingerprint)).toBe(true)
  openHandsFolder(path, ['Mend it', 'Mended', 'More'])
  expect(await isUnchanged(path, file.fingerprint)).toBe(false)
  const change = { folders: ['talks/c1/events'], changedFiles: ['talks/c1/events/event-00002-e2.json'] }
  expect(await changeOfSources(root, { ...change, removedFiles: [] })).toEqual({
    folders: ['talks'],
    changedFiles: ['talks/c1'],
    removedFiles: [],
  })
})

test('changes elsewhere stay as they are', async () => {
  const root = workspace()
  writeFileSync(join(root, 'notes', 'a.json'), '{}')
  const change = { folders: ['notes', ''], changedFiles: ['notes/a.json'], removedFiles: ['b.json'] }
  expect(await changeOfSources(root, change)).toEqual(change)
})
