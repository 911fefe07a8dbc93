import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsupportedClaim } from '../../shared/compact/retention.ts'

/** Claims of the checkpoint that the source does not hold. A warning, never a block. */
export function UnsupportedList({ claims }: { readonly claims: readonly UnsupportedClaim[] }) {
  const { t } = useTranslation('wizard')
  const [isOpen, setIsOpen] = useState(false)
  if (claims.length === 0) return null
  return (
    <div className="wz-unsupported">
      <div className="wz-unsupported-head">
        <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
        <span className="grow">{t('unsupported.title', { count: claims.length })}</span>
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'unsupported.hide' : 'unsupported.show')}
        </button>
      </div>
      {isOpen ? (
        <ul>
          {claims.map((claim) => (
            <li key={`${claim.kind} ${claim.text}`}>
              <span className="tag">{t(`unsupported.${claim.kind}`)}</span>
              <span className="wz-fact-text">{claim.text}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
