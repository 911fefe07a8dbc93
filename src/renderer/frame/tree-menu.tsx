import type { TFunction } from 'i18next'
import type { TreeEntry } from '../../shared/ipc/workspace.ts'
import {
  Copy,
  FilePlus,
  FileUp,
  Folder,
  FolderInput,
  FolderPlus,
  MessageSquare,
  Pencil,
  Trash2,
} from '../ui/icons.ts'
import type { MenuItem } from '../ui/menu.tsx'

export interface TreeMenuActions {
  readonly open: (entry: TreeEntry) => void
  readonly createThread: (folder: string) => void
  readonly createFolder: (folder: string) => void
  readonly startRename: (path: string) => void
  readonly duplicate: (path: string) => void
  readonly startMove: (entry: TreeEntry) => void
  readonly exportEntry: (entry: TreeEntry) => void
  readonly reveal: (path: string) => void
  readonly startTrash: (entry: TreeEntry) => void
}

const ICON = { size: 14, strokeWidth: 2 } as const

/** Lines of the menu of one entry; `folder` is where new things would go. */
export function treeMenu(
  t: TFunction<'frame'>,
  entry: TreeEntry | null,
  folder: string,
  actions: TreeMenuActions,
): readonly MenuItem[] {
  const create: readonly MenuItem[] = [
    {
      kind: 'action',
      label: t('tree.newThreadHere'),
      icon: <FilePlus {...ICON} />,
      onSelect: () => actions.createThread(folder),
    },
    {
      kind: 'action',
      label: t('tree.newFolderHere'),
      icon: <FolderPlus {...ICON} />,
      onSelect: () => actions.createFolder(folder),
    },
  ]
  if (entry === null) return create
  const open: readonly MenuItem[] =
    entry.kind === 'folder'
      ? []
      : [
          {
            kind: 'action',
            label: t('tree.open'),
            icon: <MessageSquare {...ICON} />,
            keys: 'Enter',
            reason: entry.kind === 'other' ? t('tree.notThread') : null,
            onSelect: () => actions.open(entry),
          },
        ]
  return [
    ...open,
    ...create,
    { kind: 'separator', id: 'change' },
    {
      kind: 'action',
      label: t('tree.rename'),
      icon: <Pencil {...ICON} />,
      keys: 'F2',
      onSelect: () => actions.startRename(entry.path),
    },
    {
      kind: 'action',
      label: t('tree.duplicate'),
      icon: <Copy {...ICON} />,
      reason: entry.isFolder === true ? t('tree.wholeFolder') : null,
      onSelect: () => actions.duplicate(entry.path),
    },
    {
      kind: 'action',
      label: t('tree.moveTo'),
      icon: <FolderInput {...ICON} />,
      onSelect: () => actions.startMove(entry),
    },
    {
      kind: 'action',
      label: t('tree.export'),
      icon: <FileUp {...ICON} />,
      reason: entry.kind === 'other' ? t('tree.notThread') : null,
      onSelect: () => actions.exportEntry(entry),
    },
    {
      kind: 'action',
      label: t('tree.reveal'),
      icon: <Folder {...ICON} />,
      onSelect: () => actions.reveal(entry.path),
    },
    { kind: 'separator', id: 'remove' },
    {
      kind: 'action',
      label: t('tree.trash'),
      icon: <Trash2 {...ICON} />,
      keys: 'Delete',
      isDanger: true,
      onSelect: () => actions.startTrash(entry),
    },
  ]
}
