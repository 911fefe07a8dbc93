import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { formatTokens } from '../i18n/format.ts'
import { BAND_HEIGHT_PX, BandDrawing } from './band-drawing.tsx'
import { clampKeep, keepAtX, layOutBand, maxKeep, toX } from './band-geometry.ts'
import { BandLabels } from './band-labels.tsx'
import { useWidth } from './use-width.ts'

export interface BandProps {
  readonly plan: CompactPlan
  readonly keepTurns: number
  readonly checkpointTokens: number
  readonly onKeep: (keepTurns: number) => void
}

/** Turns that one press of a Page key moves. */
const PAGE_TURNS = 10
const MOCK_WIDTH_PX = 880

/**
 * The thread as a core sample, with the boundary as a handle. The handle snaps between turns, so a tool
 * call can never be parted from its result. Right moves the boundary towards the newest turn.
 */
export function Band({ plan, keepTurns, checkpointTokens, onKeep }: BandProps) {
  const { t } = useTranslation('wizard')
  const box = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(box, MOCK_WIDTH_PX)
  const patternId = useId()
  const [isDragging, setIsDragging] = useState(false)
  const keep = clampKeep(plan, keepTurns)
  const geometry = useMemo(() => layOutBand(plan, keep, checkpointTokens), [plan, keep, checkpointTokens])
  const handleX = toX(geometry, geometry.boundary, widthPx)
  const lastSummarized = plan.turns.length - keep
  const most = maxKeep(plan)

  function move(next: number) {
    const bounded = clampKeep(plan, next)
    if (bounded !== keep) onKeep(bounded)
  }

  function moveTo(event: PointerEvent<HTMLDivElement>) {
    const left = box.current?.getBoundingClientRect().left ?? 0
    move(keepAtX(geometry, event.clientX - left, widthPx))
  }

  function onKeyDown(event: KeyboardEvent) {
    const target: Readonly<Record<string, number>> = {
      ArrowRight: keep - 1,
      ArrowUp: keep - 1,
      ArrowLeft: keep + 1,
      ArrowDown: keep + 1,
      PageUp: keep - PAGE_TURNS,
      PageDown: keep + PAGE_TURNS,
      Home: most,
      End: 1,
    }
    const next = target[event.key]
    if (next === undefined) return
    event.preventDefault()
    move(next)
  }

  return (
    <div
      ref={box}
      className={`band ${isDragging ? 'is-dragging' : ''}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setIsDragging(true)
        moveTo(event)
      }}
      onPointerMove={(event) => {
        if (isDragging) moveTo(event)
      }}
      onPointerUp={() => setIsDragging(false)}
      onPointerCancel={() => setIsDragging(false)}
    >
      <svg width={widthPx} height={BAND_HEIGHT_PX} aria-hidden="true" className="band-svg mark">
        <BandDrawing geometry={geometry} widthPx={widthPx} patternId={patternId} />
        <BandLabels geometry={geometry} plan={plan} widthPx={widthPx} />
      </svg>
      <div
        className="band-handle"
        role="slider"
        tabIndex={0}
        aria-label={t('band.label')}
        aria-orientation="horizontal"
        aria-valuemin={plan.turns.length - most}
        aria-valuemax={plan.turns.length - 1}
        aria-valuenow={lastSummarized}
        aria-valuetext={t('band.value', {
          count: keep,
          turn: lastSummarized,
          before: formatTokens(geometry.tokensBefore),
          after: formatTokens(geometry.tokensAfter),
        })}
        style={{ left: handleX }}
        onKeyDown={onKeyDown}
      >
        <span className="band-grip" />
        <span className={`band-turn ${handleX < 90 ? 'is-right' : ''}`}>
          {t('band.turn', { number: lastSummarized })}
        </span>
      </div>
    </div>
  )
}
