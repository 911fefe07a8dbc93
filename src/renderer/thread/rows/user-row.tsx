import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../shared/thread/row.ts'
import { MarkChips } from './mark-chips.tsx'
import { Parts } from './parts.tsx'
import { RowFrame } from './row-frame.tsx'
import { WHO } from './who.ts'

export interface UserRowProps {
  readonly row: Extract<Row, { kind: 'user' }>
  readonly total: number
  readonly isBeneath: boolean
}

const HINT = {
  prompt: null,
  meta: 'role.metaHint',
  context: 'role.contextHint',
  draft: 'role.draftHint',
} as const

/** What stands in the user's role: a prompt, the meta prompt, what a program put in, or an empty draft. */
export const UserRow = memo(function UserRow({ row, total, isBeneath }: UserRowProps) {
  const { t } = useTranslation('thread')
  const isUnreadable = row.parts.some((part) => part.kind === 'other' && part.type === 'unreadable')
  const who = isUnreadable ? t('role.unreadable') : t(WHO[row.role])
  const hint = isUnreadable
    ? // Only a last line can be one that is still being written.
      row.index === total - 1
      ? 'role.incompleteHint'
      : 'role.unreadableHint'
    : HINT[row.role]
  const more = hint !== null ? t(hint) : row.turn === null ? '' : t('role.turn', { number: row.turn })
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
