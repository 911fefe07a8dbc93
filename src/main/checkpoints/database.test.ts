import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openDatabase } from './database.ts'
import { createDraftRepository } from './draft-repository.ts'
import { LATEST_VERSION, MIGRATIONS, migrate, schemaVersion } from './migrate.ts'

const now = () => 77

it('creates the database with the latest schema, in WAL mode', async () => {
  const folder = await temporaryFolder()
  const opened = openDatabase(folder, now)
  expect(opened.state).toBe('ready')
  expect(schemaVersion(opened.db)).toBe(LATEST_VERSION)
  expect(opened.db.pragma('journal_mode', { simple: true })).toBe('wal')
  opened.close()
  expect(readdirSync(folder)).toEqual(['palimpsest.db'])
})

it('numbers its migrations from 1 without gaps', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1))
})

it('brings version 1 with real rows forward, after a backup that still holds them', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'palimpsest.db')
  const old = new Database(path)
  old.pragma('journal_mode = WAL')
  migrate(old, () => undefined, MIGRATIONS.slice(0, 1))
  createDraftRepository(old, () => 5).save('/w', 'a.json', 'half a sentence')
  old.close()

  const opened = openDatabase(folder, now)
  expect(opened.state).toBe('ready')
  expect(schemaVersion(opened.db)).toBe(LATEST_VERSION)
  expect(createDraftRepository(opened.db, now).get('/w', 'a.json')).toBe('half a sentence')
  opened.close()

  const backup = new Database(`${path}.v1-77`, { readonly: true })
  expect(schemaVersion(backup)).toBe(1)
  expect(backup.prepare('select text, saved_ms from draft').all()).toEqual([
    { text: 'half a sentence', saved_ms: 5 },
  ])
  backup.close()
})

it('leaves a step that fails undone, with its version', async () => {
  const db = new Database(join(await temporaryFolder(), 'x.db'))
  const steps = [
    { version: 1, sql: 'create table a (x)' },
    { version: 2, sql: 'create table b (x); insert into nowhere values (1);' },
  ]
  expect(() => migrate(db, () => undefined, steps)).toThrow()
  expect(schemaVersion(db)).toBe(1)
  expect(db.prepare("select name from sqlite_master where name in ('a', 'b')").all()).toEqual([{ name: 'a' }])
  db.close()
})

it('does not touch the file of a newer version, and works without it', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'palimpsest.db')
  const newer = new Database(path)
  newer.exec('create table future (x); pragma user_version = 999;')
  newer.close()
  const before = readFileSync(path)

  const opened = openDatabase(folder, now)
  expect(opened.state).toBe('newer')
  const drafts = createDraftRepository(opened.db, now)
  drafts.save(null, '/x.json', 'kept for this run')
  expect(drafts.get(null, '/x.json')).toBe('kept for this run')
  opened.close()
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(readdirSync(folder)).toEqual(['palimpsest.db'])
})

it.each([
  ['a text file', Buffer.from('this is no database, but it is longer than a header of one is '.repeat(90))],
  ['an overwritten header', Buffer.alloc(8192, 7)],
])('moves %s aside, says so, and starts anew', async (_name, bytes) => {
  const folder = await temporaryFolder()
  const path = join(folder, 'palimpsest.db')
  writeFileSync(path, bytes)
  writeFileSync(`${path}-wal`, 'old log')
  const opened = openDatabase(folder, now)
  expect(opened).toMatchObject({ state: 'recovered', movedTo: `${path}.damaged-77` })
  createDraftRepository(opened.db, now).save('/w', 'a', 'b')
  opened.close()
  expect(readFileSync(`${path}.damaged-77`).equals(bytes)).toBe(true)
  const again = openDatabase(folder, now)
  expect(again.state).toBe('ready')
  expect(createDraftRepository(again.db, now).get('/w', 'a')).toBe('b')
  again.close()
})

it('notices damage inside a real database', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'palimpsest.db')
  const first = openDatabase(folder, now)
  const drafts = createDraftRepository(first.db, now)
  for (let n = 0; n < 400; n += 1) drafts.save('/w', `thread-${n}`, 'text '.repeat(200))
  first.close()
  const bytes = readFileSync(path)
  bytes.fill(0xab, 4096 * 3, 4096 * 40)
  writeFileSync(path, bytes)
  const opened = openDatabase(folder, now)
  expect(opened.state).toBe('recovered')
  expect(createDraftRepository(opened.db, now).get('/w', 'thread-1')).toBe('')
  opened.close()
})

it('works in memory when the data folder cannot be used', async () => {
  const folder = await temporaryFolder()
  mkdirSync(join(folder, 'palimpsest.db'))
  const opened = openDatabase(folder, now)
  expect(opened.state).toBe('unavailable')
  expect(opened.details).not.toBe(null)
  expect(schemaVersion(opened.db)).toBe(LATEST_VERSION)
  opened.close()

  writeFileSync(join(folder, 'plain'), '')
  const nowhere = openDatabase(join(folder, 'plain'), now)
  expect(nowhere.state).toBe('unavailable')
  nowhere.close()
})

it('B-91 waits while another process holds the file, and loses nothing', async () => {
  const folder = temporaryFolder()
  const first = openDatabase(folder, now)
  createDraftRepository(first.db, now).save('/w', 'a.json', 'half a sentence')
  first.close()
  const code = `
    const { default: Database } = await import('better-sqlite3')
    const db = new Database(process.argv[1])
    db.exec('begin exclusive')
    process.stdout.write('locked')
    setTimeout(() => { db.exec('rollback'); db.close() }, 1000)`
  const args = ['--input-type=module', '--eval', code, join(folder, 'palimpsest.db')]
  const holder = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((locked) => holder.stdout.once('data', locked))
  const opened = openDatabase(folder, now)
  expect(opened.state).toBe('ready')
  expect(createDraftRepository(opened.db, now).get('/w', 'a.json')).toBe('half a sentence')
  opened.close()
  await new Promise((ended) => (holder.exitCode === null ? holder.once('close', ended) : ended(null)))
})
