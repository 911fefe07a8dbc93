import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EarlierLines } from '../../shared/compact/retention.ts'
import { useSectionTitle } from '../i18n/section-title.ts'

/** What became of the lines of the checkpoint before; those left out one by one. Nothing where all stand. */
export function EarlierList({ earlier }: { readonly earlier: EarlierLines | undefined }) {
  const { t } = useTranslation('wizard')
  const sectionTitle = useSectionTitle()
  const [isOpen, setIsOpen] = useState(false)
  if (earlier === undefined || earlier.dropped.length + earlier.changed === 0) return null
  const { total, changed, dropped } = earlier
  return (
    <div className="wz-unsupported">
      <div className="wz-unsupported-head">
        <span className="grow">
          {t('earlier.title', {
            count: total,
            changed: t('changes.changed', { count: changed }),
            dropped: t('changes.dropped', { count: dropped.length }),
          })}
        </span>
        {dropped.length === 0 ? null : (
          <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t(isOpen ? 'earlier.hide' : 'earlier.show')}
          </button>
        )}
      </div>
      {isOpen ? (
        <ul>
          {dropped.map(({ key, text }, at) => (
            // Lines may repeat; the list is made anew as a whole.
            // biome-ignore lint/suspicious/noArrayIndexKey: their order is the only thing that tells them apart.
            <li key={at}>
              <span className="tag">{sectionTitle(key)}</span>
              <span className="wz-fact-text">{text.replace(/^[-*+]\s+/, '')}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
