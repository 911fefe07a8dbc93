import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ListPosition } from './virtual-list.tsx'

/** Within this distance of the bottom the reader counts as being at the end. */
export const END_THRESHOLD_PX = 64
/** Frames in which nothing moved, after which a change of the list's size is over. */
const STILL_FRAMES = 4
/** What a person scrolls with. The place is theirs again from there on. */
const OWN_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** A row and the share of it that is scrolled out: rows change their heights with the width of the list. */
type Place = 'end' | { readonly index: number; readonly share: number } | null

export interface HeldPlaceOptions {
  readonly outer: { readonly current: HTMLDivElement | null }
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>
  readonly followsEnd: boolean
  readonly startsAtEnd: boolean
  readonly totalPx: number
}

export interface HeldPlace {
  /** Where the list has been scrolled to; undefined = it moved by itself, and nobody need be told. */
  readonly afterScroll: () => ListPosition | undefined
  /** Lets go, before the list is scrolled on purpose. `isToEnd`: that is the place from then on. */
  readonly release: (isToEnd?: boolean) => void
}

/**
 * Keeps the place that a person reads: the end while rows grow and come, and the same row while the list itself
 * changes its size. Scrolling that a change of the size brings about is no wish to be elsewhere.
 */
export function useHeldPlace(options: HeldPlaceOptions): HeldPlace {
  const { outer, virtualizer, followsEnd, startsAtEnd, totalPx } = options
  const place = useRef<Place>(startsAtEnd ? 'end' : null)
  const isResizing = useRef(false)
  const lastTop = useRef(0)
  /** For which the place holds; empty before the first layout. */
  const size = useRef('')

  const hasNewSize = useCallback(
    (list: HTMLElement) => size.current !== '' && sizeOf(list) !== size.current,
    [],
  )
  const restore = useCallback((): undefined => {
    const list = outer.current
    const at = place.current
    if (list === null || at === null) return
    if (at === 'end') {
      if (followsEnd) list.scrollTop = list.scrollHeight
      lastTop.current = list.scrollTop
      return
    }
    if (!isResizing.current) {
      // A row that is measured late: the share of it was one of an estimate.
      if (!hasNewSize(list)) place.current = placeAt(virtualizer, list.scrollTop)
      return
    }
    const row = virtualizer.measurementsCache[at.index]
    if (row !== undefined) list.scrollTop = Math.round(row.start + at.share * row.size)
  }, [outer, virtualizer, followsEnd, hasNewSize])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the height is the reason to move.
  useLayoutEffect(restore, [restore, totalPx])
  useEffect(() => {
    const list = outer.current
    if (list === null) return
    let frame = 0
    const release = () => {
      isResizing.current = false
    }
    function settle(stillFrames: number, before: string) {
      if (list === null || !isResizing.current || stillFrames === STILL_FRAMES) return release()
      restore()
      const now = `${list.scrollTop} ${list.scrollHeight}`
      frame = requestAnimationFrame(() => settle(now === before ? stillFrames + 1 : 0, now))
    }
    const observer = new ResizeObserver(() => {
      const before = size.current
      size.current = sizeOf(list)
      if (size.current === before) return
      if (before === '') return restore()
      isResizing.current = true
      cancelAnimationFrame(frame)
      settle(0, '')
    })
    observer.observe(list)
    for (const move of OWN_MOVES) list.addEventListener(move, release, { passive: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      for (const move of OWN_MOVES) list.removeEventListener(move, release)
    }
  }, [outer, restore])

  return useMemo(
    () => ({
      release: (isToEnd = false) => {
        isResizing.current = false
        // A change of the size that comes before the scrolling is told of must not lead back.
        place.current = isToEnd && followsEnd ? 'end' : null
      },
      afterScroll() {
        const list = outer.current
        if (list === null || isResizing.current || hasNewSize(list)) return undefined
        const { scrollTop, scrollHeight, clientHeight } = list
        const isUpwards = scrollTop < lastTop.current
        lastTop.current = scrollTop
        if (scrollHeight - clientHeight - scrollTop <= END_THRESHOLD_PX) {
          place.current = followsEnd ? 'end' : placeAt(virtualizer, scrollTop)
          return null
        }
        // The end went away beneath the reader, who leaves it upwards only.
        if (place.current === 'end' && !isUpwards) return restore()
        place.current = placeAt(virtualizer, scrollTop)
        const row = virtualizer.getVirtualItemForOffset(scrollTop)
        if (row === undefined) return undefined
        return { index: row.index, offsetPx: Math.round(scrollTop - row.start) }
      },
    }),
    [outer, virtualizer, followsEnd, restore, hasNewSize],
  )
}

function sizeOf(list: HTMLElement): string {
  return `${list.clientWidth} ${list.clientHeight}`
}

function placeAt(virtualizer: HeldPlaceOptions['virtualizer'], offset: number): Place {
  const row = virtualizer.getVirtualItemForOffset(offset)
  if (row === undefined) return null
  return { index: row.index, share: row.size === 0 ? 0 : (offset - row.start) / row.size }
}
