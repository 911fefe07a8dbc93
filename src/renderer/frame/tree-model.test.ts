import { expect, test } from 'vitest'
import type { TreeEntry } from '../../shared/ipc/workspace.ts'
import { entry } from '../testing/fake-requests.ts'
import {
  currentIndexOf,
  type FolderState,
  findByPrefix,
  flattenTree,
  moveInTree,
  notThreadReason,
} from './tree-model.ts'

function tree(folders: Record<string, TreeEntry[]>, open: string[] = [], folded: string[] = []) {
  return flattenTree({
    folders: new Map(
      Object.entries(folders).map(([path, entries]) => [path, { kind: 'ready', entries }] as const),
    ),
    openFolders: new Set(open),
    foldedSources: new Set(folded),
  })
}
const ROOT = {
  '': [
    entry('f', 'folder', 1),
    entry('a-compact-10.json', 'thread', 1, 'a.json'),
    entry('a-compact-2.json', 'thread', 1, 'a.json'),
    entry('a.json', 'thread', 1),
    entry('b.json', 'thread', 1),
  ],
  f: [entry('f/c.json', 'thread', 1)],
}
const paths = (nodes: ReturnType<typeof tree>) => nodes.map((node) => node.entry.path)

test('copies stand under their source in the order of their numbers', () => {
  const nodes = tree(ROOT)
  expect(paths(nodes)).toEqual(['f', 'a.json', 'a-compact-2.json', 'a-compact-10.json', 'b.json'])
  expect(nodes[2]).toMatchObject({ level: 2, position: 1, siblings: 2, isCopy: true, hasNextCopy: true })
  expect(nodes[3]).toMatchObject({ hasNextCopy: false, parent: 'a.json' })
})
test('a copy whose source is gone stands on its own', () => {
  const nodes = tree({ '': [entry('a-compact-1.json', 'thread', 1, 'a.json')] })
  expect(nodes).toMatchObject([{ level: 1, isCopy: false }])
})
test('no entry is lost or doubled, whatever names what as its source', () => {
  const loop = [entry('x', 'thread', 1, 'y'), entry('y', 'thread', 1, 'x'), entry('z', 'thread', 1, 'y')]
  expect(paths(tree({ '': loop })).toSorted()).toEqual(['x', 'y', 'z'])
  const chain = [entry('x', 'thread', 1), entry('y', 'thread', 1, 'x'), entry('z', 'thread', 1, 'y')]
  expect(paths(tree({ '': chain })).toSorted()).toEqual(['x', 'y', 'z'])
})
test('a closed folder hides its children, an open one shows them a level deeper', () => {
  expect(paths(tree(ROOT, ['f'])).slice(0, 2)).toEqual(['f', 'f/c.json'])
  expect(tree(ROOT, ['f'])[1]).toMatchObject({ level: 2, parent: 'f' })
})
test('arrow keys follow the rules of trees', () => {
  const nodes = tree(ROOT, ['f'], ['a.json'])
  expect(moveInTree(nodes, 'f', 'ArrowRight')).toEqual({ kind: 'go', path: 'f/c.json' })
  expect(moveInTree(nodes, 'f/c.json', 'ArrowLeft')).toEqual({ kind: 'go', path: 'f' })
  expect(moveInTree(nodes, 'f', 'ArrowLeft')).toEqual({ kind: 'fold', path: 'f' })
  expect(moveInTree(nodes, 'a.json', 'ArrowRight')).toEqual({ kind: 'open', path: 'a.json' })
  expect(moveInTree(nodes, 'b.json', 'ArrowDown')).toBeNull()
  expect(moveInTree(nodes, null, 'ArrowDown')).toEqual({ kind: 'go', path: 'f' })
})
test('a folder that could not be read says so in its line while it is open', () => {
  const error = new Error('no permission')
  const folders: ReadonlyMap<string, FolderState> = new Map<string, FolderState>([
    ['', { kind: 'ready', entries: ROOT[''] }],
    ['f', { kind: 'failed', error }],
  ])
  const first = (open: string[]) =>
    flattenTree({ folders, foldedSources: new Set(), openFolders: new Set(open) })[0]
  expect(first(['f'])).toMatchObject({ error })
  expect(first([])).toMatchObject({ error: null })
})
test('where the current line went away, the one in its place is current', () => {
  const nodes = tree(ROOT)
  expect(currentIndexOf(nodes, 'b.json', null)).toBe(4)
  expect(currentIndexOf(nodes, 'gone.json', 2)).toBe(2)
  expect(currentIndexOf(nodes, 'gone.json', 9)).toBe(4)
  expect(currentIndexOf(nodes, 'not-read-yet.json', null)).toBe(-1)
  expect(currentIndexOf([], 'gone.json', 2)).toBe(-1)
})
test('typing goes to the next name that starts so, around the end', () => {
  const nodes = tree(ROOT)
  expect(findByPrefix(nodes, 'a.json', 'a')).toBe('a-compact-2.json')
  expect(findByPrefix(nodes, 'b.json', 'a')).toBe('a.json')
  expect(findByPrefix(nodes, 'b.json', 'q')).toBeNull()
})

test('a file that is no thread tells why, a thread and a folder do not', () => {
  expect(notThreadReason(entry('package.json', 'other', 1))).toBe('tree.otherJson')
  expect(notThreadReason(entry('notes.md', 'other', 1))).toBe('tree.otherFile')
  expect(notThreadReason(entry('a.json', 'thread', 1))).toBeNull()
  expect(notThreadReason(entry('f', 'folder', 1))).toBeNull()
})
