import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { type AppDatabase, openDatabase } from './database.ts'
import { createDraftRepository } from './draft-repository.ts'
import { createInstructionRepository } from './instruction-repository.ts'
import { moveThread } from './move-thread.ts'
import { createTabRepository } from './tab-repository.ts'
import { createWorkspaceRepository } from './workspace-repository.ts'

let folder: string
let opened: AppDatabase
let clock = 0
const now = () => clock++

beforeEach(async () => {
  folder = await temporaryFolder()
  opened = openDatabase(folder, now)
})

afterEach(() => opened.close())

/** Closes and opens the file, as a restart does. */
function restart(): void {
  opened.close()
  opened = openDatabase(folder, now)
}

describe('tabs', () => {
  const state = {
    tabs: [
      { thread: 'a.json', isPinned: true, position: null },
      { thread: '/outside/b.json', isPinned: false, position: { index: 12, offsetPx: -3.5 } },
    ],
    active: 1,
  }

  it('come back after a restart, per workspace', () => {
    createTabRepository(opened.db).save('/w', state)
    restart()
    const tabs = createTabRepository(opened.db)
    expect(tabs.load('/w')).toEqual(state)
    expect(tabs.load('/other')).toEqual({ tabs: [], active: -1 })
    expect(tabs.load(null)).toEqual({ tabs: [], active: -1 })
  })

  it('are replaced as a whole', () => {
    const tabs = createTabRepository(opened.db)
    tabs.save('/w', state)
    tabs.save('/w', { tabs: state.tabs.slice(1), active: 0 })
    expect(tabs.load('/w')).toEqual({ tabs: state.tabs.slice(1), active: 0 })
    tabs.save('/w', { tabs: [], active: 5 })
    expect(tabs.load('/w')).toEqual({ tabs: [], active: -1 })
  })

  it('keep the old state when a new one cannot be written', () => {
    const tabs = createTabRepository(opened.db)
    tabs.save('/w', state)
    const bad = { tabs: [{ thread: null as unknown as string, isPinned: false, position: null }], active: 0 }
    expect(() => tabs.save('/w', bad)).toThrow()
    expect(tabs.load('/w')).toEqual(state)
  })

  it('round-trip whatever the page saves', () => {
    const tab = fc.record({
      thread: fc.string({ minLength: 1, unit: 'grapheme' }),
      isPinned: fc.boolean(),
      position: fc.option(fc.record({ index: fc.nat(), offsetPx: fc.integer() })),
    })
    fc.assert(
      fc.property(fc.array(tab, { maxLength: 20 }), (list) => {
        const tabs = createTabRepository(opened.db)
        const all = { tabs: list, active: list.length - 1 }
        tabs.save('/w', all)
        expect(tabs.load('/w')).toEqual(all)
      }),
      { numRuns: 50 },
    )
  })
})

describe('drafts', () => {
  it('come back after a restart, and go when they are empty', () => {
    createDraftRepository(opened.db, now).save('/w', 'a.json', 'half 😀\u0000 done')
    restart()
    const drafts = createDraftRepository(opened.db, now)
    expect(drafts.get('/w', 'a.json')).toBe('half 😀\u0000 done')
    expect(drafts.get('/other', 'a.json')).toBe('')
    drafts.save('/w', 'a.json', '')
    expect(opened.db.prepare('select count(*) as n from draft').get()).toEqual({ n: 0 })
  })

  it('of a file outside belong to it, whichever workspace is open', () => {
    const drafts = createDraftRepository(opened.db, now)
    drafts.save('/w', '/outside/b.json', 'text')
    expect(drafts.get('/other', '/outside/b.json')).toBe('text')
    expect(drafts.get(null, '/outside/b.json')).toBe('text')
  })

  it('are text, never SQL', () => {
    const drafts = createDraftRepository(opened.db, now)
    const nasty = "'); drop table draft; --"
    drafts.save(nasty, nasty, nasty)
    expect(drafts.get(nasty, nasty)).toBe(nasty)
  })
})

describe('instructions', () => {
  it('C-15 are kept per thread in the app’s own store, an empty text too', () => {
    const first = createInstructionRepository(opened.db, now)
    expect(first.get('/w', 'a.json')).toBe(null)
    first.save('/w', 'a.json', 'keep numbers')
    first.save('/w', 'b.json', '')
    restart()
    const instructions = createInstructionRepository(opened.db, now)
    expect(instructions.get('/w', 'a.json')).toBe('keep numbers')
    expect(instructions.get('/w', 'b.json')).toBe('')
  })
})

describe('workspaces', () => {
  it('remember the one opened last', () => {
    const workspaces = createWorkspaceRepository(opened.db, now)
    expect(workspaces.lastRoot()).toBe(null)
    workspaces.remember('/a')
    workspaces.remember('/b')
    workspaces.remember('/a')
    restart()
    const again = createWorkspaceRepository(opened.db, now)
    expect(again.lastRoot()).toBe('/a')
    again.forget('/a')
    expect(again.lastRoot()).toBe('/b')
  })

  it('know granted files exactly, and only the latest thousand', () => {
    const workspaces = createWorkspaceRepository(opened.db, now)
    for (let n = 0; n < 1005; n += 1) workspaces.grant(`/files/${n}.json`)
    expect(workspaces.isGranted('/files/1004.json')).toBe(true)
    expect(workspaces.isGranted('/files/4.json')).toBe(false)
    expect(workspaces.isGranted('/files/1004.json/')).toBe(false)
    expect(workspaces.isGranted('/FILES/1004.json')).toBe(false)
  })
})

it('tabs, drafts and instructions follow a renamed folder and nothing beside it', () => {
  const tabs = createTabRepository(opened.db)
  const drafts = createDraftRepository(opened.db, now)
  const instructions = createInstructionRepository(opened.db, now)
  const tab = (thread: string) => ({ thread, isPinned: false, position: null })
  tabs.save('/w', { tabs: [tab('old/a.json'), tab('older/b.json'), tab('old')], active: 0 })
  tabs.save('/other', { tabs: [tab('old/a.json')], active: 0 })
  drafts.save('/w', 'old/a.json', 'text')
  drafts.save('/w', 'new_%/a.json', 'stale')
  drafts.save('/w', 'chats.json?thread=c2', 'of one conversation')
  instructions.save('/w', 'old/deep/c.json', 'keep')
  moveThread(opened.db, '/w', 'old', 'new_%')
  expect(tabs.load('/w').tabs.map(({ thread }) => thread)).toEqual(['new_%/a.json', 'older/b.json', 'new_%'])
  expect(tabs.load('/other').tabs.map(({ thread }) => thread)).toEqual(['old/a.json'])
  expect(drafts.get('/w', 'new_%/a.json')).toBe('text')
  moveThread(opened.db, '/w', 'chats.json', 'in/talks.json')
  expect(drafts.get('/w', 'in/talks.json?thread=c2')).toBe('of one conversation')
  expect(instructions.get('/w', 'new_%/deep/c.json')).toBe('keep')
})
