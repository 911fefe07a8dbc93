import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import type { IndexProgress } from '../../shared/search/answer.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { answer, call, type NativeRecord, plainTurns, prompt, threadText } from '../testing/thread-builder.ts'
import { openFileSource } from './file-source.ts'
import { indexPath, openIndexForWriting } from './index-database.ts'
import { Indexer } from './indexer.ts'
import { migrate } from './migrate.ts'
import { messages } from './migrations/001-messages.ts'
import type { OpenThreadSource, ThreadSource } from './thread-source.ts'

/** An indexer over a workspace folder on disk; `read` = indexes of messages that were read, in order. */
function startIndexer(
  root = temporaryFolder(),
  dataDir = temporaryFolder(),
  open: OpenThreadSource = openFileSource,
) {
  const db = openIndexForWriting(dataDir)
  onTestFinished(() => {
    db.close()
  })
  const read: number[] = []
  const progress: IndexProgress[] = []
  const titled: (readonly string[])[] = []
  const indexer = new Indexer({
    db,
    open: async (path) => watched(await open(path), read),
    onProgress: (now) => progress.push(now),
    onTitled: (folders) => titled.push(folders),
    retryMs: 20,
    onBroken: (error) => {
      throw error
    },
  })
  onTestFinished(() => indexer.close())
  const rows = (expression: string) =>
    db
      .prepare<[string], { path: string; at: number }>(
        `select t.path, m.message_index as at from body b join message m on m.id = b.rowid
         join thread t on t.id = m.thread where body match ? order by m.id desc`,
      )
      .all(expression)
      .map(({ path, at }) => `${path} ${at}`)
  return {
    root,
    dataDir,
    indexer,
    read,
    progress,
    titled,
    rows,
    write: (name: string, messages: readonly NativeRecord[], title = name) =>
      writeFileSync(join(root, name), threadText(messages, { title })),
    async look(folders: readonly string[] | null = null) {
      indexer.lookAgain(folders)
      await indexer.settled()
    },
  }
}

function watched(source: ThreadSource, read: number[]): ThreadSource {
  return {
    ...source,
    message: (index) => {
      read.push(index)
      return source.message(index)
    },
  }
}

test('every message of every thread of the workspace is found, in folders too', async () => {
  const { indexer, rows, write, root } = startIndexer()
  write('a.json', plainTurns(2))
  write('b.json', [prompt('u', 'Where is the parser?'), answer('a', 'In src/part-1.ts.')])
  writeFileSync(join(root, 'notes.txt'), 'part')
  indexer.setRoot(root)
  await indexer.settled()
  expect(rows('facet : xrolexuser').toSorted()).toEqual(['a.json 0', 'a.json 3', 'b.json 0'])
  expect(rows('"part 1"').toSorted()).toEqual(['a.json 0', 'a.json 1', 'a.json 2', 'b.json 1'])
})

test('a thread that grew is read from its last message on', async () => {
  const { indexer, rows, write, root, read, look } = startIndexer()
  write('a.json', plainTurns(3))
  indexer.setRoot(root)
  await indexer.settled()
  read.length = 0
  write('a.json', [...plainTurns(3), prompt('n', 'And now the scanner.')])
  await look()
  expect(read).toEqual([8, 9])
  expect(rows('scanner')).toEqual(['a.json 9'])
  expect(rows('facet : xrolexuser')).toHaveLength(4)
})

test('a result that came to the last message is found', async () => {
  const { indexer, rows, write, root, look } = startIndexer()
  write('a.json', [prompt('u', 'Look.'), answer('a', 'Yes.', [call('c', 'grep', { pattern: 'x' }, null)])])
  indexer.setRoot(root)
  await indexer.settled()
  write('a.json', [
    prompt('u', 'Look.'),
    answer('a', 'Yes.', [call('c', 'grep', { pattern: 'x' }, 'zanzibar')]),
    answer('b', 'Found.'),
  ])
  await look()
  expect(rows('zanzibar')).toEqual(['a.json 1'])
})

test('a thread that changed otherwise is indexed anew, and nothing of the old one is found', async () => {
  const { indexer, rows, write, root, look } = startIndexer()
  write('a.json', [prompt('u', 'walrus'), answer('a', 'one'), answer('b', 'two')])
  indexer.setRoot(root)
  await indexer.settled()
  write('a.json', [prompt('u', 'penguin'), answer('a', 'one'), answer('b', 'two'), answer('c', 'three')])
  await look()
  expect(rows('walrus')).toEqual([])
  expect(rows('penguin')).toEqual(['a.json 0'])
  expect(rows('two')).toEqual(['a.json 2'])
})

test('a thread that was cut keeps only what it has', async () => {
  const { indexer, rows, write, root, look } = startIndexer()
  write('a.json', plainTurns(3))
  indexer.setRoot(root)
  await indexer.settled()
  write('a.json', plainTurns(1))
  await look()
  expect(rows('facet : xrolexassistant').toSorted()).toEqual(['a.json 1', 'a.json 2'])
})

test('a thread that is gone is not found, a thread that cannot be read does not stop the others', async () => {
  const { indexer, rows, write, root, look } = startIndexer()
  write('a.json', plainTurns(1))
  write('b.json', plainTurns(1))
  indexer.setRoot(root)
  await indexer.settled()
  rmSync(join(root, 'a.json'))
  writeFileSync(join(root, 'c.json'), '{"context": {"messages": [')
  write('d.json', [prompt('u', 'walrus')])
  await look()
  expect(rows('task')).toEqual(['b.json 0'])
  expect(rows('walrus')).toEqual(['d.json 0'])
})

test('what was not changed is not read again, also after a restart', async () => {
  const first = startIndexer()
  first.write('a.json', plainTurns(2))
  first.indexer.setRoot(first.root)
  await first.indexer.settled()
  await first.indexer.close()
  const second = startIndexer(first.root, first.dataDir)
  second.indexer.setRoot(second.root)
  await second.indexer.settled()
  expect(second.read).toEqual([])
  expect(second.progress.at(-1)).toEqual({ indexed: 6, total: 6, isRunning: false })
})

test('the newest thread has the newest rows, whatever its name', async () => {
  const { indexer, rows, write, root } = startIndexer()
  write('new.json', [prompt('u', 'walrus')])
  write('old.json', [prompt('u', 'walrus')])
  utimesSync(join(root, 'old.json'), 1_000, 1_000)
  indexer.setRoot(root)
  await indexer.settled()
  expect(rows('walrus')).toEqual(['new.json 0', 'old.json 0'])
})

test('a change in one folder is looked for in that folder only', async () => {
  const { indexer, rows, write, root, look } = startIndexer()
  mkdirSync(join(root, 'in'))
  write('a.json', [prompt('u', 'walrus')])
  write('in/b.json', [prompt('u', 'walrus')])
  indexer.setRoot(root)
  await indexer.settled()
  rmSync(join(root, 'a.json'))
  rmSync(join(root, 'in/b.json'))
  write('in/c.json', [prompt('u', 'walrus')])
  await look(['in'])
  expect(rows('walrus')).toEqual(['in/c.json 0', 'a.json 0'])
  await look([''])
  expect(rows('walrus')).toEqual(['in/c.json 0'])
})

test('a damaged index is thrown away and made anew', async () => {
  const dataDir = temporaryFolder()
  writeFileSync(indexPath(dataDir), 'not a database at all '.repeat(500))
  const { indexer, rows, write, root } = startIndexer(temporaryFolder(), dataDir)
  write('a.json', [prompt('u', 'walrus')])
  indexer.setRoot(root)
  await indexer.settled()
  expect(rows('walrus')).toEqual(['a.json 0'])
})

test('an index of a newer version is thrown away', () => {
  const dataDir = temporaryFolder()
  const db = openIndexForWriting(dataDir)
  db.pragma('user_version = 999')
  db.close()
  const again = openIndexForWriting(dataDir)
  expect(again.pragma('user_version', { simple: true })).toBeLessThan(999)
  again.close()
})

test('work that was broken off goes on where it stopped', async () => {
  const first = startIndexer()
  first.write('a.json', plainTurns(60))
  first.indexer.setRoot(first.root)
  while (first.read.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await first.indexer.close()
  const before = first.read.length
  expect(before).toBeLessThan(180)
  const second = startIndexer(first.root, first.dataDir)
  second.indexer.setRoot(second.root)
  await second.indexer.settled()
  expect(second.read.length).toBeLessThanOrEqual(180 - before + 1)
  expect(second.rows('facet : xrolexuser')).toHaveLength(60)
})

test('an index of the first schema is made anew from the threads', async () => {
  const [root, dataDir] = [temporaryFolder(), temporaryFolder()]
  const former = new Database(indexPath(dataDir))
  migrate(former, [messages])
  former.exec(`
    insert into thread (root, path, folder, title, model, format, size_bytes, modified_ms, mark, messages,
      has_checkpoint, state) values ('${root}', 'a.json', '', 'a', '', 'native', 1, 1, '', 1, 0, 'ready');
    insert into message (thread, message_index, role, tokens) values (1, 0, 'user', 1);
    insert into body (rowid, text) values (1, 'former');
    insert into vocabulary (words) values ('former');`)
  former.close()
  const again = startIndexer(root, dataDir)
  again.write('a.json', [prompt('u', 'walrus')])
  again.indexer.setRoot(root)
  await again.indexer.settled()
  expect([again.rows('former'), again.rows('walrus')]).toEqual([[], ['a.json 0']])
})

test('a thread that cannot be read for a passing reason is read later', async () => {
  let failures = 2
  const { indexer, rows, write, root } = startIndexer(undefined, undefined, async (path) => {
    failures -= 1
    if (failures >= 0) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
    return openFileSource(path)
  })
  write('a.json', [prompt('u', 'walrus')])
  indexer.setRoot(root)
  await indexer.settled()
  expect(rows('walrus')).toEqual([])
  await expect.poll(() => rows('walrus'), { timeout: 20_000 }).toEqual(['a.json 0'])
})

test('a file outside that is gone leaves the index, one of an earlier run is looked at again', async () => {
  const dataDir = temporaryFolder()
  const outside = temporaryFolder()
  const [gone, grown] = ['gone.json', 'grown.json'].map((name) => join(outside, name))
  for (const path of [gone, grown]) writeFileSync(path ?? '', threadText([prompt('u', 'walrus')]))
  const first = startIndexer(undefined, dataDir)
  for (const path of [gone, grown]) first.indexer.addOutside(path ?? '')
  await first.indexer.settled()
  expect(first.rows('walrus')).toHaveLength(2)
  await first.indexer.close()
  rmSync(gone ?? '')
  writeFileSync(grown ?? '', threadText([prompt('u', 'walrus'), prompt('v', 'walrus')]))
  const second = startIndexer(undefined, dataDir)
  await second.look()
  expect(second.rows('walrus')).toEqual([`${grown} 1`, `${grown} 0`])
})

test('dependencies are not walked into, and links to folders are not followed', async () => {
  const { indexer, rows, write, root, look } = startIndexer()
  for (const folder of ['node_modules/pack', 'real']) mkdirSync(join(root, folder), { recursive: true })
  for (const name of ['node_modules/pack/a.json', 'real/b.json']) write(name, [prompt('u', 'walrus')])
  symlinkSync(join(root, 'real'), join(root, 'linked'))
  indexer.setRoot(root)
  await indexer.settled()
  expect(rows('walrus')).toEqual(['real/b.json 0'])
  await look(['node_modules/pack'])
  expect(rows('walrus')).toEqual(['real/b.json 0'])
})

test('folders of threads whose title came, changed or went are told, and none of a thread that only grew', async () => {
  const { indexer, titled, write, root, look } = startIndexer()
  mkdirSync(join(root, 'in'))
  write('a.json', plainTurns(1), 'Spec')
  write('in/b.json', plainTurns(1), 'Plan')
  indexer.setRoot(root)
  await indexer.settled()
  expect(new Set(titled.splice(0).flat())).toEqual(new Set(['', 'in']))
  write('a.json', plainTurns(2), 'Spec')
  await look()
  expect(titled).toEqual([])
  write('in/b.json', plainTurns(1), 'Another plan')
  await look()
  expect(titled.splice(0)).toEqual([['in']])
  writeFileSync(join(root, 'a.json'), '{ "context": { "messages": [')
  await look()
  expect(titled.splice(0)).toEqual([['']])
})
