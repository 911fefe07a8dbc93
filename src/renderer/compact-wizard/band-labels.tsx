import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { formatTokens } from '../i18n/format.ts'
import type { BandGeometry } from './band-geometry.ts'
import { toX } from './band-geometry.ts'

export interface BandLabelsProps {
  readonly geometry: BandGeometry
  readonly plan: CompactPlan
  readonly widthPx: number
}

/** Least room, in px, for the sentence beside the lower bar. */
const LONG_LABEL_PX = 300
/** Distance below which two labels of the lower scale would touch. */
const LABEL_GAP_PX = 150

/** Numbers of the band: now, after, the scale's ends and the trigger. */
export function BandLabels({ geometry, plan, widthPx }: BandLabelsProps) {
  const { t } = useTranslation('wizard')
  const nowX = toX(geometry, geometry.tokensBefore, widthPx) + 10
  const afterX = toX(geometry, geometry.tokensAfter, widthPx) + 10
  const free = plan.triggerTokens === null ? null : plan.triggerTokens - geometry.tokensAfter
  const isLarger = geometry.tokensAfter >= geometry.tokensBefore
  const hasRoom = widthPx - afterX > LONG_LABEL_PX
  const end = geometry.windowEnd
  const triggerX = geometry.trigger === null ? null : toX(geometry, geometry.trigger, widthPx)
  const endX = end === null ? widthPx : Math.min(widthPx, toX(geometry, end, widthPx))
  const isTight = triggerX !== null && endX - triggerX < LABEL_GAP_PX
  return (
    <g className="band-text">
      <text className="band-strong" x={nowX} y={41}>
        {`≈${formatTokens(geometry.tokensBefore)}`}
      </text>
      <text x={nowX} y={56}>
        {t('band.now')}
      </text>
      <text className="band-strong" x={afterX} y={119}>
        {`≈${formatTokens(geometry.tokensAfter)}`}
      </text>
      <text x={afterX} y={134} className={isLarger ? 'band-warn' : undefined}>
        {isLarger
          ? t('band.noShrink')
          : free !== null && free > 0 && hasRoom
            ? t('band.afterFree', { free: formatTokens(free) })
            : t('band.after')}
      </text>
      <text x={0} y={160}>
        0
      </text>
      {geometry.trigger === null || triggerX === null ? null : (
        <text className="band-warn" x={triggerX} y={160} textAnchor={isTight ? 'end' : 'middle'}>
          {t('band.trigger', { tokens: formatTokens(geometry.trigger) })}
        </text>
      )}
      <text x={endX} y={160} textAnchor="end">
        {end === null
          ? plan.windowTokens === null
            ? t('band.windowUnknown')
            : t('band.windowBeyond', { tokens: formatTokens(plan.windowTokens) })
          : formatTokens(end)}
      </text>
    </g>
  )
}
