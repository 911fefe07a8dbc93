import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CompactionEvent } from '../../shared/compact/event.ts'
import { openThreadStore } from '../door/thread-store.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createActivity } from './activity-repository.ts'
import { type AppDatabase, openDatabase } from './database.ts'
import { createEvents } from './event-repository.ts'
import { createJournal } from './journal-repository.ts'
import { moveThread } from './move-thread.ts'
import { createQueue } from './queue-repository.ts'

let folder: string
let opened: AppDatabase
let clock = 1000
const now = () => clock++

beforeEach(() => {
  folder = temporaryFolder()
  opened = openDatabase(folder, now)
})
afterEach(() => opened.close())

const events = () => createEvents(opened.db, '/w', 'a.json', now)
const store = () => openThreadStore(opened.db, '/w', 'a.json', now).context

function event(number: number): CompactionEvent {
  return {
    cutoffIndex: number * 10,
    cutoffMessageId: `m${number * 10}`,
    summaryMessage: { text: `summary ${number}`, sections: [] },
    filePath: '.palimpsest/history/a.md',
    strategy: 'partial',
    tokensBefore: 1000 * number,
    tokensAfter: 100 * number,
    id: `e${number}`,
    number,
    kind: 'automatic',
    state: 'active',
    createdMs: 50 + number,
    prefixHash: 'h',
    segment: null,
    restoration: { files: [], plan: null },
    focus: '',
    summarizer: 'built-in',
    costUsd: null,
    durationMs: 1,
    requestStyle: { kind: 'built-in', reason: '' },
    isEdited: false,
    name: '',
  }
}

const override = (text: string) => ({
  messageId: 'm1',
  index: 1,
  call: 0,
  step: 'snip' as const,
  change: { kind: 'output' as const, text },
  filePath: '.palimpsest/tool-output/a/m1-1-0.txt',
})

test('S-054 the stored event has the seven fields under their own names', () => {
  events().append(event(1))
  const row = opened.db
    .prepare(
      `select cutoff_index, cutoff_message_id, summary_message, file_path, strategy, tokens_before, tokens_after
       from compaction_event`,
    )
    .get()
  expect(row).toEqual({
    cutoff_index: 10,
    cutoff_message_id: 'm10',
    summary_message: '{"text":"summary 1","sections":[]}',
    file_path: '.palimpsest/history/a.md',
    strategy: 'partial',
    tokens_before: 1000,
    tokens_after: 100,
  })
})

test('S-011 summary, boundary, strategy and both estimates come back whole after a restart', () => {
  events().append(event(1))
  opened.close()
  opened = openDatabase(folder, now)
  expect(events().active()).toEqual(event(1))
})

test('S-138 a compaction sets when the thread was last compacted; undo leaves it', () => {
  const compacted = () => opened.db.prepare('select compacted_ms from thread_context').pluck().get()
  events().append(event(1))
  expect(compacted()).toBe(51)
  events().append(event(2))
  expect(compacted()).toBe(52)
  events().undo('e2')
  expect(compacted()).toBe(52)
})

test('undo and restore move the pointer, and decisions made under an undone event do not count', () => {
  store().addOverrides([override('before')])
  store().append(event(1))
  store().addOverrides([override('under 1')])
  store().append(event(2))
  store().addOverrides([override('under 2')])
  const texts = () =>
    store()
      .overrides()
      .map(({ change }) => (change.kind === 'output' ? change.text : ''))
  const states = () =>
    events()
      .list()
      .map(({ id, state }) => `${id} ${state}`)
  expect(texts()).toEqual(['before', 'under 1', 'under 2'])
  expect(states()).toEqual(['e2 active', 'e1 superseded'])
  events().undo('e2')
  expect(texts()).toEqual(['before', 'under 1'])
  expect(states()).toEqual(['e2 undone', 'e1 active'])
  events().undo('e1')
  expect(texts()).toEqual(['before'])
  expect(events().active()).toBe(null)
  events().restore('e2')
  expect(texts()).toEqual(['before', 'under 1', 'under 2'])
  expect(states()).toEqual(['e2 active', 'e1 superseded'])
  expect(events().nextNumber()).toBe(3)
})

test('S-123 a shortened result is a stored decision that survives a restart', () => {
  store().addOverrides([override('short')])
  opened.close()
  opened = openDatabase(folder, now)
  expect(store().overrides()).toEqual([override('short')])
})

test('a damaged event is listed as damaged and not used', () => {
  events().append(event(1))
  opened.db.exec("update compaction_event set details = '{'")
  expect(events().active()).toBe(null)
  expect(events().list()).toMatchObject([{ id: 'e1', event: null }])
})

test('what was done is listed newest first by page, and goes after 90 days', () => {
  const day = 24 * 3_600_000
  const entry = (atMs: number) => ({
    atMs,
    kind: 'tool' as const,
    thread: 'a.json',
    result: 'completed',
    tokens: null,
    costUsd: null,
    durationMs: null,
    details: {},
  })
  const activity = createActivity(opened.db, () => 0)
  for (const atMs of [0, 9 * day, 50 * day, 100 * day]) activity.record('/w', entry(atMs))
  const later = createActivity(opened.db, () => 100 * day)
  const page = later.list('/w', 'a.json', null, 1)
  expect(page.map(({ atMs }) => atMs)).toEqual([100 * day])
  expect(later.list('/w', 'a.json', page[0]?.id ?? 0, 9).map(({ atMs }) => atMs)).toEqual([50 * day])
})

test('a thread that is renamed onto the name of a deleted one takes nothing of it over', () => {
  const { db } = opened
  createJournal(db, '/w', 'old.json', () => 1).append({ kind: 'message', index: 0, body: '"stale"' }, null)
  createQueue(db, '/w', 'old.json').add('stale', 'turn')
  createQueue(db, '/w', 'mine.json').add('mine', 'turn')
  moveThread(db, '/w', 'mine.json', 'old.json')
  expect(createJournal(db, '/w', 'old.json', () => 1).list()).toEqual([])
  expect(createQueue(db, '/w', 'old.json').list()).toMatchObject([{ text: 'mine' }])
  moveThread(db, '/w', 'old.json', 'old.json')
  expect(createQueue(db, '/w', 'old.json').list()).toMatchObject([{ text: 'mine' }])
})

test('the lines that a person wrote into a checkpoint come back with it', () => {
  const sections = [
    { key: 'done', lane: 'narrative', text: '- one\n- by hand', byHand: ['- by hand'] },
    { key: 'goal', lane: 'narrative', text: 'two' },
  ] as const
  events().append({ ...event(1), summaryMessage: { text: 'both', sections } })
  expect(events().active()?.summaryMessage.sections).toEqual(sections)
})

test('a disk that refuses the note of what was done changes nothing else', () => {
  const activity = createActivity(opened.db, now)
  opened.db.pragma('query_only = 1')
  const entry = {
    atMs: 1,
    kind: 'request',
    thread: 'a.json',
    result: 'completed',
    tokens: 1,
    costUsd: null,
    durationMs: 1,
    details: {},
  } as const
  expect(() => activity.record('/w', entry)).not.toThrow()
  opened.db.pragma('query_only = 0')
  expect(activity.list('/w', 'a.json', null, 9)).toEqual([])
})
