import type { TreeEntry } from '../../shared/ipc/workspace.ts'

/** The text that says why a file cannot be opened as a thread; null = it can, or is a folder. */
export function notThreadReason({ kind, name }: TreeEntry): 'tree.otherJson' | 'tree.otherFile' | null {
  if (kind !== 'other') return null
  return /\.json$/i.test(name) ? 'tree.otherJson' : 'tree.otherFile'
}

/** What was read of one folder. */
export type FolderState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly entries: readonly TreeEntry[] }

/** One line of the tree. `level` counts from 1; copies stand one level under their source. */
export interface TreeNode {
  readonly entry: TreeEntry
  readonly level: number
  readonly isOpen: boolean
  readonly hasChildren: boolean
  readonly position: number
  readonly siblings: number
  readonly isCopy: boolean
  /** A copy with another copy below it: its connector goes on. */
  readonly hasNextCopy: boolean
  readonly parent: string | null
  /** Why the open folder could not be read; null = it could, or is no open folder. */
  readonly error: unknown
}

export interface TreeInput {
  readonly folders: ReadonlyMap<string, FolderState>
  /** Folders that are open. */
  readonly openFolders: ReadonlySet<string>
  /** Sources whose copies are folded away. */
  readonly foldedSources: ReadonlySet<string>
}

/** Lines of the tree from top to bottom. Folders first, copies under their source. */
export function flattenTree(input: TreeInput): readonly TreeNode[] {
  const nodes: TreeNode[] = []
  addFolder(input, '', 1, null, nodes)
  return nodes
}

function addFolder(
  input: TreeInput,
  folder: string,
  level: number,
  parent: string | null,
  nodes: TreeNode[],
): void {
  const state = input.folders.get(folder)
  if (state?.kind !== 'ready') return
  const here = new Set(state.entries.map((entry) => entry.path))
  const copies = new Map<string, TreeEntry[]>()
  for (const entry of state.entries)
    if (entry.copyOf !== null && here.has(entry.copyOf) && entry.copyOf !== entry.path)
      copies.set(entry.copyOf, [...(copies.get(entry.copyOf) ?? []), entry])
  // A copy of a copy stays on the top level of its folder: two levels of connectors tell nothing more.
  const nested = new Set([...copies.values()].flat().map((entry) => entry.path))
  const isTop = (entry: TreeEntry) => !nested.has(entry.path) || nested.has(entry.copyOf ?? '')
  const tops = state.entries.filter(isTop)
  tops.forEach((entry, at) => {
    const children = (copies.get(entry.path) ?? [])
      .filter((copy) => !isTop(copy))
      .sort((a, b) => copyNumber(a.name) - copyNumber(b.name))
    const isFolder = entry.kind === 'folder'
    const own = isFolder ? input.folders.get(entry.path) : undefined
    const isOpen = isFolder ? input.openFolders.has(entry.path) : !input.foldedSources.has(entry.path)
    nodes.push({
      entry,
      level,
      isOpen: isOpen && (isFolder || children.length > 0),
      hasChildren: isFolder || children.length > 0,
      position: at + 1,
      siblings: tops.length,
      isCopy: false,
      hasNextCopy: false,
      parent,
      error: isFolder && isOpen && own?.kind === 'failed' ? own.error : null,
    })
    if (!isOpen) return
    if (isFolder) addFolder(input, entry.path, level + 1, entry.path, nodes)
    else
      children.forEach((copy, place) => {
        nodes.push({
          entry: copy,
          level: level + 1,
          isOpen: false,
          hasChildren: false,
          position: place + 1,
          siblings: children.length,
          isCopy: true,
          hasNextCopy: place < children.length - 1,
          parent: entry.path,
          error: null,
        })
      })
  })
}

function copyNumber(name: string): number {
  return Number(/-compact-(\d+)/.exec(name)?.[1] ?? 0)
}

/**
 * The line that is current. Where it went away (to the trash, into another folder), the one that stands in its
 * place, so that the keyboard does not begin at the top again; `lastIndex` = where it stood, null = never seen.
 */
export function currentIndexOf(
  nodes: readonly TreeNode[],
  current: string | null,
  lastIndex: number | null,
): number {
  const at = nodes.findIndex((node) => node.entry.path === current)
  return at !== -1 || current === null || lastIndex === null ? at : Math.min(lastIndex, nodes.length - 1)
}

/** What a key does in the tree, by the usual rules of trees. */
export type TreeMove =
  | { readonly kind: 'go'; readonly path: string }
  | { readonly kind: 'open' | 'fold'; readonly path: string }
  | null

/** Arrow keys, Home and End, from the line that is current. */
export function moveInTree(nodes: readonly TreeNode[], current: string | null, key: string): TreeMove {
  const at = nodes.findIndex((node) => node.entry.path === current)
  const node = nodes[at]
  const go = (target: TreeNode | undefined): TreeMove =>
    target === undefined ? null : { kind: 'go', path: target.entry.path }
  if (node === undefined) return go(key === 'End' ? nodes.at(-1) : nodes[0])
  switch (key) {
    case 'ArrowDown':
      return go(nodes[at + 1])
    case 'ArrowUp':
      return go(nodes[at - 1])
    case 'Home':
      return go(nodes[0])
    case 'End':
      return go(nodes.at(-1))
    case 'ArrowRight':
      if (node.hasChildren && !node.isOpen) return { kind: 'open', path: node.entry.path }
      return node.hasChildren && nodes[at + 1]?.parent === node.entry.path ? go(nodes[at + 1]) : null
    case 'ArrowLeft':
      if (node.hasChildren && node.isOpen) return { kind: 'fold', path: node.entry.path }
      return node.parent === null ? null : { kind: 'go', path: node.parent }
    default:
      return null
  }
}

/** The next line whose name starts with what was typed, after the current one and around the end. */
export function findByPrefix(
  nodes: readonly TreeNode[],
  current: string | null,
  typed: string,
): string | null {
  const at = nodes.findIndex((node) => node.entry.path === current)
  const from = typed.length > 1 ? Math.max(0, at) : at + 1
  const order = [...nodes.slice(from), ...nodes.slice(0, from)]
  const prefix = typed.toLocaleLowerCase()
  return order.find((node) => node.entry.name.toLocaleLowerCase().startsWith(prefix))?.entry.path ?? null
}
