import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { toErrorValue } from '../shared/ipc/errors.ts'
import { context, startRuntime, THREAD, turns } from './testing/start-runtime.ts'

test('a database that another program holds is named as such; nothing is lost, and trying again works', async () => {
  const app = await startRuntime({ messages: turns(40), windowTokens: 64_000 })
  await app.say('And now?')
  const before = app.file()
  expect(readdirSync(app.dataDir)).toContain('palimpsest.db')
  const other = new Database(join(app.dataDir, 'palimpsest.db'))
  other.exec('begin immediate')
  const compact = () => app.handlers['context.compact']({ thread: THREAD, focus: '' }, context)
  expect(await compact()).toMatchObject({ kind: 'failed', code: 'database-busy' })
  const sent = await app.handlers['turn.send']({ thread: THREAD, text: 'Go on.' }, context).catch(
    toErrorValue,
  )
  expect(sent).toMatchObject({ code: 'database-busy' })
  const renamed = app.handlers['draft.save']({ thread: THREAD, text: 'Go' }, context).catch(toErrorValue)
  expect(await renamed).toMatchObject({ code: 'database-busy' })
  expect(app.file()).toEqual(before)
  other.exec('rollback')
  other.close()
  expect(await compact()).toMatchObject({ kind: 'completed' })
  await app.say('Go on.')
  expect(app.file().length).toBe(before.length + 2)
})
