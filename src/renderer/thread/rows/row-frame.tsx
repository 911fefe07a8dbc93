import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../shared/thread/row.ts'
import { rowText } from '../../app/row-text.ts'
import { useToasts } from '../../app/toasts-context.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Copy, Ellipsis, FileCode } from '../../ui/icons.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useThread } from '../thread-context.ts'
import { Gutter, type Layer } from './gutter.tsx'

export interface RowFrameProps {
  readonly row: Row
  readonly total: number
  readonly layer: Layer
  readonly label: string
  readonly hasActions?: boolean
  /** One line of facts that the row's menu ends with. */
  readonly note?: string
  /** Classes that join the row's cards with those of its neighbours. */
  readonly stack?: string
  readonly children: ReactNode
}

/** What every row has: its place in the log, the gutter, and actions that appear on hover and focus. */
export function RowFrame(props: RowFrameProps) {
  const { row, total, layer, label, hasActions = true, note = '', stack = '', children } = props
  return (
    <article
      data-row
      tabIndex={-1}
      className={`row row-${row.kind} on-${layer} ${stack}`}
      aria-label={label}
      aria-posinset={row.index + 1}
      aria-setsize={total}
    >
      <Gutter layer={layer} />
      <div className="row-body">
        {children}
        {hasActions ? <RowActions row={row} note={note} /> : null}
      </div>
    </article>
  )
}

function RowActions({ row, note }: { readonly row: Row; readonly note: string }) {
  const { t } = useTranslation(['thread', 'frame'])
  const { store, showRaw } = useThread()
  const toasts = useToasts()
  const text = useMemo(() => rowText(row), [row])

  async function copy() {
    await store.client.request('clipboard.write', { text })
    toasts.show({ kind: 'done', text: t('frame:common.copied') })
  }
  const items: readonly MenuItem[] = [
    {
      kind: 'action',
      label: t('thread:row.copy'),
      icon: <Copy size={14} strokeWidth={2} />,
      reason: text === '' ? t('thread:row.emptyAnswer') : null,
      onSelect: () => void copy(),
    },
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
          onClick={() => void copy()}
        />
      )}
      <Menu items={items} label={t('thread:row.actions')}>
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
