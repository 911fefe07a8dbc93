import type { Ref } from 'react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparedMessage, SentencePlace } from '../../shared/compact/comparison.ts'
import { type ListHandle, VirtualList } from '../ui/virtual-list.tsx'
import { ComparedRow } from './compared-row.tsx'
import type { SectionTextProps } from './section-text.tsx'
import type { Comparison } from './use-comparison.ts'
import { useOriginalRows } from './use-original-rows.ts'

export interface ComparedListProps {
  readonly thread: string
  readonly comparison: Comparison & { readonly need: (first: number, last: number) => void }
  readonly kinds: SectionTextProps['kinds']
  readonly shown: number | null
  readonly handle: Ref<ListHandle>
  readonly onFollow: (message: ComparedMessage) => void
  /** The reader has scrolled: the sentence of the first visible message that has one. */
  readonly onReach: (sentence: SentencePlace) => void
}

const ROW_ESTIMATE_PX = 96
/** Messages looked at below the first visible one for a sentence to go to. */
const LOOK_AHEAD = 5

/** The originals under a checkpoint, as many as there are; only those near the view are mounted. */
export function ComparedList(props: ComparedListProps) {
  const { thread, comparison, kinds, shown, handle, onFollow, onReach } = props
  const { t } = useTranslation('wizard')
  const { items, total, need } = comparison
  const [range, setRange] = useState({ first: 0, last: 0 })
  const list = useRef<ListHandle>(null)
  const onRange = useCallback(
    (first: number, last: number) => {
      need(first, last)
      setRange({ first, last })
    },
    [need],
  )
  const wanted = useMemo(() => {
    const indexes: number[] = []
    for (let at = range.first; at <= range.last; at += 1) {
      const item = items.get(at)
      if (item !== undefined) indexes.push(item.index)
    }
    return indexes
  }, [items, range])
  const { rows } = useOriginalRows(thread, wanted)
  const onScroll = () => {
    const top = list.current?.topIndex() ?? -1
    for (let at = Math.max(0, top); at < top + LOOK_AHEAD; at += 1) {
      const sentence = items.get(at)?.sentence
      if (sentence == null) continue
      onReach(sentence)
      return
    }
  }
  return (
    <VirtualList
      className="cc-list"
      count={total ?? 0}
      estimatePx={() => ROW_ESTIMATE_PX}
      onRange={onRange}
      handle={(value) => {
        list.current = value
        if (typeof handle === 'function') handle(value)
        else if (handle !== null && handle !== undefined) handle.current = value
      }}
      outerProps={{ role: 'feed', 'aria-label': t('compare.originals'), tabIndex: 0, onScroll }}
      renderRow={(at) => {
        const item = items.get(at)
        if (item === undefined) return <div className="cc-unread" />
        return (
          <ComparedRow
            message={item}
            row={rows.get(item.index)}
            kinds={kinds}
            isShown={shown === item.index}
            onFollow={onFollow}
          />
        )
      }}
    />
  )
}
