import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ImportFrame, ScanFrame } from '../../shared/ipc/import.ts'
import { context, startWorkspace } from '../testing/start-core.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { plainTurns, threadText } from '../testing/thread-builder.ts'

const OPTIONS = { folder: '', toolOutput: true, images: true, branches: true, changed: 'update' } as const

test('only what was chosen is looked at, and what a scan found lands in the workspace', async () => {
  const root = temporaryFolder()
  const from = temporaryFolder()
  writeFileSync(join(from, 'plan.json'), threadText(plainTurns(2), { title: 'The plan' }))
  const folders = [root, from]
  const { handlers } = await startWorkspace(root, { chooseFolder: async () => folders.shift() ?? null })
  const scanned: ScanFrame[] = []
  const scan = () => handlers['import.scan']({ paths: [from] }, (frame) => scanned.push(frame), context)
  await expect(scan()).rejects.toMatchObject({ code: 'path-outside' })
  expect(await handlers['import.choose']({ kind: 'folder' }, context)).toEqual([from])
  await scan()
  const last = scanned.at(-1)
  if (last?.kind !== 'scanned') throw new Error('no scan came')
  const frames: ImportFrame[] = []
  const { scanId } = last
  await handlers['import.run']({ scanId, options: OPTIONS }, (frame) => frames.push(frame), context)
  const told = frames.find(({ kind }) => kind === 'imported')
  expect(told).toMatchObject({ outcome: 'new', thread: 'The plan.json' })
  expect(await handlers['thread.open']({ thread: 'The plan.json' }, context)).toMatchObject({ messages: 6 })
  const outside = { ...OPTIONS, folder: '../elsewhere' }
  await expect(
    handlers['import.run']({ scanId, options: outside }, () => undefined, context),
  ).rejects.toMatchObject({ code: 'path-outside' })
})

test('a folder to import from that is not there is named with its path', async () => {
  const root = temporaryFolder()
  const gone = join(root, 'mistyped')
  const folders = [root, gone]
  const { handlers } = await startWorkspace(root, { chooseFolder: async () => folders.shift() ?? null })
  await expect(handlers['import.choose']({ kind: 'folder' }, context)).rejects.toMatchObject({
    code: 'folder-not-found',
    params: { path: gone },
  })
})
