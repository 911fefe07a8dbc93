import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PRESETS } from '../compaction/policy/presets.ts'
import { openThreadStore, placeMarks } from '../door/thread-store.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createActivity } from './activity-repository.ts'
import { type AppDatabase, databasePath, openDatabase } from './database.ts'
import { createDraftRepository } from './draft-repository.ts'
import { createInstructionRepository } from './instruction-repository.ts'
import { createJournal } from './journal-repository.ts'
import { createMarks } from './mark-repository.ts'
import { LATEST_VERSION, MIGRATIONS, migrate, schemaVersion } from './migrate.ts'
import { moveThread } from './move-thread.ts'
import { createPolicies } from './policy-repository.ts'
import { createQueue } from './queue-repository.ts'
import { createReplyParts } from './reply-part-repository.ts'
import { createTabRepository } from './tab-repository.ts'
import { createThreadChoices } from './thread-choice-repository.ts'
import { NAMING_TABLES, THREAD_TABLES } from './thread-tables.ts'
import { createWorkspaceRepository } from './workspace-repository.ts'

let folder: string
let opened: AppDatabase
let clock = 1000
const now = () => clock++

beforeEach(() => {
  folder = temporaryFolder()
  opened = openDatabase(folder, now)
})
afterEach(() => opened.close())

function restart(): void {
  opened.close()
  opened = openDatabase(folder, now)
}

test('every table that names a thread follows it when it moves, and goes with its file or says why not', () => {
  const named = opened.db
    .prepare(
      `select m.name from sqlite_master m, pragma_table_info(m.name) c
       where m.type = 'table' and c.name in ('root', 'thread')
       group by m.name having count(*) = 2 order by m.name`,
    )
    .pluck()
    .all()
  expect([...THREAD_TABLES, ...NAMING_TABLES].toSorted()).toEqual(named)
})

test('version 2 with real rows comes forward: every row is there, the backup too, and the new tables work', () => {
  const target = join(folder, 'two')
  mkdirSync(target)
  const old = new Database(databasePath(target))
  old.pragma('journal_mode = WAL')
  migrate(old, () => undefined, MIGRATIONS.slice(0, 2))
  const tabs = {
    tabs: [{ thread: 'a.json', isPinned: true, position: { index: 3, offsetPx: 7 } }],
    active: 0,
  }
  createTabRepository(old).save('/w', tabs)
  createDraftRepository(old, () => 5).save('/w', 'a.json', 'half a sentence')
  createWorkspaceRepository(old, () => 6).remember('/w')
  createWorkspaceRepository(old, () => 6).grant('/outside.json')
  expect(schemaVersion(old)).toBe(2)
  old.close()

  const brought = openDatabase(target, () => 77)
  expect(brought.state).toBe('ready')
  expect(schemaVersion(brought.db)).toBe(LATEST_VERSION)
  expect(createTabRepository(brought.db).load('/w')).toEqual(tabs)
  expect(createDraftRepository(brought.db, now).get('/w', 'a.json')).toBe('half a sentence')
  expect(createWorkspaceRepository(brought.db, now).lastRoot()).toBe('/w')
  expect(createWorkspaceRepository(brought.db, now).isGranted('/outside.json')).toBe(true)
  createJournal(brought.db, '/w', 'a.json', now).append({ kind: 'message', index: 0, body: '{}' }, null)
  expect(createJournal(brought.db, '/w', 'a.json', now).list()).toHaveLength(1)
  brought.close()
  const backup = new Database(`${databasePath(target)}.v2-77`, { readonly: true })
  expect(schemaVersion(backup)).toBe(2)
  expect(backup.prepare('select text from draft').pluck().all()).toEqual(['half a sentence'])
  backup.close()
})

describe('the queue', () => {
  const queue = () => createQueue(opened.db, '/w', 'a.json')

  test('keeps its order over a restart, also when one was moved to the front', () => {
    for (const text of ['one', 'two', 'three']) queue().add(text, 'turn')
    const third = queue().list()[2]
    queue().moveToFront(third?.id ?? '')
    queue().add('four', 'compaction')
    restart()
    expect(
      queue()
        .list()
        .map(({ text, waitsFor }) => `${text} ${waitsFor}`),
    ).toEqual(['three turn', 'one turn', 'two turn', 'four compaction'])
  })

  test('a message leaves it in the same step in which it is in the journal: both happen or neither', () => {
    const waiting = queue().add('hello', 'turn')
    const journal = createJournal(opened.db, '/w', 'a.json', now)
    opened.db.exec(
      "create temp trigger refuse before delete on queue begin select raise(abort, 'refused'); end",
    )
    expect(() => journal.append({ kind: 'message', index: 0, body: '{}' }, waiting.id)).toThrow('refused')
    expect(journal.list()).toEqual([])
    expect(queue().list()).toEqual([waiting])
    opened.db.exec('drop trigger refuse')
    journal.append({ kind: 'message', index: 0, body: '{}' }, waiting.id)
    expect([journal.list().length, queue().list().length]).toEqual([1, 0])
  })
})

test('version 3 with real rows comes forward, and parts of a reply can be kept', () => {
  const target = join(folder, 'three')
  mkdirSync(target)
  const old = new Database(databasePath(target))
  old.pragma('journal_mode = WAL')
  migrate(old, () => undefined, MIGRATIONS.slice(0, 3))
  createQueue(old, '/w', 'a.json').add('waits', 'turn')
  old.close()
  const brought = openDatabase(target, () => 78)
  expect([brought.state, schemaVersion(brought.db)]).toEqual(['ready', LATEST_VERSION])
  expect(createQueue(brought.db, '/w', 'a.json').list()).toHaveLength(1)
  const parts = createReplyParts(brought.db, '/w', 'a.json')
  parts.begin('head')
  parts.add('one')
  expect(parts.list()).toEqual(['head', 'one'])
  brought.close()
})

test('parts of a reply are forgotten in the step that stores its message, and are kept beside a result', () => {
  const parts = createReplyParts(opened.db, '/w', 'a.json')
  const journal = createJournal(opened.db, '/w', 'a.json', now)
  parts.begin('old')
  parts.begin('head')
  parts.add('one')
  journal.append({ kind: 'patch', index: 0, body: '{}' }, null)
  restart()
  const after = createReplyParts(opened.db, '/w', 'a.json')
  expect(after.list()).toEqual(['head', 'one'])
  createJournal(opened.db, '/w', 'a.json', now).append({ kind: 'message', index: 0, body: '{}' }, null)
  expect(after.list()).toEqual([])
})

test('marks follow the id of their message, and one whose message is gone counts no more', () => {
  const marks = createMarks(opened.db, '/w', 'a.json')
  marks.set({ index: 1, messageId: 'b', kind: 'pin' }, true)
  marks.set({ index: 2, messageId: 'c', kind: 'exclude' }, true)
  marks.set({ index: 0, messageId: 'a', kind: 'star' }, true)
  marks.set({ index: 0, messageId: 'a', kind: 'star' }, false)
  restart()
  // One came in front and `c` was taken out.
  const ids = ['new', 'a', 'b', 'd']
  const places = {
    idAt: (index: number) => ids[index],
    placesOf: (id: string) => ids.flatMap((one, index) => (one === id ? [index] : [])),
  }
  const stored = createMarks(opened.db, '/w', 'a.json').list()
  expect(stored.map(({ kind }) => kind)).toEqual(['pin', 'exclude'])
  expect(placeMarks(stored, places)).toEqual([{ index: 2, messageId: 'b', kind: 'pin' }])
})

test('version 4 with real rows comes forward: every mark is there, and a result can be cleared', () => {
  const target = join(folder, 'four')
  mkdirSync(target)
  const old = new Database(databasePath(target))
  old.pragma('journal_mode = WAL')
  migrate(old, () => undefined, MIGRATIONS.slice(0, 4))
  const insert = old.prepare(
    "insert into mark (root, thread, message_index, message_id, kind) values ('/w', 'a.json', ?, ?, ?)",
  )
  insert.run(1, 'b', 'pin')
  insert.run(1, 'b', 'exclude')
  insert.run(2, 'c', 'star')
  old.close()
  const brought = openDatabase(target, () => 79)
  expect([brought.state, schemaVersion(brought.db)]).toEqual(['ready', LATEST_VERSION])
  const marks = createMarks(brought.db, '/w', 'a.json')
  const kept = [
    { index: 1, messageId: 'b', kind: 'exclude' },
    { index: 1, messageId: 'b', kind: 'pin' },
    { index: 2, messageId: 'c', kind: 'star' },
  ]
  expect(marks.list()).toEqual(kept)
  marks.set({ index: 1, messageId: 'b', kind: 'clear', call: 0 }, true)
  marks.set({ index: 1, messageId: 'b', kind: 'clear', call: 2 }, true)
  marks.set({ index: 1, messageId: 'b', kind: 'clear', call: 0 }, false)
  const withCleared = [...kept, { index: 1, messageId: 'b', kind: 'clear', call: 2 }]
  expect(marks.list()).toHaveLength(4)
  expect(marks.list()).toEqual(expect.arrayContaining(withCleared))
  marks.replace(marks.list())
  expect(marks.list()).toEqual(expect.arrayContaining(withCleared))
  brought.close()
})

test('a decision whose record is damaged is left out: the whole content is sent then', () => {
  const store = openThreadStore(opened.db, '/w', 'a.json', now).context
  const decision = (text: string) => ({
    messageId: 'm',
    index: 1,
    call: 0,
    step: 'snip' as const,
    change: { kind: 'output' as const, text },
    filePath: null,
  })
  store.addOverrides([decision('one'), decision('two')])
  opened.db.exec('update projection_override set change = \'{"kind":\' where seq = 1')
  expect(store.overrides()).toEqual([decision('two')])
})

test('policies come back whole per scope; what cannot be read, or was taken back, is as if it was not set', () => {
  const policies = () => createPolicies(opened.db)
  const policy = { ...PRESETS.reserve, summaryChars: 9_000 }
  policies().save('default', null, null, policy)
  policies().save('workspace', '/w', null, { ...policy, mode: 'ask' })
  policies().save('thread', '/w', 'a.json', { ...policy, mode: 'off' })
  restart()
  expect(policies().get('default', null, null)).toEqual(policy)
  expect(policies().get('workspace', '/w', null)?.mode).toBe('ask')
  expect(policies().get('workspace', '/other', null)).toBe(null)
  expect(policies().get('thread', '/w', 'a.json')?.mode).toBe('off')
  opened.db.exec('update policy set value = \'{"preset":"reserve"}\' where scope = \'thread\'')
  expect(policies().get('thread', '/w', 'a.json')).toBe(null)
  policies().save('workspace', '/w', null, null)
  expect(policies().get('workspace', '/w', null)).toBe(null)
})

/** Every table that says which thread a row belongs to. */
function threadTables(): readonly string[] {
  const names = opened.db.prepare("select name from sqlite_master where type = 'table'").pluck().all()
  return (names as string[]).filter((name) =>
    (opened.db.prepare(`select name from pragma_table_info('${name}')`).pluck().all() as string[]).includes(
      'thread',
    ),
  )
}

test('a thread that is moved takes along every row of every table that knows threads', () => {
  const root = '/w'
  const at = 'notes/a.json'
  createTabRepository(opened.db).save(root, {
    tabs: [{ thread: at, isPinned: false, position: null }],
    active: 0,
  })
  createDraftRepository(opened.db, now).save(root, at, 'draft')
  createJournal(opened.db, root, at, now).append({ kind: 'message', index: 0, body: '{}' }, null)
  createReplyParts(opened.db, root, at).begin('{}')
  createQueue(opened.db, root, at).add('waits', 'turn')
  createMarks(opened.db, root, at).set({ index: 0, messageId: 'm', kind: 'pin' }, true)
  createPolicies(opened.db).save('thread', root, at, PRESETS.reserve)
  createThreadChoices(opened.db).setProvider(root, at, 'p')
  openThreadStore(opened.db, root, at, now).context.addOverrides([
    {
      messageId: 'm',
      index: 0,
      call: 0,
      step: 'snip',
      change: { kind: 'output', text: 'x' },
      filePath: null,
    },
  ])
  createActivity(opened.db, () => 0).record(root, {
    atMs: 1,
    kind: 'tool',
    thread: at,
    result: 'completed',
    tokens: null,
    costUsd: null,
    durationMs: null,
    details: {},
  })
  createInstructionRepository(opened.db, now).save(root, at, 'keep paths')
  opened.db.exec(`insert into compaction_event values
    ('/w', '${at}', 1, 0, 'm', '{}', null, 'partial', 2, 1, 'e', 'manual', 1, 'h', null, 0, '', '{}')`)
  const tables = threadTables()
  const count = (table: string, thread: string) =>
    opened.db.prepare(`select count(*) from ${table} where thread = ?`).pluck().get(thread)
  expect(tables.map((table) => [table, count(table, at)])).toEqual(tables.map((table) => [table, 1]))
  moveThread(opened.db, root, 'notes', 'archive/notes')
  expect(tables.map((table) => [table, count(table, at), count(table, 'archive/notes/a.json')])).toEqual(
    tables.map((table) => [table, 0, 1]),
  )
})
