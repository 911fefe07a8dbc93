import { useTranslation } from 'react-i18next'
import type { RetentionCounts } from '../../shared/compact/retention.ts'
import { formatNumber } from '../i18n/format.ts'

const GROUPS: readonly { readonly key: keyof RetentionCounts; readonly swatch: string }[] = [
  { key: 'keptExactly', swatch: 'swatch-kept' },
  { key: 'inSummary', swatch: 'swatch-checkpoint' },
  { key: 'recoverable', swatch: 'swatch-summarized mark' },
  { key: 'changed', swatch: 'swatch-changed' },
  { key: 'missing', swatch: 'swatch-missing' },
]

/** What became of the facts: five groups as one bar, and each with its count. */
export function RetentionBar({ counts }: { readonly counts: RetentionCounts }) {
  const { t, i18n } = useTranslation('wizard')
  return (
    <>
      <div className="wz-retention" aria-hidden="true">
        {GROUPS.filter((group) => counts[group.key] > 0).map((group) => (
          <i key={group.key} className={group.swatch} style={{ flexGrow: counts[group.key] }} />
        ))}
      </div>
      <dl className="wz-counts">
        {GROUPS.map((group) => (
          <div key={group.key} className={counts[group.key] > 0 ? `is-${group.key}` : 'is-zero'}>
            <dt>
              <span className={`swatch ${group.swatch}`} />
              {t(`count.${group.key}`)}
            </dt>
            <dd>{formatNumber(counts[group.key], i18n.language)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
