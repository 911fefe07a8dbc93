import { type KeyboardEvent, type PointerEvent, useRef } from 'react'

export interface ResizeHandleProps {
  readonly label: string
  readonly widthPx: number
  readonly minPx: number
  readonly maxPx: number
  /** Called while moving. */
  readonly onChange: (widthPx: number) => void
  /** Called once at the end of a move. */
  readonly onDone: (widthPx: number) => void
}

const KEY_STEP_PX = 8

/** The edge between sidebar and thread: drag it, or arrow keys. */
export function ResizeHandle({ label, widthPx, minPx, maxPx, onChange, onDone }: ResizeHandleProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const bound = (width: number) => Math.round(Math.min(maxPx, Math.max(minPx, width)))

  function widthAt(event: PointerEvent): number {
    return start.current === null ? widthPx : bound(start.current.width + event.clientX - start.current.x)
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowLeft: -KEY_STEP_PX, ArrowRight: KEY_STEP_PX }
    const step = steps[event.key]
    const to =
      step !== undefined
        ? bound(widthPx + step)
        : event.key === 'Home'
          ? minPx
          : event.key === 'End'
            ? maxPx
            : null
    if (to === null) return
    event.preventDefault()
    onChange(to)
    onDone(to)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator has no element of its own.
    <div
      className="resize-handle"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={widthPx}
      aria-valuemin={minPx}
      aria-valuemax={maxPx}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width: widthPx }
      }}
      onPointerMove={(event) => {
        if (start.current !== null) onChange(widthAt(event))
      }}
      onPointerUp={(event) => {
        const width = widthAt(event)
        start.current = null
        onDone(width)
      }}
    />
  )
}
