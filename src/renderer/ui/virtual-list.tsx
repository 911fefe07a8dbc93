import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { END_THRESHOLD_PX, useHeldPlace } from './use-held-place.ts'

/** A place in a list: the first visible row and how far it is scrolled out. Null = at the end. */
export type ListPosition = { readonly index: number; readonly offsetPx: number } | null

/** What a list can be asked from outside. */
export interface ListHandle {
  scrollTo(index: number, align: 'start' | 'center' | 'auto'): void
  scrollToEnd(): void
  /** Scrolls a row into view and gives it the focus as soon as it is mounted. */
  focusRow(index: number): void
  /** First visible row; -1 for an empty list. */
  topIndex(): number
  readonly element: HTMLElement | null
}

export interface VirtualListProps {
  readonly count: number
  readonly estimatePx: (index: number) => number
  readonly keyOf?: (index: number) => string | number
  readonly renderRow: (index: number) => ReactNode
  /** Where the list opens. */
  readonly start?: 'top' | 'end' | ListPosition
  /** Follows rows added at the end while the reader is there. */
  readonly followsEnd?: boolean
  readonly overscan?: number
  /** Rows that are mounted, last one included. */
  readonly onRange?: (first: number, last: number) => void
  readonly onPosition?: (position: ListPosition) => void
  readonly handle?: Ref<ListHandle>
  readonly outerProps?: HTMLAttributes<HTMLDivElement>
  readonly paddingStartPx?: number
  readonly paddingEndPx?: number
  readonly className?: string
}

/** Frames to wait for a row that is scrolled to before it gets the focus. */
const FOCUS_FRAMES = 12

/**
 * The one virtualized list: rows of any height, of which only those near the view are mounted. Rows above
 * the view may change their height without moving what is being read.
 */
export function VirtualList({
  count,
  estimatePx,
  keyOf,
  renderRow,
  start = 'top',
  followsEnd = false,
  overscan = 6,
  onRange,
  onPosition,
  handle,
  outerProps,
  paddingStartPx = 0,
  paddingEndPx = 0,
  className = '',
}: VirtualListProps) {
  const outer = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count,
    getScrollElement: () => outer.current,
    estimateSize: estimatePx,
    // Without it the first rows would be made, and read, for a list that opens elsewhere.
    initialOffset: () => firstOffset(start, count, estimatePx),
    overscan,
    paddingStart: paddingStartPx,
    paddingEnd: paddingEndPx,
    scrollEndThreshold: END_THRESHOLD_PX,
    followOnAppend: followsEnd,
    ...(keyOf === undefined ? {} : { getItemKey: keyOf }),
  })

  const totalPx = virtualizer.getTotalSize()
  const startsAtEnd = start === 'end' || start === null
  const held = useHeldPlace({ outer, virtualizer, followsEnd, startsAtEnd, totalPx })
  useImperativeHandle(handle, () => ({
    scrollTo(index, align) {
      held.release()
      virtualizer.scrollToIndex(index, { align })
    },
    scrollToEnd() {
      held.release(true)
      virtualizer.scrollToEnd()
    },
    focusRow(index) {
      held.release()
      virtualizer.scrollToIndex(index, { align: 'auto' })
      let frames = 0
      const tryFocus = () => {
        const row = outer.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`)
        if (row) row.focus({ preventScroll: true })
        else if (frames < FOCUS_FRAMES) {
          frames += 1
          requestAnimationFrame(tryFocus)
        }
      }
      tryFocus()
    },
    topIndex: () => virtualizer.getVirtualItemForOffset(outer.current?.scrollTop ?? 0)?.index ?? -1,
    get element() {
      return outer.current
    },
  }))

  // Only the first layout decides where the list opens; later values of `start` are the reader's own moves.
  const opensAt = useRef(start)
  useLayoutEffect(() => {
    const at = opensAt.current
    if (at === 'top' || count === 0) return
    opensAt.current = 'top'
    if (at === 'end' || at === null) virtualizer.scrollToEnd()
    else {
      virtualizer.scrollToIndex(Math.min(at.index, count - 1), { align: 'start' })
      const offsetPx = at.offsetPx
      requestAnimationFrame(() => virtualizer.scrollBy(offsetPx))
    }
  }, [virtualizer, count])

  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  useLayoutEffect(() => {
    if (last >= first) onRange?.(first, last)
  }, [first, last, onRange])

  return (
    <div
      {...outerProps}
      ref={outer}
      className={`virtual-list ${className}`}
      onScroll={(event) => {
        outerProps?.onScroll?.(event)
        const position = held.afterScroll()
        if (position !== undefined) onPosition?.(position)
      }}
    >
      <div className="virtual-list-all" role="presentation" style={{ height: totalPx }}>
        <div
          className="virtual-list-window"
          role="presentation"
          style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}
        >
          {items.map((item) => (
            <div key={item.key} role="presentation" data-index={item.index} ref={virtualizer.measureElement}>
              {renderRow(item.index)}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Pixels above the rows that show first, as far as that is known before any row is measured. */
function firstOffset(
  start: VirtualListProps['start'],
  count: number,
  estimatePx: (index: number) => number,
): number {
  if (start === 'top') return 0
  const isAtEnd = start === 'end' || start == null
  const rows = isAtEnd ? count : Math.min(start.index, count)
  let px = 0
  for (let index = 0; index < rows; index += 1) px += estimatePx(index)
  return isAtEnd ? Math.max(0, px - window.innerHeight) : px
}
