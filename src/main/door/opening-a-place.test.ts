import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { context, startWorkspace } from '../testing/start-core.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, threadText } from '../testing/thread-builder.ts'

test('a folder that is not there is named with its path, and the open one stays open', async () => {
  const root = temporaryFolder()
  const gone = join(root, 'gone')
  let chosen = root
  const { handlers } = await startWorkspace(root, { chooseFolder: async () => chosen })
  chosen = gone
  await expect(handlers['workspace.choose'](undefined, context)).rejects.toMatchObject({
    code: 'folder-not-found',
    params: { path: gone },
  })
  writeFileSync(join(root, 'a.txt'), 'x')
  chosen = join(root, 'a.txt')
  await expect(handlers['workspace.choose'](undefined, context)).rejects.toMatchObject({
    code: 'folder-not-found',
  })
  expect(await handlers['workspace.get'](undefined, context)).toMatchObject({ name: expect.any(String) })
})

test('a file of the workspace tells its own id, however it was asked for', async () => {
  const root = temporaryFolder()
  const file = join(root, 'a.json')
  writeFileSync(file, threadText(plainTurns(2)))
  const link = join(temporaryFolder(), 'link.json')
  symlinkSync(file, link)
  const { handlers } = await startWorkspace(root, { chooseFiles: async () => [link, file] })
  await handlers['workspace.openFile'](undefined, context)
  const canonicalOf = async (thread: string) =>
    (await handlers['thread.open']({ thread }, context)).canonicalThread
  expect(await canonicalOf('a.json')).toBeUndefined()
  expect(await canonicalOf(file)).toBe('a.json')
  expect(await canonicalOf(link)).toBe('a.json')
})

test('once a folder is watched its tree is asked for again: what came meanwhile is in no change', async () => {
  const root = temporaryFolder()
  const { events } = await startWorkspace(root)
  await expect
    .poll(() => events)
    .toContainEqual({
      name: 'workspace.changed',
      payload: { folders: [''] },
    })
})
