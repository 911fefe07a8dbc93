import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { composeCore } from './compose.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { testHost } from './testing/test-host.ts'

const resourcesDir = resolve(import.meta.dirname, '../../resources')
const context = { signal: new AbortController().signal }

async function start(dataDir: string, resources = resourcesDir) {
  const core = await composeCore({
    dataDir,
    resourcesDir: resources,
    host: testHost(),
    emit: () => undefined,
  })
  onTestFinished(() => core.close())
  return core.handlers
}

async function codesOf(dataDir: string, resources = resourcesDir): Promise<readonly string[]> {
  const handlers = await start(dataDir, resources)
  return (await handlers['app.notices'](undefined, context)).map(({ code }) => code)
}

test('a sound start has nothing to tell', async () => {
  const dataDir = temporaryFolder()
  expect(await codesOf(dataDir)).toEqual([])
  expect(await codesOf(dataDir)).toEqual([])
})

for (const [file, code] of [
  ['palimpsest.db', 'database-recovered'],
  ['settings.json', 'settings-recovered'],
  ['providers.json', 'providers-recovered'],
] as const) {
  test(`a damaged ${file} is moved aside, told with its new place, and not overwritten`, async () => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, file), 'not what it should be, and longer than a header '.repeat(40))
    const handlers = await start(dataDir)
    const [notice, ...more] = await handlers['app.notices'](undefined, context)
    expect(more).toEqual([])
    expect(notice?.code).toBe(code)
    expect(readFileSync(notice?.path ?? '', 'utf8')).toContain('not what it should be')
  })
}

for (const [file, code] of [
  ['palimpsest.db', 'database-unavailable'],
  ['settings.json', 'settings-unavailable'],
  ['providers.json', 'providers-unavailable'],
] as const) {
  // A folder of that name cannot be read by anybody, root included.
  test(`a ${file} that cannot be read does not stop the start`, async () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, file))
    expect(await codesOf(dataDir)).toEqual([code])
    expect(readdirSync(dataDir)).toContain(file)
  })
}

test('a setting counts for this run when its file cannot be written, and the failure is told', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'settings.json'))
  const handlers = await start(dataDir)
  await expect(handlers['settings.set']({ isSidebarOpen: false }, context)).rejects.toThrow()
  expect(await handlers['settings.get'](undefined, context)).toMatchObject({ isSidebarOpen: false })
})

test('values that mean nothing are told, and the file stays', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'settings.json'), '{"theme":"pink"}')
  expect(await codesOf(dataDir)).toEqual(['settings-values'])
  expect(readFileSync(join(dataDir, 'settings.json'), 'utf8')).toBe('{"theme":"pink"}')
})

test('a database of a newer version is left alone and told', async () => {
  const dataDir = temporaryFolder()
  const db = new Database(join(dataDir, 'palimpsest.db'))
  db.pragma('user_version = 999')
  db.close()
  expect(await codesOf(dataDir)).toEqual(['database-newer'])
})

test('a folder that is gone is told by its name, and the sample opens', async () => {
  const dataDir = temporaryFolder()
  const folder = temporaryFolder()
  const core = await composeCore({
    dataDir,
    resourcesDir,
    host: testHost({ chooseFolder: async () => folder }),
    emit: () => undefined,
  })
  await core.handlers['workspace.choose'](undefined, context)
  await core.close()
  rmSync(folder, { recursive: true })
  const handlers = await start(dataDir)
  expect(await handlers['app.notices'](undefined, context)).toEqual([
    { code: 'workspace-gone', path: folder },
  ])
  expect(await handlers['workspace.get'](undefined, context)).toMatchObject({ isSample: true })
  // Told once: the folder is out of the list.
  expect(await codesOf(dataDir)).toEqual([])
})

test('without its sample the program starts and says so', async () => {
  expect(await codesOf(temporaryFolder(), temporaryFolder())).toEqual(['sample-missing'])
})

test('a database that stops taking writes costs what it keeps, not the compaction or its copy', async () => {
  const dataDir = temporaryFolder()
  const folder = temporaryFolder()
  copyFileSync(join(resourcesDir, 'sample-workspace', 'feature-design.json'), join(folder, 'long.json'))
  const core = await composeCore({ dataDir, resourcesDir, host: testHost(), emit: () => undefined })
  onTestFinished(() => core.close())
  const { handlers } = core
  // Another process holds the file: every write waits its five seconds and is refused then.
  const holder = new Database(join(dataDir, 'palimpsest.db'))
  onTestFinished(() => void holder.close())
  holder.exec('begin immediate')
  await core.grantFiles([join(folder, 'long.json')])
  let previewId = ''
  const options = {
    keepTurns: 2,
    instructions: 'Keep it short.',
    summarizerId: 'built-in',
    detail: 'standard',
    language: 'same',
    budgetChars: null,
  } as const
  await handlers['compact.start'](
    { thread: join(folder, 'long.json'), options },
    (frame) => {
      if (frame.kind === 'preview') previewId = frame.preview.previewId
    },
    context,
  )
  const outcome = await handlers['compact.apply']({ previewId, folder: null }, context)
  if (outcome.kind !== 'applied') throw new Error(outcome.kind)
  expect(existsSync(join(folder, outcome.name))).toBe(true)
  expect((await handlers['thread.open']({ thread: outcome.thread }, context)).checkpointIndex).toBe(0)
  holder.exec('rollback')
}, 60_000)
