import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../shared/thread/row.ts'
import { keysOf } from '../../app/commands.ts'
import { rowText } from '../../app/row-text.ts'
import { useCopy } from '../../app/use-copy.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import {
  Copy,
  Ellipsis,
  Eye,
  EyeOff,
  FileCode,
  GitBranch,
  Layers2,
  Pencil,
  Pin,
  PinOff,
  Star,
  StarOff,
} from '../../ui/icons.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useRuntime } from '../runtime/runtime-context.ts'
import { useThread, useThreadState } from '../thread-context.ts'
import type { ThreadState } from '../thread-store.ts'
import { useRowCommands } from './use-row-commands.ts'
import { type RowMarks, useRowMarks } from './use-row-layers.ts'

export interface RowActionsProps {
  readonly row: Row
  readonly note: string
}

/** What can be done with one message: two buttons, and everything in a menu (Shift+F10). */
export function RowActions({ row, note }: RowActionsProps) {
  const { t } = useTranslation(['thread', 'frame', 'runtime'])
  const { store, showRaw } = useThread()
  const access = useRuntime()
  const copy = useCopy()
  const marks = useRowMarks(row.index)
  const isMenuOpen = useThreadState((state) => state.menuRow === row.index)
  const text = useMemo(() => rowText(row), [row])
  const markItems = useMarkItems(row, marks)

  const items: readonly MenuItem[] = [
    {
      kind: 'action',
      label: t('thread:row.copy'),
      icon: <Copy size={14} strokeWidth={2} />,
      reason: text === '' ? t('thread:row.emptyAnswer') : null,
      onSelect: () => copy(text),
    },
    ...(access === null ? [] : markItems),
    {
      kind: 'action',
      label: t('thread:row.showRaw'),
      icon: <FileCode size={14} strokeWidth={2} />,
      onSelect: () => showRaw(row.index),
    },
    ...(note === '' ? [] : [{ kind: 'note' as const, text: note }]),
  ]
  return (
    <div className="row-actions">
      {text === '' ? null : (
        <IconButton
          className="is-small"
          label={t('thread:row.copy')}
          icon={<Copy size={14} strokeWidth={2} />}
          onClick={() => copy(text)}
        />
      )}
      <Menu
        items={items}
        label={t('thread:row.actions')}
        isOpen={isMenuOpen}
        onOpenChange={(isOpen) => store.setMenuRow(isOpen ? row.index : null)}
      >
        <IconButton
          className="is-small"
          hasTooltip={false}
          label={t('thread:row.actions')}
          icon={<Ellipsis size={14} strokeWidth={2} />}
        />
      </Menu>
    </div>
  )
}

function lastTurnOf({ phase }: ThreadState): number {
  return phase.kind === 'ready' ? phase.opened.turns : 0
}

/** Marks and branches: only where a runtime can carry them out. */
function useMarkItems(row: Row, marks: RowMarks): readonly MenuItem[] {
  const { t } = useTranslation('runtime')
  const access = useRuntime()
  const commands = useRowCommands()
  const openWizard = access?.places.openWizard ?? null
  const openWizardAt = access?.places.openWizardAt ?? null
  const lastTurn = useThreadState(lastTurnOf)
  const turn = row.kind === 'user' || row.kind === 'assistant' ? row.turn : null
  const keys = (command: Parameters<typeof keysOf>[0]) => {
    const text = keysOf(command)
    return text === undefined ? {} : { keys: text }
  }
  const isPrompt = row.kind === 'user' && row.role === 'prompt'
  const isEditable =
    isPrompt && row.parts.every((part) => part.kind === 'text' && !part.body.isCut) && row.parts.length > 0
  return [
    {
      kind: 'action',
      label: t(marks.isPinned ? 'mark.unpin' : 'mark.pin'),
      icon: marks.isPinned ? <PinOff size={14} strokeWidth={2} /> : <Pin size={14} strokeWidth={2} />,
      ...keys('row-pin'),
      onSelect: () => commands.toggle(row.index, 'pin'),
    },
    {
      kind: 'action',
      label: t(marks.isExcluded ? 'mark.include' : 'mark.exclude'),
      icon: marks.isExcluded ? <Eye size={14} strokeWidth={2} /> : <EyeOff size={14} strokeWidth={2} />,
      ...keys('row-exclude'),
      onSelect: () => commands.toggle(row.index, 'exclude'),
    },
    {
      kind: 'action',
      label: t(marks.isStarred ? 'mark.unstar' : 'mark.star'),
      icon: marks.isStarred ? <StarOff size={14} strokeWidth={2} /> : <Star size={14} strokeWidth={2} />,
      ...keys('row-star'),
      onSelect: () => commands.toggle(row.index, 'star'),
    },
    {
      kind: 'action',
      label: t('row.fork'),
      icon: <GitBranch size={14} strokeWidth={2} />,
      ...keys('row-fork'),
      onSelect: () => commands.fork(row.index),
    },
    ...(isPrompt
      ? [
          {
            kind: 'action' as const,
            label: t('row.edit'),
            icon: <Pencil size={14} strokeWidth={2} />,
            reason: isEditable ? null : t('row.editLong'),
            onSelect: () => access?.places.editMessage(row.index, rowText(row)),
          },
        ]
      : []),
    ...(openWizardAt === null || turn === null
      ? []
      : (['up-to', 'from'] as const).map((kind) => ({
          kind: 'action' as const,
          label: t(kind === 'from' ? 'row.compactFrom' : 'row.compactUpTo'),
          icon: <Layers2 size={14} strokeWidth={2} />,
          reason: turn === lastTurn ? t('row.compactLast') : null,
          onSelect: () => openWizardAt({ kind, index: row.index }),
        }))),
    ...(openWizard === null
      ? []
      : [
          {
            kind: 'action' as const,
            label: t('context.compact'),
            icon: <Layers2 size={14} strokeWidth={2} />,
            onSelect: openWizard,
          },
        ]),
  ]
}
