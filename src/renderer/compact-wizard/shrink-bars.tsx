import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import type { Preview } from '../../shared/compact/preview.ts'
import { formatPercent, formatTokens } from '../i18n/format.ts'

export interface ShrinkBarsProps {
  readonly preview: Preview
  readonly plan: CompactPlan
}

/** A longer bar leaves no room for the words behind it. */
const LONG_SHARE = 0.6

/** Before and after on one scale, from main's own numbers. */
export function ShrinkBars({ preview, plan }: ShrinkBarsProps) {
  const { t, i18n } = useTranslation('wizard')
  const { tokensBefore, tokensAfter, checkpointTokens } = preview
  const scale = Math.max(tokensBefore, tokensAfter, 1)
  const fixed = Math.min(plan.systemTokens + plan.metaPromptTokens, tokensAfter)
  const kept = Math.max(0, tokensAfter - fixed - checkpointTokens)
  const gone = Math.max(0, tokensBefore - fixed - kept)
  const share = (tokens: number) => ({ width: `${(tokens / scale) * 100}%` })
  const saving = 1 - tokensAfter / Math.max(1, tokensBefore)
  const isLong = tokensAfter / scale > LONG_SHARE
  const words = (
    <span className={`wz-meta wz-saving ${isLong ? 'is-below' : ''}`}>
      {saving > 0
        ? t('report.smaller', { percent: formatPercent(saving, i18n.language) })
        : t('report.larger')}
    </span>
  )
  return (
    <div className="wz-shrink">
      <span className="visually-hidden">{t('report.before')}</span>
      <div className="wz-bar" aria-hidden="true">
        <i className="swatch-system" style={share(fixed)} />
        <i className="swatch-summarized mark" style={share(gone)} />
        <i className="swatch-kept" style={share(kept)} />
      </div>
      <span className="wz-bar-value">{`≈${formatTokens(tokensBefore)}`}</span>
      <span className="visually-hidden">{t('report.after')}</span>
      <div className="wz-bar">
        <i className="swatch-system" style={share(fixed)} />
        <i className="swatch-checkpoint" style={share(checkpointTokens)} />
        <i className="swatch-kept" style={share(kept)} />
        {isLong ? null : words}
      </div>
      <strong className="wz-bar-value">{`≈${formatTokens(tokensAfter)}`}</strong>
      {isLong ? words : null}
    </div>
  )
}
