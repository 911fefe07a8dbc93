import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CallContext } from '../../shared/ipc/handlers.ts'
import { composeCore } from '../compose.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { testHost } from '../testing/test-host.ts'
import { prompt, threadText } from '../testing/thread-builder.ts'

const context: CallContext = { signal: new AbortController().signal }

test('a conversation of a transcript is shown in the file manager by its file', async () => {
  const root = join(realpathSync(temporaryFolder()), 'workspace')
  mkdirSync(root)
  const path = join(root, 'one.json')
  writeFileSync(path, threadText([prompt('u1', 'Hello')]))
  const shown: string[] = []
  const core = await composeCore({
    dataDir: temporaryFolder(),
    resourcesDir: resolve(import.meta.dirname, '../../../resources'),
    host: testHost({ chooseFolder: async () => root, revealItem: async (item) => void shown.push(item) }),
    emit: () => undefined,
  })
  onTestFinished(() => core.close())
  await core.handlers['workspace.choose'](undefined, context)
  for (const thread of ['one.json', 'one.json?thread=second', 'one.json?thread=second&branch=b'])
    await core.handlers['workspace.reveal']({ path: thread }, context)
  expect(shown).toEqual([path, path, path])
})
