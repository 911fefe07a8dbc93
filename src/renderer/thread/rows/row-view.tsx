import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../shared/thread/row.ts'
import { Button } from '../../ui/button.tsx'
import { CircleAlert } from '../../ui/icons.ts'
import { useThread, useThreadState } from '../thread-context.ts'
import { PAGE_ROWS } from '../thread-store.ts'
import { AssistantRow } from './assistant-row.tsx'
import { CheckpointDivider } from './checkpoint-divider.tsx'
import { CheckpointRow } from './checkpoint-row.tsx'
import { Gutter } from './gutter.tsx'
import { RowFrame } from './row-frame.tsx'
import { isStacked } from './stack.ts'
import { useDividers } from './use-row-layers.ts'
import { UserRow } from './user-row.tsx'

export interface RowViewProps {
  readonly index: number
  readonly total: number
  readonly checkpointIndex: number | null
}

/** One message by its index, behind the checkpoints that stand before it. */
export const RowView = memo(function RowView(props: RowViewProps) {
  const dividers = useDividers(props.index)
  return (
    <>
      {dividers.map((entry) => (
        <CheckpointDivider key={entry.id} entry={entry} />
      ))}
      <OneRow {...props} />
    </>
  )
})

/** The message itself; a grey place-holder until its page has arrived. */
function OneRow({ index, total, checkpointIndex }: RowViewProps) {
  const row = useThreadState((state) => state.rows.get(index))
  const isStackedAbove = useThreadState(({ rows }) => isStacked(rows.get(index - 1), rows.get(index)))
  const isStackedBelow = useThreadState(({ rows }) => isStacked(rows.get(index), rows.get(index + 1)))
  if (row === undefined) return <WaitingRow index={index} />
  const isBeneath = checkpointIndex !== null && index < checkpointIndex
  switch (row.kind) {
    case 'user':
      return <UserRow row={row} total={total} isBeneath={isBeneath} />
    case 'assistant':
      return (
        <AssistantRow
          row={row}
          total={total}
          isBeneath={isBeneath}
          isStackedAbove={isStackedAbove}
          isStackedBelow={isStackedBelow}
        />
      )
    case 'checkpoint':
      return <CheckpointRow row={row} total={total} />
    case 'broken':
      return <BrokenRow row={row} total={total} />
  }
}

function WaitingRow({ index }: { readonly index: number }) {
  const { t } = useTranslation(['thread', 'frame'])
  const { store } = useThread()
  const hasFailed = useThreadState((state) =>
    [...state.failedPages].some((from) => index >= from && index < from + PAGE_ROWS),
  )
  return (
    <div className="row row-waiting">
      <Gutter layer="kept" />
      <div className="row-body">
        {hasFailed ? (
          <p className="row-problem">
            {t('thread:log.pageFailed')}
            <Button size="small" onClick={() => store.retryPages()}>
              {t('frame:common.retry')}
            </Button>
          </p>
        ) : (
          <div className="grey-bars" role="img" aria-label={t('thread:log.unreadRow', { number: index + 1 })}>
            <span />
            <span />
            <span />
          </div>
        )}
      </div>
    </div>
  )
}

function BrokenRow({
  row,
  total,
}: {
  readonly row: Extract<Row, { kind: 'broken' }>
  readonly total: number
}) {
  const { t } = useTranslation('thread')
  const { showRaw } = useThread()
  return (
    <RowFrame row={row} total={total} layer="broken" label={t('row.broken')} hasActions={false}>
      <p className="row-problem">
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="grow">
          {t('row.broken')} <span className="row-problem-reason">{row.reason}</span>
        </span>
        <Button size="small" onClick={() => showRaw(row.index)}>
          {t('row.showRaw')}
        </Button>
      </p>
    </RowFrame>
  )
}
