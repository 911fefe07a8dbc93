import { type DragEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TreeEntry } from '../../shared/ipc/workspace.ts'
import { useCommands } from '../app/commands.ts'
import { useToasts } from '../app/toasts-context.ts'
import { ContextMenu } from '../ui/menu.tsx'
import { type ListHandle, VirtualList } from '../ui/virtual-list.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { folderOf } from './split-name.ts'
import { TrashDialog } from './trash-dialog.tsx'
import type { TreeActions } from './tree-actions.ts'
import { treeMenu } from './tree-menu.tsx'
import { currentIndexOf, findByPrefix, moveInTree, notThreadReason, type TreeNode } from './tree-model.ts'
import { TreeRow } from './tree-row.tsx'
import type { Tree as TreeState } from './use-tree.ts'

export interface TreeProps {
  readonly tree: TreeState
  readonly actions: TreeActions
  /** Thread of the active tab. */
  readonly selected: string | null
  /** A line to rename as soon as it is there, after creating it. */
  readonly renaming: string | null
  readonly onRenaming: (path: string | null) => void
  readonly onCreate: (kind: 'thread' | 'folder', folder: string) => void
}

const FILE_PX = 44
const FOLDER_PX = 32
const TYPE_AHEAD_MS = 600

/** Folders and threads. One tab stop; arrow keys move and fold, Enter opens, F2 renames, Delete trashes. */
export function Tree({ tree, actions, selected, renaming, onRenaming, onCreate }: TreeProps) {
  const { t } = useTranslation('frame')
  const id = useId()
  const toasts = useToasts()
  const list = useRef<ListHandle>(null)
  const { nodes } = tree
  const [current, setCurrent] = useState<string | null>(selected)
  const [moving, setMoving] = useState<TreeEntry | null>(null)
  const [trashing, setTrashing] = useState<TreeEntry | null>(null)
  const [menuPath, setMenuPath] = useState<string | null>(null)
  const [dropFolder, setDropFolder] = useState<string | null>(null)
  const typed = useRef({ text: '', at: 0 })
  const nowMs = useMinute()

  useEffect(() => {
    if (selected !== null) setCurrent(selected)
  }, [selected])
  // After opening a thread from elsewhere its line comes into view, once its folder was read.
  const commands = useCommands()
  const shown = useRef<string | null>(null)
  const selectedIndex = nodes.findIndex((node) => node.entry.path === selected)
  useEffect(() => {
    if (selectedIndex === -1 || shown.current === selected) return
    shown.current = selected
    list.current?.scrollTo(selectedIndex, 'auto')
  }, [selected, selectedIndex])

  const indexOf = (path: string | null) => nodes.findIndex((node) => node.entry.path === path)
  const nodeOf = (path: string | null) => nodes.find((node) => node.entry.path === path) ?? null
  const lastIndex = useRef<number | null>(null)
  const currentIndex = currentIndexOf(nodes, current, lastIndex.current)
  const currentPath = nodes[currentIndex]?.entry.path ?? null
  useEffect(() => {
    if (currentIndex !== -1) lastIndex.current = currentIndex
  }, [currentIndex])
  const rowId = (index: number) => `${id}-${index}`

  function go(path: string) {
    setCurrent(path)
    list.current?.scrollTo(indexOf(path), 'auto')
  }
  function activate(node: TreeNode) {
    if (node.entry.kind === 'folder') tree.setOpen(node.entry.path, true, !node.isOpen)
    // What is wrong with a JSON file is said where its thread would stand.
    else if (notThreadReason(node.entry) !== 'tree.otherFile') actions.openThread(node.entry.path)
  }
  function explain(node: TreeNode) {
    const reason = notThreadReason(node.entry)
    if (reason === 'tree.otherFile') toasts.show({ kind: 'done', text: t(reason, { name: node.entry.name }) })
  }
  function toggle(node: TreeNode) {
    tree.setOpen(node.entry.path, node.entry.kind === 'folder', !node.isOpen)
  }
  function onKeyDown(event: KeyboardEvent) {
    const node = nodeOf(currentPath)
    const move = moveInTree(nodes, currentPath, event.key)
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (hasModifier && event.key !== 'Enter') return
    if (move !== null) {
      if (move.kind === 'go') go(move.path)
      else tree.setOpen(move.path, nodeOf(move.path)?.entry.kind === 'folder', move.kind === 'open')
    } else if ((event.key === 'Enter' || event.key === ' ') && node !== null) {
      activate(node)
      explain(node)
    } else if (event.key === 'F2' && node !== null) onRenaming(node.entry.path)
    else if (event.key === 'Delete' && node !== null) setTrashing(node.entry)
    else if (event.key.length === 1 && !event.nativeEvent.isComposing) {
      const isNew = event.timeStamp - typed.current.at > TYPE_AHEAD_MS
      typed.current = { text: (isNew ? '' : typed.current.text) + event.key, at: event.timeStamp }
      const found = findByPrefix(nodes, currentPath, typed.current.text)
      if (found !== null) go(found)
    } else if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
  }

  const pathAt = (target: EventTarget) =>
    target instanceof Element ? (target.closest<HTMLElement>('[data-path]')?.dataset.path ?? null) : null

  function dropTarget(event: DragEvent): string | null {
    const node = nodeOf(pathAt(event.target))
    const folder = folderFor(node?.entry ?? null)
    const dragged = event.dataTransfer.types.includes(DRAG_TYPE)
    return dragged ? folder : null
  }

  const menuEntry = nodeOf(menuPath)?.entry ?? null
  const items = useMemo(
    () =>
      treeMenu(t, menuEntry, folderFor(menuEntry), {
        open: (entry) => actions.openThread(entry.path),
        createThread: (folder) => onCreate('thread', folder),
        createFolder: (folder) => onCreate('folder', folder),
        // The menu gives the focus back when it closes; the field takes it after that.
        startRename: (path) => setTimeout(() => onRenaming(path)),
        duplicate: (path) => void actions.duplicate(path),
        startMove: setMoving,
        exportEntry: ({ kind, path }) =>
          void commands.run(kind === 'folder' ? 'export-folder' : 'export-thread', path),
        reveal: (path) => void actions.reveal(path),
        startTrash: setTrashing,
      }),
    [t, menuEntry, actions, commands, onCreate, onRenaming],
  )

  return (
    <>
      <ContextMenu items={items}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: pointer events of all lines are taken here; the keyboard's are on the tree inside. */}
        <div
          className="tree"
          role="presentation"
          onContextMenu={(event) => {
            // By mouse the line under the pointer counts, by keyboard the current one.
            const path = pathAt(event.target)
            const chosen = path ?? (event.button === 2 ? null : currentPath)
            setMenuPath(chosen)
            if (chosen !== null) setCurrent(chosen)
          }}
          onClick={(event) => {
            const node = nodeOf(pathAt(event.target))
            if (node === null) return
            setCurrent(node.entry.path)
            activate(node)
          }}
          onDoubleClick={(event) => {
            const node = nodeOf(pathAt(event.target))
            if (node !== null) explain(node)
          }}
          onDragStart={(event) => {
            const path = pathAt(event.target)
            if (path === null) return
            event.dataTransfer.setData(DRAG_TYPE, path)
            event.dataTransfer.effectAllowed = 'move'
          }}
          onDragOver={(event) => {
            const folder = dropTarget(event)
            setDropFolder(folder)
            if (folder !== null) event.preventDefault()
          }}
          onDragLeave={() => setDropFolder(null)}
          onDrop={(event) => {
            const folder = dropTarget(event)
            const path = event.dataTransfer.getData(DRAG_TYPE)
            setDropFolder(null)
            const staysInside = folder === path || folder?.startsWith(`${path}/`) === true
            if (folder !== null && path !== '' && folderOf(path) !== folder && !staysInside)
              void actions.move(path, folder)
          }}
        >
          <VirtualList
            handle={list}
            className="tree-list"
            count={nodes.length}
            keyOf={(index) => nodes[index]?.entry.path ?? index}
            estimatePx={(index) => (nodes[index]?.entry.kind === 'folder' ? FOLDER_PX : FILE_PX)}
            overscan={12}
            paddingStartPx={4}
            paddingEndPx={16}
            outerProps={{
              role: 'tree',
              'aria-label': t('tree.label'),
              'aria-activedescendant': currentIndex === -1 ? undefined : rowId(currentIndex),
              tabIndex: 0,
              onKeyDown,
              onFocus: () => {
                if (currentIndex === -1 && nodes[0] !== undefined) setCurrent(nodes[0].entry.path)
              },
            }}
            renderRow={(index) => {
              const node = nodes[index]
              if (node === undefined) return null
              const path = node.entry.path
              return (
                <TreeRow
                  node={node}
                  title={tree.titles.get(path) ?? null}
                  id={rowId(index)}
                  isCurrent={path === currentPath}
                  isSelected={path === selected}
                  isRenaming={path === renaming}
                  isDropTarget={dropFolder !== null && dropFolder === path}
                  nowMs={nowMs}
                  onToggle={toggle}
                  onRename={(from, name) => {
                    onRenaming(null)
                    list.current?.element?.focus()
                    void actions.rename(from, name).then((renamed) => {
                      if (renamed !== null) setCurrent(renamed.path)
                    })
                  }}
                  onCancelRename={() => {
                    onRenaming(null)
                    list.current?.element?.focus()
                  }}
                />
              )
            }}
          />
        </div>
      </ContextMenu>
      {moving === null ? null : (
        <MoveDialog
          entry={moving}
          onClose={() => setMoving(null)}
          onMove={(folder) => {
            setMoving(null)
            void actions.move(moving.path, folder)
          }}
        />
      )}
      {trashing === null ? null : (
        <TrashDialog
          entry={trashing}
          onClose={() => setTrashing(null)}
          onTrash={() => {
            setTrashing(null)
            void actions.trash(trashing.path)
          }}
        />
      )}
    </>
  )
}

/** Where something new goes, or something dropped: the folder itself, or the one around a file. */
function folderFor(entry: TreeEntry | null): string {
  if (entry === null) return ''
  return entry.kind === 'folder' ? entry.path : folderOf(entry.path)
}

const DRAG_TYPE = 'application/x-palimpsest-path'
const MINUTE_MS = 60_000

/** The time, renewed each minute, so that ages in the tree do not grow stale. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
