// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createStore } from 'zustand'
import type { TreeEntry } from '../../shared/ipc/workspace.ts'
import { type Workbench, WorkbenchContext } from '../app/workbench.ts'
import { entry, openFake } from '../testing/fake-requests.ts'
import { renderInApp } from '../testing/render-app.tsx'
import { flattenTree } from './tree-model.ts'
import { TreeRow } from './tree-row.tsx'

afterEach(cleanup)

function show(
  shown: TreeEntry,
  title: string | null,
  opened: string | null = null,
  hasTab = opened !== null,
) {
  const { path } = shown
  const store = createStore<Workbench>(() => ({
    workspace: null,
    tabs: {
      tabs: hasTab ? [{ thread: path, isPinned: false, position: null }] : [],
      active: hasTab ? 0 : -1,
      closed: [],
    },
    opened: opened === null ? new Map() : new Map([[path, { ...openFake(path, []), title: opened }]]),
  }))
  const [node] = flattenTree({
    folders: new Map([['', { kind: 'ready', entries: [shown] } as const]]),
    openFolders: new Set(),
    foldedSources: new Set(),
  })
  if (node === undefined) throw new Error('no line')
  renderInApp(
    <WorkbenchContext value={store}>
      <div role="tree">
        <TreeRow
          node={node}
          title={title}
          id="row"
          isCurrent={false}
          isSelected={false}
          isRenaming={false}
          isDropTarget={false}
          nowMs={shown.modifiedMs + 120_000}
          onToggle={() => undefined}
          onRename={() => undefined}
          onCancelRename={() => undefined}
        />
      </div>
    </WorkbenchContext>,
  )
  return screen.getByRole('treeitem')
}
const AGE = /2 min/

test('the title stands before the time, and the name of the line has both', () => {
  const row = show(entry('native-1.json', 'thread', 2), 'Spec')
  expect(row.textContent).toMatch(/^native-1 Spec · 2 min/)
  expect(row.getAttribute('aria-label')).toMatch(/^native-1, Spec · 2 min/)
  const hints = [...row.querySelectorAll('[title]')].map((part) => part.getAttribute('title'))
  expect(hints).toEqual(['Spec\nnative-1.json', 'Spec\nnative-1.json'])
})
test('the title may be cut, the time never is', () => {
  show(entry('native-1.json', 'thread', 2), 'A title that is long '.repeat(20))
  expect(screen.getByText(/^A title/).className).toContain('truncate')
  expect(screen.getByText(AGE).closest('.truncate')).toBeNull()
})
test('no title stands where it is the name of the file, or that of a copy without its number', () => {
  expect(show(entry('Spec.json', 'thread', 2), 'Spec').textContent).toMatch(/^Spec 2 min/)
  cleanup()
  const copy = entry('Spec-compact-2.json', 'thread', 2)
  expect(show(copy, 'Spec').textContent).toMatch(/^Spec-compact-2 2 min/)
})
test('nothing stands before the time until a title is known', () => {
  expect(show(entry('native-1.json', 'thread', 2), null).textContent).toMatch(/^native-1 2 min/)
  cleanup()
  expect(show(entry('native-1.json', 'thread', 2), ' ').textContent).toMatch(/^native-1 2 min/)
})
test('of a thread that is open its own title counts, of one that was closed that of the index', () => {
  const shown = entry('native-1.json', 'thread', 2)
  expect(show(shown, null, 'Opened').textContent).toMatch(/Opened · 2 min/)
  cleanup()
  expect(show(shown, 'Indexed', 'Opened').textContent).toMatch(/Opened · 2 min/)
  cleanup()
  expect(show(shown, 'Indexed', 'Opened', false).textContent).toMatch(/Indexed · 2 min/)
})
test('a transcript has its title, its tool and its time', () => {
  const row = show({ ...entry('s.jsonl', 'thread', 2), tool: 'Claude Code' }, 'Mend the scanner')
  expect(row.textContent).toMatch(/Mend the scanner · Claude Code · 2 min/)
  expect(row.getAttribute('aria-label')).toMatch(/^s\.jsonl, Mend the scanner · Claude Code · 2 min/)
})
