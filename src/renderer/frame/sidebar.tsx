import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keysOf, useCommand, useCommands } from '../app/commands.ts'
import { CopyButton } from '../app/copy-button.tsx'
import { useWorkbench } from '../app/workbench.ts'
import icon from '../assets/icon.svg'
import { errorDetails, useErrorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { FileDown, FolderPlus, PanelLeft, Search, Settings, SquarePen } from '../ui/icons.ts'
import { folderOf } from './split-name.ts'
import { Tree } from './tree.tsx'
import { useTreeActions } from './tree-actions.ts'
import { useTree } from './use-tree.ts'
import { useWorkspaceActions } from './workspace-actions.ts'
import { WorkspaceMenu } from './workspace-menu.tsx'

/** The folder's threads, with the folder itself above and settings below. */
export function Sidebar({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation(['frame', 'search'])
  const commands = useCommands()
  const workspace = useWorkbench((state) => state.workspace)
  const selected = useWorkbench((state) => state.tabs.tabs[state.tabs.active]?.thread ?? null)
  const tree = useTree(workspace?.root ?? null, selected)
  const actions = useTreeActions()
  const workspaceActions = useWorkspaceActions()
  const [renaming, setRenaming] = useState<string | null>(null)
  const hasFolder = workspace !== null

  const { read, setOpen } = tree
  const create = useCallback(
    async (kind: 'thread' | 'folder', folder: string) => {
      const made = kind === 'thread' ? await actions.createThread(folder) : await actions.createFolder(folder)
      if (made === null) return
      if (folder !== '') setOpen(folder, true, true)
      await read(folder)
      setRenaming(made.path)
    },
    [actions, read, setOpen],
  )
  const homeFolder = selected === null ? '' : folderOf(selected)
  const newThread = useCallback(() => void create('thread', homeFolder), [create, homeFolder])
  useCommand('new-thread', newThread, hasFolder)

  const keys = { bar: keysOf('toggle-sidebar'), thread: keysOf('new-thread'), search: keysOf('search') }
  return (
    <nav className="sidebar" aria-label={t('sidebar.label')} data-region>
      <div className="brand">
        <img src={icon} alt="" width={16} height={16} />
        <span>{t('app.name')}</span>
        <span className="grow" />
        <IconButton
          label={t('sidebar.hide')}
          icon={<PanelLeft size={16} strokeWidth={1.75} />}
          onClick={() => commands.run('toggle-sidebar')}
          {...(keys.bar === undefined ? {} : { keys: keys.bar })}
        />
      </div>
      <div className="sidebar-tools">
        <WorkspaceMenu actions={workspaceActions} />
        <IconButton
          label={t('workspace.newThread')}
          disabled={!hasFolder}
          icon={<SquarePen size={16} strokeWidth={1.75} />}
          onClick={newThread}
          {...(keys.thread === undefined ? {} : { keys: keys.thread })}
        />
        <IconButton
          label={t('workspace.newFolder')}
          disabled={!hasFolder}
          icon={<FolderPlus size={16} strokeWidth={1.75} />}
          onClick={() => void create('folder', homeFolder)}
        />
        <IconButton
          label={t('sidebar.import')}
          disabled={!hasFolder}
          icon={<FileDown size={16} strokeWidth={1.75} />}
          onClick={() => commands.run('import-threads')}
        />
      </div>
      <button type="button" className="sidebar-search" onClick={() => commands.run('search')}>
        <Search size={14} strokeWidth={2} aria-hidden="true" />
        <span className="grow">{t('search:label')}</span>
        {keys.search === undefined ? null : <span className="sidebar-keys">{keys.search}</span>}
      </button>
      <div className="sidebar-main">
        {hasFolder && tree.rootState.kind === 'ready' && tree.nodes.length > 0 ? (
          <Tree
            tree={tree}
            actions={actions}
            selected={selected}
            renaming={renaming}
            onRenaming={setRenaming}
            onCreate={(kind, folder) => void create(kind, folder)}
          />
        ) : (
          <TreeState
            state={hasFolder ? tree.rootState.kind : 'none'}
            error={tree.rootState.kind === 'failed' ? tree.rootState.error : null}
            onChoose={() => void workspaceActions.chooseFolder()}
            onRetry={() => void read('')}
            onNew={newThread}
            onImport={() => commands.run('import-threads')}
          />
        )}
      </div>
      <div className="sidebar-foot">
        <Button
          kind="quiet"
          icon={<Settings size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => commands.run('settings')}
        >
          {t('sidebar.settings')}
        </Button>
      </div>
      {children}
    </nav>
  )
}

interface TreeStateProps {
  readonly state: 'none' | 'loading' | 'failed' | 'ready'
  readonly error: unknown
  readonly onChoose: () => void
  readonly onRetry: () => void
  readonly onNew: () => void
  readonly onImport: () => void
}

/** What stands in the tree's place: no folder, reading, unreadable, empty. */
function TreeState({ state, error, onChoose, onRetry, onNew, onImport }: TreeStateProps) {
  const { t } = useTranslation('frame')
  const errorText = useErrorText()
  if (state === 'loading')
    return (
      <div className="tree-skeleton" role="status" aria-label={t('tree.loading')}>
        {SKELETON_ROWS.map((row) => (
          <span key={row} />
        ))}
      </div>
    )
  if (state === 'failed')
    return (
      <div className="tree-note" role="alert">
        <b>{t('tree.error')}</b>
        <p>{errorText(error)}</p>
        <div className="tree-note-actions">
          <Button onClick={onRetry}>{t('common.retry')}</Button>
          <CopyButton kind="quiet" label={t('common.copyDetails')} text={() => errorDetails(error)} />
        </div>
      </div>
    )
  return (
    <div className="tree-note">
      <b>{t('tree.empty')}</b>
      <p>{t(state === 'none' ? 'tree.noneHint' : 'tree.emptyHint')}</p>
      {state === 'none' ? (
        <Button onClick={onChoose}>{t('tree.chooseFolder')}</Button>
      ) : (
        <div className="tree-note-actions">
          <Button onClick={onNew}>{t('workspace.newThread')}</Button>
          <Button onClick={onImport}>{t('sidebar.import')}</Button>
        </div>
      )}
    </div>
  )
}

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8]
