import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from './checkpoints/database.ts'
import { createEvents } from './checkpoints/event-repository.ts'
import { context, startRuntime, THREAD, turns } from './testing/start-runtime.ts'

type App = Awaited<ReturnType<typeof startRuntime>>

const compact = (app: App) => app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
const list = (app: App) => app.handlers['checkpoint.list']({ thread: THREAD }, context)
const told = (app: App) =>
  app.events.filter(({ name }) => name === 'app.notice').map(({ payload }) => payload)

test('a database deleted while the program runs is told and written anew; a checkpoint made after it is there at the next start', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  await app.say('And now?')
  for (const name of readdirSync(app.dataDir).filter((one) => one.startsWith('palimpsest.db')))
    rmSync(join(app.dataDir, name))
  expect(await compact(app)).toMatchObject({ kind: 'completed' })
  expect(told(app)).toEqual([{ code: 'database-gone', path: join(app.dataDir, 'palimpsest.db') }])
  // As a program that is killed now would leave it.
  const left = openDatabase(app.dataDir, () => 1)
  expect(left.state).toBe('ready')
  expect(createEvents(left.db, app.root, THREAD, () => 1).list()).toHaveLength(1)
  left.close()
  const [entry] = await list(app)
  await app.handlers['checkpoint.rename']({ thread: THREAD, id: entry?.id ?? '', name: 'Kept' }, context)
  await app.restart()
  expect(await list(app)).toMatchObject([{ id: entry?.id, name: 'Kept' }])
  expect(told(app)).toHaveLength(1)
})

test('the log of a deleted database is not played into the new one', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  await app.say('And now?')
  rmSync(join(app.dataDir, 'palimpsest.db'))
  expect(await compact(app)).toMatchObject({ kind: 'completed' })
  await app.restart()
  expect(await list(app)).toHaveLength(1)
})

test('a file that took the name of the database stays; what is known goes beside it', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  await app.say('And now?')
  const path = join(app.dataDir, 'palimpsest.db')
  renameSync(path, join(app.dataDir, 'moved.db'))
  writeFileSync(path, 'another program wrote this')
  expect(await compact(app)).toMatchObject({ kind: 'completed' })
  const kept = readdirSync(app.dataDir).filter((name) => name.startsWith('palimpsest.db.kept-'))
  expect(told(app)).toEqual([{ code: 'database-gone', path: join(app.dataDir, kept[0] ?? '') }])
})
