import { type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { formatTokens } from '../i18n/format.ts'
import { BAND_HEIGHT_PX, BandDrawing } from './band-drawing.tsx'
import { keepAtX, layOutBand, toX, turnAtX } from './band-geometry.ts'
import { BandHandle } from './band-handle.tsx'
import { BandLabels } from './band-labels.tsx'
import { clampKeep, maxKeep, maxStart, type Range, startAt } from './range.ts'
import { useWidth } from './use-width.ts'

export interface BandProps {
  readonly plan: CompactPlan
  readonly range: Range
  readonly checkpointTokens: number
  readonly onRange: (range: Range) => void
}

const MOCK_WIDTH_PX = 880
/** A label needs so much room before the other handle. */
const LABEL_PX = 90
/** Letting go farther from where the handle comes to rest is told in words. */
const SNAP_PX = 6

/**
 * The thread as a core sample, with the boundary as a handle, and a second one where summarizing begins further
 * on. Handles snap between turns, so a tool call can never be parted from its result. Right is towards the newest.
 */
export function Band({ plan, range, checkpointTokens, onRange }: BandProps) {
  const { t } = useTranslation('wizard')
  const box = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(box, MOCK_WIDTH_PX)
  const patternId = useId()
  const [dragged, setDragged] = useState<'start' | 'boundary' | null>(null)
  const [snappedTo, setSnappedTo] = useState<number | null>(null)
  const { start } = range
  const keep = clampKeep(plan, range.keepTurns, start)
  const geometry = useMemo(() => layOutBand(plan, range, checkpointTokens), [plan, range, checkpointTokens])
  const boundaryX = toX(geometry, geometry.boundary, widthPx)
  const startX = toX(geometry, geometry.start, widthPx)
  const cut = plan.turns.length - keep
  const numberOf = (place: number) => plan.turns[place]?.number ?? place + 1

  function moveKeep(next: number) {
    const bounded = clampKeep(plan, next, start)
    if (bounded !== range.keepTurns) onRange({ ...range, keepTurns: bounded })
  }
  function moveStart(place: number) {
    const next = startAt(plan, place, keep)
    if (next !== null && next.index !== start?.index) onRange({ ...range, start: next })
  }
  function xOf(event: PointerEvent<HTMLDivElement>): number {
    return event.clientX - (box.current?.getBoundingClientRect().left ?? 0)
  }
  function moveTo(which: 'start' | 'boundary', x: number) {
    if (which === 'start') moveStart(turnAtX(geometry, x, widthPx))
    else moveKeep(keepAtX(geometry, x, widthPx))
  }
  function letGo(event: PointerEvent<HTMLDivElement>) {
    if (dragged === null) return
    const restX = dragged === 'start' ? startX : boundaryX
    const place = dragged === 'start' ? (start?.turn ?? 0) : cut
    setSnappedTo(Math.abs(xOf(event) - restX) > SNAP_PX ? numberOf(place) : null)
    setDragged(null)
  }

  return (
    <div
      ref={box}
      className={`band ${dragged === null ? '' : 'is-dragging'}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const x = xOf(event)
        const isStart = start !== null && Math.abs(x - startX) < Math.abs(x - boundaryX)
        const which = isStart ? 'start' : 'boundary'
        setDragged(which)
        setSnappedTo(null)
        moveTo(which, x)
      }}
      onPointerMove={(event) => {
        if (dragged !== null) moveTo(dragged, xOf(event))
      }}
      onPointerUp={letGo}
      onPointerCancel={() => setDragged(null)}
    >
      <svg width={widthPx} height={BAND_HEIGHT_PX} aria-hidden="true" className="band-svg mark">
        <BandDrawing geometry={geometry} widthPx={widthPx} patternId={patternId} />
        <BandLabels geometry={geometry} plan={plan} widthPx={widthPx} />
      </svg>
      {start === null ? null : (
        <BandHandle
          label={t('band.startLabel')}
          value={start.turn + 1}
          min={1}
          max={maxStart(plan, keep) + 1}
          text={t('band.startValue', { turn: numberOf(start.turn), message: start.index + 1 })}
          caption={
            boundaryX - startX < 2 * LABEL_PX ? null : t('band.from', { number: numberOf(start.turn) })
          }
          x={startX}
          isCaptionRight
          onMove={(value) => moveStart(value - 1)}
        />
      )}
      <BandHandle
        label={t('band.label')}
        value={cut}
        min={plan.turns.length - maxKeep(plan, start)}
        max={plan.turns.length - 1}
        text={t('band.value', {
          count: keep,
          turn: numberOf(cut - 1),
          before: formatTokens(geometry.tokensBefore),
          after: formatTokens(geometry.tokensAfter),
        })}
        caption={t('band.turn', { number: numberOf(cut - 1) })}
        x={boundaryX}
        isCaptionRight={boundaryX - (start === null ? 0 : startX) < LABEL_PX}
        onMove={(value) => moveKeep(plan.turns.length - value)}
      />
      <p className="band-snap" aria-live="polite">
        {snappedTo === null ? '' : t('band.snapped', { number: snappedTo })}
      </p>
    </div>
  )
}
