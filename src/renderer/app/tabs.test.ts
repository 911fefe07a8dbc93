import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activateTab,
  closeOthers,
  closeTab,
  dropThread,
  enterRoot,
  followRename,
  moveTab,
  openTab,
  rememberPosition,
  reopenTab,
  stepTab,
  type Tabs,
  togglePin,
  unifyTab,
} from './tabs.ts'

const EMPTY: Tabs = { tabs: [], active: -1, closed: [] }

function open(...threads: string[]): Tabs {
  return threads.reduce(openTab, EMPTY)
}
const names = (tabs: Tabs) => tabs.tabs.map((tab) => tab.thread)
const active = (tabs: Tabs) => tabs.tabs[tabs.active]?.thread

describe('going through the tabs', () => {
  test('goes round the ends, and from the welcome behind them to the last and the first', () => {
    const tabs = open('a', 'b', 'c')
    expect(active(stepTab(tabs, 1))).toBe('a')
    expect(active(stepTab(tabs, -1))).toBe('b')
    const welcome = activateTab(tabs, -1)
    expect(active(stepTab(welcome, -1))).toBe('c')
    expect(active(stepTab(welcome, 1))).toBe('a')
    const one = activateTab(open('a'), -1)
    expect([active(stepTab(one, 1)), active(stepTab(one, -1))]).toEqual(['a', 'a'])
    expect(stepTab(EMPTY, -1)).toBe(EMPTY)
  })
})

describe('a thread under two ids', () => {
  test('its tab takes the true id where it stands', () => {
    const tabs = unifyTab(open('a', '/root/b', 'c'), '/root/b', 'b')
    expect(names(tabs)).toEqual(['a', 'b', 'c'])
    expect(active(tabs)).toBe('c')
  })

  test('a second tab of the same file gives way to the first', () => {
    const tabs = unifyTab(open('b', 'a', '/root/b'), '/root/b', 'b')
    expect(names(tabs)).toEqual(['b', 'a'])
    expect(active(tabs)).toBe('b')
    expect(tabs.closed).toEqual([])
  })
})

test('tabs of files inside a folder that is opened go on under their ids in it', () => {
  expect(names(enterRoot(open('/a/b/c.json', '/ab/c.json'), '/a'))).toEqual(['b/c.json', '/ab/c.json'])
  expect(names(enterRoot(open('C:\\t\\d\\e.json'), 'C:\\t'))).toEqual(['d/e.json'])
})

describe('tabs', () => {
  test('opening a thread twice goes to its tab', () => {
    const tabs = openTab(open('a', 'b'), 'a')
    expect(names(tabs)).toEqual(['a', 'b'])
    expect(active(tabs)).toBe('a')
  })
  test('a new tab stands right of the active one, after the pinned ones', () => {
    expect(names(openTab(activateTab(open('a', 'b'), 0), 'c'))).toEqual(['a', 'c', 'b'])
    const pinned = togglePin(open('a', 'b'), 'b')
    expect(names(openTab(activateTab(pinned, -1), 'c'))).toEqual(['b', 'c', 'a'])
  })
  test('closing the active tab shows its right neighbour, else its left one', () => {
    expect(active(closeTab(activateTab(open('a', 'b', 'c'), 1), 'b'))).toBe('c')
    expect(active(closeTab(open('a', 'b', 'c'), 'c'))).toBe('b')
    expect(closeTab(open('a'), 'a').active).toBe(-1)
  })
  test('closing another tab keeps the active one', () => {
    expect(active(closeTab(open('a', 'b', 'c'), 'a'))).toBe('c')
  })
  test('reopening brings back the newest closed tab with its place', () => {
    const placed = rememberPosition(open('a', 'b'), 'b', { index: 7, offsetPx: 3 })
    const tabs = reopenTab(closeTab(closeTab(placed, 'a'), 'b'))
    expect(tabs.tabs).toEqual([{ thread: 'b', isPinned: false, position: { index: 7, offsetPx: 3 } }])
    expect(names(reopenTab(tabs))).toEqual(['b', 'a'])
  })
  test('pinned tabs cannot be moved among the others', () => {
    const tabs = togglePin(open('a', 'b', 'c'), 'a')
    expect(names(moveTab(tabs, 'a', 2))).toEqual(['a', 'b', 'c'])
    expect(names(moveTab(tabs, 'c', 0))).toEqual(['a', 'c', 'b'])
  })
  test('closing the others spares pinned tabs', () => {
    const tabs = closeOthers(togglePin(open('a', 'b', 'c'), 'a'), 'c')
    expect(names(tabs)).toEqual(['a', 'c'])
  })
  test('renaming a folder renames the threads in it, not those beside it', () => {
    const tabs = followRename(open('old/a', 'older/b'), 'old', 'new')
    expect(names(tabs)).toEqual(['new/a', 'older/b'])
  })
  test('a trashed thread cannot be reopened', () => {
    const tabs = dropThread(open('x/a', 'b'), 'x')
    expect(names(tabs)).toEqual(['b'])
    expect(reopenTab(tabs)).toEqual(tabs)
  })
  test('whatever is done, threads are unique, the active index exists and pinned tabs come first', () => {
    const thread = fc.constantFrom('a', 'b', 'c', 'd')
    const step = fc.oneof(
      thread.map((name) => (tabs: Tabs) => openTab(tabs, name)),
      thread.map((name) => (tabs: Tabs) => closeTab(tabs, name)),
      thread.map((name) => (tabs: Tabs) => togglePin(tabs, name)),
      fc.tuple(thread, fc.integer({ min: -2, max: 9 })).map(
        ([name, to]) =>
          (tabs: Tabs) =>
            moveTab(tabs, name, to),
      ),
      fc.constant(reopenTab),
      fc.integer({ min: -3, max: 6 }).map((at) => (tabs: Tabs) => activateTab(tabs, at)),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const tabs = steps.reduce((state, work) => work(state), EMPTY)
        expect(new Set(names(tabs)).size).toBe(tabs.tabs.length)
        expect(tabs.active).toBeGreaterThanOrEqual(-1)
        expect(tabs.active).toBeLessThan(Math.max(1, tabs.tabs.length))
        const pins = tabs.tabs.map((tab) => tab.isPinned)
        expect(pins).toEqual([...pins].sort((one, other) => Number(other) - Number(one)))
      }),
    )
  })
})

describe('a conversation of a file with several', () => {
  test('its tab follows the file to another name, and goes with it', () => {
    const tabs = open('chats.json', 'chats.json?thread=c2', 'chats.json.bak')
    const moved = followRename(tabs, 'chats.json', 'in/talks.json')
    expect(names(moved)).toEqual(['in/talks.json', 'in/talks.json?thread=c2', 'chats.json.bak'])
    expect(names(dropThread(moved, 'in/talks.json'))).toEqual(['chats.json.bak'])
  })
})
