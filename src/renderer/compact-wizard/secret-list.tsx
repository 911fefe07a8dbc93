import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecretPlace } from '../../shared/compact/preview.ts'
import { useSectionTitle } from '../i18n/section-title.ts'

export interface SecretListProps {
  readonly secrets: readonly SecretPlace[]
  readonly isEditable: boolean
  readonly onRemove: (secrets: readonly SecretPlace[]) => void
}

/** What looks like a key in the checkpoint. Told and offered to be removed; it stays until the person does. */
export function SecretList({ secrets, isEditable, onRemove }: SecretListProps) {
  const { t } = useTranslation(['wizard', 'export'])
  const sectionTitle = useSectionTitle()
  const [isOpen, setIsOpen] = useState(false)
  if (secrets.length === 0) return null
  return (
    <section className="wz-unsupported" aria-label={t('wizard:secrets.label')}>
      <div className="wz-unsupported-head">
        <KeyRound size={14} strokeWidth={2} aria-hidden="true" />
        <span className="grow" role="status">
          {t('wizard:secrets.title', { count: secrets.length })}
        </span>
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'wizard:unsupported.hide' : 'wizard:unsupported.show')}
        </button>
        {isEditable ? (
          <button type="button" onClick={() => onRemove(secrets)}>
            {t('wizard:secrets.removeAll')}
          </button>
        ) : null}
      </div>
      {isOpen ? (
        <ul>
          {secrets.map((secret) => (
            <li key={`${secret.section} ${secret.from}`}>
              <span className="tag">{t(`export:kind.${secret.kind}`)}</span>
              <span className="wz-fact-text grow">
                {secret.masked} · {sectionTitle(secret.section)}
              </span>
              {isEditable ? (
                <button
                  type="button"
                  aria-label={t('wizard:secrets.removeOne', { masked: secret.masked })}
                  onClick={() => onRemove([secret])}
                >
                  {t('wizard:secrets.remove')}
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
