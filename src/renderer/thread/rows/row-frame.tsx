import type { ReactNode } from 'react'
import type { Row } from '../../../shared/thread/row.ts'
import { useThreadState } from '../thread-context.ts'
import { Gutter, type Layer } from './gutter.tsx'
import { MarkChips } from './mark-chips.tsx'
import { RowActions } from './row-actions.tsx'
import { useRowMarks, useRowStrata } from './use-row-layers.ts'

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
  const strata = useRowStrata(row.index)
  const marks = useRowMarks(row.index)
  // Of a file that is being read nobody knows yet the how manieth message this is.
  const isPart = useThreadState(({ phase }) => phase.kind === 'ready' && phase.opened.newest !== undefined)
  const isBeneath = layer === 'beneath' || strata.numbers.length > 0
  const shown = marks.isExcluded
    ? 'excluded'
    : marks.isPinned
      ? 'pinned'
      : layer === 'kept' && isBeneath
        ? 'beneath'
        : layer
  return (
    <article
      data-row
      tabIndex={-1}
      className={`row row-${row.kind} on-${shown} ${isBeneath ? 'on-beneath' : ''} ${stack}`}
      aria-label={label}
      {...(isPart ? {} : { 'aria-posinset': row.index + 1, 'aria-setsize': total })}
    >
      <Gutter layer={shown} numbers={strata.numbers} isEdge={strata.isEdge} />
      <div className="row-body">
        {row.kind === 'user' ? null : <MarkChips index={row.index} />}
        {children}
        {hasActions && !isPart ? <RowActions row={row} note={note} /> : null}
      </div>
    </article>
  )
}
