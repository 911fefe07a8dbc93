import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Availability } from '../../shared/compact/plan.ts'
import type { OpenedThread } from '../../shared/ipc/thread.ts'
import { keysOf, useCommands } from '../app/commands.ts'
import { fileBeside } from '../app/file-beside.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Copy, Ellipsis, FileUp, FolderOpen, Layers2, PanelRight, RotateCw, Search } from '../ui/icons.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { useThread, useThreadState } from './thread-context.ts'
import type { ThreadViewName } from './thread-store.ts'

const VIEWS: readonly ThreadViewName[] = ['conversation', 'model', 'raw']

export interface ThreadHeaderProps {
  readonly opened: OpenedThread
  readonly onCompact: () => void
  readonly onFind: () => void
  readonly onReveal: () => void
  readonly onCopyPath: () => void
  /** Who answers, where turns can run; else the model that the file names. */
  readonly picker: ReactNode
  readonly dock: { readonly isOpen: boolean; readonly onToggle: () => void } | null
}

/** Why a thread cannot be compacted, in words; null when it can. */
export function useCompactReason(compaction: Availability): string | null {
  const { t } = useTranslation('thread')
  if (compaction.kind === 'available') return null
  if (compaction.reason === 'too-few-turns')
    return compaction.turns === 0
      ? t('unavailable.no-messages')
      : t('unavailable.too-few-turns', { count: compaction.turns })
  return t(`unavailable.${compaction.reason}`)
}

/** Title, model, view switch and what can be done with the thread. */
export function ThreadHeader(props: ThreadHeaderProps) {
  const { opened, onCompact, onFind, onReveal, onCopyPath, picker, dock } = props
  const { t } = useTranslation(['thread', 'runtime', 'search'])
  const findKeys = keysOf('find')
  const { store } = useThread()
  const commands = useCommands()
  const view = useThreadState((state) => state.view)
  const reason = useCompactReason(opened.compaction)
  const compactKeys = keysOf('compact')
  const file = fileBeside(opened.thread, opened.title)
  const items: readonly MenuItem[] = [
    {
      kind: 'action',
      label: t('header.compactConversation'),
      icon: <Layers2 size={14} strokeWidth={2} />,
      reason,
      onSelect: onCompact,
      ...(compactKeys === undefined ? {} : { keys: compactKeys }),
    },
    {
      kind: 'action',
      label: t('header.export'),
      icon: <FileUp size={14} strokeWidth={2} />,
      onSelect: () => void commands.run('export-thread', opened.thread),
    },
    { kind: 'separator', id: 'file' },
    {
      kind: 'action',
      label: t('header.reveal'),
      icon: <FolderOpen size={14} strokeWidth={2} />,
      onSelect: onReveal,
    },
    {
      kind: 'action',
      label: t('header.copyPath'),
      icon: <Copy size={14} strokeWidth={2} />,
      onSelect: onCopyPath,
    },
    {
      kind: 'action',
      label: t('header.reload'),
      icon: <RotateCw size={14} strokeWidth={2} />,
      onSelect: () => void store.open(),
    },
  ]
  const compact = (
    <Button
      className="compact-button"
      icon={<Layers2 size={16} strokeWidth={1.75} aria-hidden="true" />}
      disabled={reason !== null}
      onClick={onCompact}
    >
      {t('header.compact')}
    </Button>
  )
  return (
    <header className="thread-header">
      <div className="thread-names">
        <h1 className="truncate" title={opened.name}>
          {opened.title === '' ? opened.name : opened.title}
        </h1>
        {file === null ? null : (
          <span className="thread-file truncate" title={opened.thread}>
            {file}
          </span>
        )}
      </div>
      <span className="grow" />
      {picker ??
        (opened.model === null ? null : (
          <span className="thread-model truncate" title={t('header.model')}>
            {opened.model}
          </span>
        ))}
      <Segmented
        label={t('view.label')}
        value={view}
        onChange={store.setView}
        options={VIEWS.map((value) => ({
          value,
          label: <span data-text={t(`view.${value}`)}>{t(`view.${value}`)}</span>,
        }))}
      />
      {reason === null ? compact : <Tooltip text={reason}>{compact}</Tooltip>}
      <IconButton
        label={t('search:find.open')}
        icon={<Search size={16} strokeWidth={1.75} />}
        onClick={onFind}
        {...(findKeys === undefined ? {} : { keys: findKeys })}
      />
      <Menu items={items} label={t('header.more')}>
        <IconButton
          label={t('header.more')}
          hasTooltip={false}
          icon={<Ellipsis size={16} strokeWidth={1.75} />}
        />
      </Menu>
      {dock === null ? null : (
        <IconButton
          label={t('runtime:dock.open')}
          isOn={dock.isOpen}
          icon={<PanelRight size={16} strokeWidth={1.75} />}
          onClick={dock.onToggle}
        />
      )}
    </header>
  )
}
