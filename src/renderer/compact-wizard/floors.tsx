import { Check, CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RetentionReport } from '../../shared/compact/retention.ts'
import { formatNumber, formatPercent } from '../i18n/format.ts'

/** What must not be lost: rules, modified paths, open tasks. A floor without facts is not shown. */
export function Floors({ floors }: { readonly floors: RetentionReport['floors'] }) {
  const { t, i18n } = useTranslation('wizard')
  const shares = (['rules', 'modifiedPaths', 'openTasks'] as const).flatMap((key) => {
    const share = floors[key]
    return share === null ? [] : [{ key, isMet: share >= 1, text: formatPercent(share, i18n.language) }]
  })
  const rows = [
    ...shares,
    {
      key: 'unsupported' as const,
      isMet: floors.unsupported === 0,
      text: formatNumber(floors.unsupported, i18n.language),
    },
  ]
  return (
    <section className="wz-floors">
      <h4>{t('floors.title')}</h4>
      <dl>
        {rows.map(({ key, isMet, text }) => (
          <div key={key} className={isMet ? '' : 'is-below'}>
            <dt>
              {isMet ? (
                <Check size={12} strokeWidth={2} aria-hidden="true" />
              ) : (
                <CircleAlert size={12} strokeWidth={2} aria-hidden="true" />
              )}
              {t(`floors.${key}`)}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
