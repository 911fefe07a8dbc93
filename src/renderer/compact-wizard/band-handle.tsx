import type { KeyboardEvent } from 'react'

export interface BandHandleProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  /** The value in words. */
  readonly text: string
  /** Beside the grip; null = there is no room. */
  readonly caption: string | null
  readonly x: number
  readonly isCaptionRight: boolean
  readonly onMove: (value: number) => void
}

/** Turns that one press of a Page key moves. */
const PAGE_TURNS = 10

/** A grip on the band, in turns. Right and up move it towards the newest turn. */
export function BandHandle(props: BandHandleProps) {
  const { value, min, max, onMove } = props

  function onKeyDown(event: KeyboardEvent) {
    const target: Readonly<Record<string, number>> = {
      ArrowRight: value + 1,
      ArrowUp: value + 1,
      ArrowLeft: value - 1,
      ArrowDown: value - 1,
      PageUp: value + PAGE_TURNS,
      PageDown: value - PAGE_TURNS,
      Home: min,
      End: max,
    }
    const next = target[event.key]
    if (next === undefined) return
    event.preventDefault()
    onMove(Math.min(max, Math.max(min, next)))
  }

  return (
    <div
      className="band-handle"
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-orientation="horizontal"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={props.text}
      style={{ left: props.x }}
      onKeyDown={onKeyDown}
    >
      <span className="band-grip" />
      {props.caption === null ? null : (
        <span className={`band-turn ${props.isCaptionRight ? 'is-right' : ''}`}>{props.caption}</span>
      )}
    </div>
  )
}
