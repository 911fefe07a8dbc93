import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../shared/thread/row.ts'
import { MarkChips } from './mark-chips.tsx'
import { Parts } from './parts.tsx'
import { RowFrame } from './row-frame.tsx'

export interface UserRowProps {
  readonly row: Extract<Row, { kind: 'user' }>
  readonly total: number
  readonly isBeneath: boolean
}

/** What a person wrote: a prompt, the meta prompt, or an empty draft. */
export const UserRow = memo(function UserRow({ row, total, isBeneath }: UserRowProps) {
  const { t } = useTranslation('thread')
  const who = row.role === 'meta' ? t('role.meta') : row.role === 'draft' ? t('role.draft') : t('role.you')
  const more =
    row.role === 'meta'
      ? t('role.metaHint')
      : row.role === 'draft'
        ? t('role.draftHint')
        : row.turn === null
          ? ''
          : t('role.turn', { number: row.turn })
  const layer = row.role === 'draft' ? 'draft' : row.role === 'meta' || !isBeneath ? 'kept' : 'beneath'
  return (
    <RowFrame row={row} total={total} layer={layer} label={`${who} ${more}`.trim()}>
      <div className="who">
        <b>{who}</b>
        <span>{more}</span>
        <MarkChips index={row.index} />
      </div>
      {row.role === 'draft' ? null : (
        <div className={`said said-${row.role}`}>
          <Parts index={row.index} parts={row.parts} title={`${who} ${more}`.trim()} />
        </div>
      )}
    </RowFrame>
  )
})
