import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in CSS px, kept up to date; `initial` until it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>, initial: number): number {
  const [widthPx, setWidthPx] = useState(initial)
  useLayoutEffect(() => {
    const target = element.current
    if (target === null || typeof ResizeObserver === 'undefined') return
    const measure = () => {
      if (target.clientWidth > 0) setWidthPx(target.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return widthPx
}
