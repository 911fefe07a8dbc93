import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { formatTokens } from '../i18n/format.ts'

/** Numbers that are shown as the same are the same. */
const TOLD_FROM = 0.005

/**
 * Says whose number the band shows where the meter shows another one: the band is estimated from the text, the
 * provider counts its own requests, and over a checkpoint a request is not the whole thread.
 */
export function CountNote({ plan }: { readonly plan: CompactPlan }) {
  const { t } = useTranslation('wizard')
  const { inThread, totalTokens } = plan
  if (!inThread) return null
  const { usedTokens, basis, checkpoint } = inThread
  const values = { band: `≈${formatTokens(totalTokens)}`, meter: formatTokens(usedTokens) }
  if (checkpoint !== null)
    return (
      <p className="wz-meta wz-count">
        {t(basis === 'usage' ? 'sizes.overCounted' : 'sizes.overEstimated', {
          ...values,
          meter: basis === 'usage' ? values.meter : `≈${values.meter}`,
          number: checkpoint,
        })}
      </p>
    )
  const isSame =
    formatTokens(usedTokens) === formatTokens(totalTokens) ||
    Math.abs(usedTokens - totalTokens) < totalTokens * TOLD_FROM
  if (isSame) return null
  return (
    <p className="wz-meta wz-count">
      {basis === 'usage'
        ? t('sizes.counted', values)
        : t('sizes.padded', { ...values, meter: `≈${values.meter}` })}
    </p>
  )
}
