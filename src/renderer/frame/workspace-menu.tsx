import { useTranslation } from 'react-i18next'
import { keysOf, useCommands } from '../app/commands.ts'
import { useWorkbench } from '../app/workbench.ts'
import { BookOpen, ChevronDown, FileDown, FileText, FileUp, Folder, FolderOpen } from '../ui/icons.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import type { WorkspaceActions } from './workspace-actions.ts'

/** The open folder and the ways to another one. */
export function WorkspaceMenu({ actions }: { readonly actions: WorkspaceActions }) {
  const { t } = useTranslation('frame')
  const workspace = useWorkbench((state) => state.workspace)
  const commands = useCommands()
  const keys = keysOf('open-folder')
  const items: readonly MenuItem[] = [
    {
      kind: 'action',
      label: t('workspace.openFolder'),
      icon: <FolderOpen size={14} strokeWidth={2} />,
      onSelect: () => void actions.chooseFolder(),
      ...(keys === undefined ? {} : { keys }),
    },
    {
      kind: 'action',
      label: t('workspace.openFile'),
      icon: <FileText size={14} strokeWidth={2} />,
      onSelect: () => void actions.openFile(),
    },
    {
      kind: 'action',
      label: t('workspace.openSample'),
      icon: <BookOpen size={14} strokeWidth={2} />,
      onSelect: () => void actions.openSample(),
    },
    { kind: 'separator', id: 'export' },
    {
      kind: 'action',
      label: t('workspace.import'),
      icon: <FileDown size={14} strokeWidth={2} />,
      reason: workspace === null ? t('tree.noneHint') : null,
      onSelect: () => void commands.run('import-threads'),
    },
    {
      kind: 'action',
      label: t('workspace.exportAll'),
      icon: <FileUp size={14} strokeWidth={2} />,
      reason: workspace === null ? t('tree.noneHint') : null,
      onSelect: () => void commands.run('export-folder', ''),
    },
  ]
  const isSample = workspace?.isSample === true
  // The sample's folder has a technical name that says less than the word.
  const name = isSample ? t('workspace.sample') : (workspace?.name ?? t('workspace.none'))
  return (
    <Menu items={items} align="start">
      <button type="button" className="workspace-button">
        <VisuallyHidden>{t('workspace.menu')} </VisuallyHidden>
        {isSample ? (
          <BookOpen size={14} strokeWidth={2} aria-hidden="true" />
        ) : (
          <Folder size={14} strokeWidth={2} aria-hidden="true" />
        )}
        <span className="truncate grow">{name}</span>
        <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
      </button>
    </Menu>
  )
}
